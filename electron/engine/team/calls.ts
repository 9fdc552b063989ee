import { randomUUID } from "node:crypto";
import type { Team } from "../../../shared/bridge/team.ts";
import type { CallRequest, EngineCallName } from "../../../shared/bridge.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Keychain } from "../accounts/index.ts";
import type { CallContext, Handlers } from "../handlers.ts";
import { isOfTeam } from "../ledger/index.ts";
import { namedImports } from "../memory/index.ts";
import type { TeamAccess } from "./connect.ts";
import { formatServerUrl, parseServerUrl, serverName } from "./server-url.ts";
import type { StoredTeam } from "./stored.ts";
import type { TeamOptions, TeamSync } from "./team.ts";

/** Entry of the keychain with the password of the team's server. */
const PASSWORD = "team";

export interface TeamConnectionOptions {
  readonly keychain: Pick<Keychain, "read" | "save" | "remove">;
  /** WINNOW_TEAM_URL; `null` if it is not set. */
  readonly environmentUrl: string | null;
}

/** Passwords and URLs of the team's server. */
export type TeamConnection = ReturnType<typeof createTeamConnection>;

export function createTeamConnection({ keychain, environmentUrl }: TeamConnectionOptions) {
  let password: string | null = null;

  return {
    environmentUrl,
    /** Returns the access named by a call. Problems: `team_url_invalid`, `team_insecure`. */
    of({ url, password: given = "", ca }: CallRequest<"team.look">): Result<TeamAccess> {
      const parsed = parseServerUrl(url, ca === undefined ? {} : { ca });
      if (!parsed.ok) return parsed;
      return ok({ settings: parsed.value.settings, password: parsed.value.password ?? given });
    },
    /** Returns the access to the joined team. Problems: `team_none`, `team_password_missing`, `keychain_locked`. */
    async access(team: StoredTeam | null): Promise<Result<TeamAccess>> {
      if (environmentUrl !== null) {
        const named = parseServerUrl(environmentUrl, { mayReadFiles: true });
        return named.ok
          ? ok({ settings: named.value.settings, password: named.value.password ?? "" })
          : named;
      }
      if (team === null || team.url === null) return fail(problem("team_none", {}));
      const parsed = parseServerUrl(team.url, { ca: team.ca });
      if (!parsed.ok) return parsed;
      const { settings } = parsed.value;
      if (password === null) {
        const read = await keychain.read(PASSWORD);
        if (read.kind === "failed" && read.state === "locked") return fail(problem("keychain_locked"));
        if (read.kind !== "key")
          return fail(problem("team_password_missing", { server: serverName(settings) }));
        password = read.key;
      }
      return ok({ settings, password });
    },
    /** Stores the password in the keychain; only in memory if that fails. Returns the previous one, if any. */
    async keep(given: string): Promise<{ readonly previous: string | null; readonly isSaved: boolean }> {
      const read = password === null ? await keychain.read(PASSWORD) : null;
      const previous = password ?? (read?.kind === "key" ? read.key : null);
      password = given;
      const saved = await keychain.save(PASSWORD, given);
      return { previous, isSaved: saved.kind === "saved" };
    },
    async forget(): Promise<void> {
      password = null;
      await keychain.remove(PASSWORD);
    },
    /** Hides the password in a text for the log. */
    redact(text: string): string {
      const fromUrl = environmentUrl === null ? null : URL.parse(environmentUrl)?.password;
      const secrets = [password, environmentUrl, fromUrl].filter((one) => one != null && one !== "");
      return secrets.reduce<string>((left, secret) => left.replaceAll(String(secret), "…"), text);
    },
  };
}

export interface TeamCallsOptions
  extends Pick<TeamOptions, "journal" | "layout" | "runner" | "clock" | "emit" | "sources"> {
  readonly sync: TeamSync;
  readonly connection: TeamConnection;
  /** Deletes the verdicts and claims of colleagues from the archive; only the claims if `keep`. */
  readonly forgetTeam: (keep: boolean) => Promise<Result<null>>;
}

export type TeamCallName = Extract<EngineCallName, `team.${string}`>;

export function createTeamCalls(options: TeamCallsOptions): Handlers<TeamCallName> {
  const { journal, layout, runner, clock, emit, sync, connection } = options;
  const { records } = sync;

  function view(): Team | null {
    const { team, members, me, last, claims, met, nameOf, schema, erasures, owner } = sync.state();
    if (team === null) return null;
    const access = parseServerUrl(connection.environmentUrl ?? team.url ?? "", { ca: null });
    const settings = access.ok ? access.value.settings : null;
    const open = Map.groupBy(
      claims.filter(({ isOpen }) => isOpen),
      ({ member }) => member,
    );
    return {
      server: settings === null ? "" : serverName(settings),
      user: settings?.user ?? "",
      name: team.name,
      fromEnvironment: connection.environmentUrl !== null,
      isOwner: members.some(({ id, login }) => id === me && login === owner),
      members: members.map(({ id, name, login, pulled, erased: _erased, ...member }) => ({
        ...member,
        login,
        name: name ?? login,
        isYou: id === me,
        lag: Math.max(0, last - pulled),
      })),
      schema,
      verifying: [...open].map(([member, own]) => ({
        name: nameOf(member),
        lists: new Set(own.map(({ cleaning }) => cleaning)).size,
      })),
      erasures: erasures.map(({ number, at }) => {
        const present = members.filter(({ isRemoved, pulledAt }) => !isRemoved && pulledAt !== null);
        const names = (among: typeof present) => among.map(({ name, login }) => name ?? login);
        return {
          at,
          confirmed: names(present.filter(({ erased }) => erased >= number)),
          waiting: names(present.filter(({ erased }) => erased < number)),
        };
      }),
      syncedAt: team.syncedAt,
      problem: met,
    };
  }

  /** Runs an administrator's task with the joined team's access, then reads the members again. */
  async function administer(
    act: (access: TeamAccess, context: CallContext) => Promise<Result<null>>,
    context: CallContext,
  ): Promise<Result<Record<string, never>>> {
    const access = await connection.access(records.team());
    if (!access.ok) return access;
    const done = await act(access.value, context);
    if (!done.ok) return done;
    const synced = await sync.sync();
    emit({ event: "team.changed" });
    return synced.ok ? ok({}) : synced;
  }

  async function undoJoin(before: StoredTeam | null, password: string | null): Promise<void> {
    journal.commit(() => records.setTeam(before));
    if (password === null) await connection.forget();
    else await connection.keep(password);
    sync.reset();
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
      return runner.run("team.look", question, { signal });
    },
    async "team.create"({ fromHere = false, ...input }, { signal }) {
      const access = connection.of(input);
      if (!access.ok) return access;
      const logId = fromHere ? (records.team()?.logId ?? null) : null;
      if (fromHere && logId === null) return fail(problem("team_none", {}));
      const created = await runner.run("team.create", { access: access.value, logId }, { signal });
      return created.ok ? ok({}) : created;
    },
    async "team.join"({ name, fromHere = false, ...input }, { signal }) {
      const before = records.team();
      const access = connection.of(input);
      if (!access.ok) return access;
      const { settings, password } = access.value;
      await sync.whenIdle();
      sync.reset();
      const { previous, isSaved } = await connection.keep(password);
      journal.commit(() => {
        if (fromHere) records.missAllBatches();
        records.setTeam({
          device: before?.device ?? randomUUID(),
          logId: before?.logId ?? null,
          cursor: fromHere ? null : (before?.cursor ?? null),
          erased: fromHere ? 0 : (before?.erased ?? 0),
          url: formatServerUrl(settings),
          ca: settings.ca,
          name: name === "" ? settings.user : name,
          joinedAt: clock.now(),
          syncedAt: null,
          members: [],
        });
      });
      // A timer may have begun to sync with the connection before.
      await sync.whenIdle();
      const synced = await sync.sync();
      if (!synced.ok || signal.aborted) {
        await undoJoin(before, previous);
        return synced.ok ? fail(problem("cancelled")) : synced;
      }
      emit({ event: "team.changed" });
      const team = view();
      return team === null
        ? fail(problem("internal"))
        : ok({ team, ...synced.value, isPasswordSaved: isSaved });
    },
    async "team.sync"() {
      return sync.isJoined() ? sync.sync() : fail(problem("team_none", {}));
    },
    async "team.leave"({ remove }) {
      if (records.team() === null) return fail(problem("team_none", {}));
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
    "team.admit": ({ login, mayWrite }, context) =>
      administer(
        (access, { signal }) => runner.run("team.admit", { access, login, mayWrite }, { signal }),
        context,
      ),
    "team.dismiss": ({ login }, context) =>
      administer((access, { signal }) => runner.run("team.dismiss", { access, login }, { signal }), context),
  };
}
