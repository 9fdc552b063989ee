import type { Team } from "../../../shared/bridge/team.ts";
import type { EngineCallName } from "../../../shared/bridge.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { CallContext, Handlers } from "../handlers.ts";
import { isOfTeam } from "../ledger/index.ts";
import { namedImports } from "../memory/index.ts";
import type { TeamAccess } from "./connect.ts";
import type { TeamConnection } from "./connection.ts";
import { ALLOWING, displayName } from "./members.ts";
import { formatServerUrl, type ServerSettings } from "./server-url.ts";
import type { TeamOptions, TeamSync } from "./team.ts";

export interface TeamCallsOptions
  extends Pick<TeamOptions, "journal" | "layout" | "runner" | "emit" | "sources"> {
  readonly sync: TeamSync;
  readonly connection: TeamConnection;
  /** Deletes the verdicts and claims of colleagues from the archive; only the claims if `keep`. */
  readonly forgetTeam: (keep: boolean) => Promise<Result<null>>;
}

export type TeamCallName = Extract<EngineCallName, `team.${string}`>;

export function createTeamCalls(options: TeamCallsOptions): Handlers<TeamCallName> {
  const { journal, layout, runner, emit, sync, connection } = options;
  const { records } = sync;
  /** Aborted by `team.cancel`. */
  let connecting = new AbortController();
  const untilCancelled = (signal: AbortSignal) => AbortSignal.any([signal, connecting.signal]);

  function view(): Team | null {
    const team = records.team();
    if (team === null || !sync.isJoined()) return null;
    const { members, me, last, claims, schema, erasures, owner, problem: lastProblem } = sync.state();
    const open = Map.groupBy(
      claims.filter(({ isOpen }) => isOpen),
      ({ member }) => member,
    );
    const description = sync.describe();
    // A removed member's computer may still have what is to be erased.
    const computers = members.filter(({ pulledAt }) => pulledAt !== null);
    const names = (among: typeof computers) =>
      among.map((member) => `${displayName(member)}${member.isRemoved ? " (removed)" : ""}`);
    return {
      ...description,
      name: members.find(({ id }) => id === me)?.name ?? team.name ?? description.user,
      fromEnvironment: connection.isForRun(),
      isOwner: members.some(({ id, login }) => id === me && login === owner),
      members: members.map(({ id, name, login, pulled, erased: _erased, ...member }) => ({
        ...member,
        login,
        name: name ?? login,
        isYou: id === me,
        isOwner: login === owner,
        lag: Math.max(0, last - pulled),
      })),
      schema,
      verifying: [...open].map(([member, own]) => ({
        name: sync.nameOf(member),
        lists: new Set(own.map(({ cleaning }) => cleaning)).size,
      })),
      erasures: erasures.flatMap(({ number, at, source }) =>
        source === ALLOWING
          ? []
          : {
              at,
              confirmed: names(computers.filter(({ erased }) => erased >= number)),
              waiting: names(computers.filter(({ erased }) => erased < number)),
            },
      ),
      skipped: team.skipped.map(({ member, at }) => ({ member, at })),
      syncedAt: team.syncedAt,
      problem: lastProblem,
    };
  }

  /** Runs an administrator's task with the joined team's access, then reads the members again. */
  async function administer<T>(
    act: (access: TeamAccess, context: CallContext) => Promise<Result<T>>,
    context: CallContext,
  ): Promise<Result<T>> {
    const access = await connection.access(records.team());
    if (!access.ok) return access;
    const done = await act(access.value, context);
    if (!done.ok) return done;
    // A running sync may have begun before the change.
    await sync.whenIdle();
    // What was asked for is done, also if the members can't be read again.
    await sync.sync();
    emit({ event: "team.changed" });
    return done;
  }

  async function restorePassword(settings: ServerSettings, password: string | null): Promise<void> {
    if (password === null) await connection.forget();
    else await connection.keep({ settings, password });
  }

  return {
    async "team.get"() {
      return ok({ team: view() });
    },
    async "team.look"(input, { signal }) {
      const access = connection.of(input);
      if (!access.ok) return access;
      const imports = namedImports(journal).filter(({ id }) => !isOfTeam(id));
      const question = { access: access.value, dataDir: layout.dataDir, imports };
      return runner.run("team.look", question, { signal: untilCancelled(signal) });
    },
    async "team.cancel"() {
      connecting.abort();
      connecting = new AbortController();
      return ok({});
    },
    async "team.create"({ fromHere = false, ...input }, { signal }) {
      const access = await connection.again(input, records.team());
      if (!access.ok) return access;
      const logId = fromHere ? (records.team()?.logId ?? null) : null;
      if (fromHere && logId === null) return fail(problem("team_none", {}));
      const question = { access: access.value, logId };
      const created = await runner.run("team.create", question, { signal: untilCancelled(signal) });
      return created.ok ? ok({}) : created;
    },
    async "team.join"({ name, fromHere = false, forRun = false, ...input }, context) {
      const signal = untilCancelled(context.signal);
      const before = records.team();
      const access = await connection.again(input, before);
      if (!access.ok) return access;
      const { settings } = access.value;
      await sync.whenIdle();
      sync.reset();
      if (forRun) connection.setForRun(access.value);
      const kept = forRun ? null : await connection.keep(access.value);
      journal.commit(() => {
        if (fromHere) records.missAllBatches();
        records.setTeam({
          logId: before?.logId ?? null,
          cursor: fromHere ? null : (before?.cursor ?? null),
          erased: fromHere ? 0 : (before?.erased ?? 0),
          url: forRun ? (before?.url ?? null) : formatServerUrl(settings),
          ca: forRun ? (before?.ca ?? null) : settings.ca,
          name: name === "" ? (before?.name ?? null) : name,
          syncedAt: null,
          members: [],
          claims: [],
          skipped: [],
        });
      });
      // A timer may have begun to sync with the connection before.
      await sync.whenIdle();
      const synced = await sync.sync();
      if (!synced.ok || signal.aborted) {
        journal.commit(() => records.setTeam(before));
        if (kept !== null) await restorePassword(settings, kept.previous);
        sync.reset();
        sync.begin();
        return synced.ok ? fail(problem("cancelled")) : synced;
      }
      emit({ event: "team.changed" });
      const team = view();
      return team === null
        ? fail(problem("internal"))
        : ok({ team, ...synced.value, isPasswordSaved: kept?.isSaved ?? false });
    },
    async "team.sync"() {
      if (!sync.isJoined()) return fail(problem("team_none", {}));
      // A running sync may have begun before the change that is to be shared.
      await sync.whenIdle();
      return sync.sync();
    },
    async "team.leave"({ remove }) {
      if (!records.isStored()) return fail(problem("team_none", {}));
      await sync.whenIdle();
      const forgotten = await options.forgetTeam(!remove);
      if (!forgotten.ok) return forgotten;
      if (remove) {
        for (const { id } of namedImports(journal)) if (isOfTeam(id)) await options.sources.remove(id);
        emit({ event: "suppression.changed" });
      }
      journal.commit(() => {
        records.setTeam(null);
        records.clearBatches();
      });
      await connection.forget();
      sync.reset();
      emit({ event: "team.changed" });
      return ok({});
    },
    async "team.admit"({ login, mayWrite }, context) {
      const admitted = await administer(
        (access, { signal }) => runner.run("team.admit", { access, login, mayWrite }, { signal }),
        context,
      );
      return admitted.ok ? ok({}) : admitted;
    },
    async "team.dismiss"({ login }, context) {
      const dismissed = await administer(
        (access, { signal }) => runner.run("team.dismiss", { access, login }, { signal }),
        context,
      );
      return dismissed.ok ? ok({}) : dismissed;
    },
    async "team.undo"({ login, since = null }, context) {
      const undone = await administer(
        (access, { signal }) => runner.run("team.undo", { access, login, since }, { signal }),
        context,
      );
      return undone.ok ? ok({ facts: undone.value }) : undone;
    },
  };
}
