import { stackOf } from "../../../shared/errors.ts";
import { type Problem, type ProblemCode, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { SANDBOX_SCOPE } from "../accounts/index.ts";
import type { Clock } from "../clock.ts";
import type { Emit } from "../handlers.ts";
import { cleaningOfBatch, type Ledger } from "../ledger/index.ts";
import { type HashedPeople, namedImports, type Sources } from "../memory/index.ts";
import { type Journal, type Layout, storeProblem, type TaskRunner } from "../store/index.ts";
import { createColleagues } from "./colleagues.ts";
import type { TeamConnection } from "./connection.ts";
import { createLeases } from "./leases.ts";
import { displayName } from "./members.ts";
import type { SkippedBatch } from "./pull.ts";
import { createTeamRecords, type StoredTeam } from "./stored.ts";
import type { Synced } from "./sync.ts";
import type { TeamTasks } from "./thread-tasks.ts";

/** Pause between syncs, in ms: usually, while a colleague's verdicts are awaited, and after a failure. */
const INTERVAL_MS = 30_000;
const AWAITED_INTERVAL_MS = 5_000;
const FAILED_INTERVAL_MS = 60_000;
/** Delay in ms after something was learned, to share it together with what follows. */
const LEARNED_DELAY_MS = 300;
/** Age in ms up to which a sync is recent enough for a price, and the maximum wait for a new one. */
const RECENT_MS = 2_000;
const PRICE_WAIT_MS = 2_500;
/** Time in ms to share what was learned before Winnow closes. */
const CLOSING_WAIT_MS = 5_000;

/** Maximum number of remembered batches that were not taken in. */
const MAX_SKIPPED = 20;
/** Problems of a server that can't be asked at all. With all others, it responds. */
const AWAY: ReadonlySet<string> = new Set([
  "team_unreachable",
  "team_login",
  "team_certificate",
  "team_insecure",
  "team_password_missing",
  "keychain_locked",
] satisfies ProblemCode[]);

/** Problems of a claim that say themselves what to do. */
const SAID_AS_IT_IS: ReadonlySet<string> = new Set([
  "cancelled",
  "team_busy",
  "team_limit",
  "team_not_member",
  "team_newer",
] satisfies ProblemCode[]);

export interface TeamOptions {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly ledger: Pick<Ledger, "ofParts">;
  readonly sources: Sources;
  readonly runner: Pick<TaskRunner<TeamTasks>, "run">;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly log: (line: string) => void;
  /** Returns the access to the team's server. Problems: `team_none`, those of the keychain. */
  readonly connection: Pick<TeamConnection, "access" | "isForRun" | "describe">;
  /** `true` if nothing may be exchanged. */
  readonly isReadOnly: boolean;
  /** Called when verdicts or claims of the team have changed. */
  readonly changed: () => void;
  /** Erases people from this data folder soon; tried again after each sync until it succeeds. */
  readonly erase: (people: HashedPeople) => void;
  readonly closing: AbortSignal;
}

/** A cleaning whose part is about to be charged. */
export interface ChargedCleaning {
  readonly id: string;
  readonly scope: string;
  readonly options: { readonly withoutTeam?: boolean | undefined };
}

/** Exchanges facts and claims with the team's server. Does nothing without a team. */
export type TeamSync = ReturnType<typeof createTeamSync>;

export function createTeamSync(options: TeamOptions) {
  const { journal, layout, clock, emit, log, connection } = options;
  const records = createTeamRecords(journal);
  const starting = new Set<string>();
  /** Starts that have ended in this process. */
  const ended: string[] = [];
  const leases = createLeases(clock);
  const colleagues = createColleagues(records);
  /** Problem of the last sync. */
  let lastProblem: Problem | null = null;
  let finishedAt: number | null = null;
  let running: Promise<Result<{ pushed: number; pulled: number }>> | null = null;
  /** `true` if something was learned since the running or last sync began. */
  let hasNews = false;
  /** `true` if something has not been shared yet. */
  let hasUnshared = false;
  let cancelTimer = () => {};
  let isClosing = false;

  const describe = () => connection.describe(records.team());
  const joined = () =>
    !options.isReadOnly && ((records.team()?.url ?? null) !== null || connection.isForRun());

  /** Exchanges everything that is pending. Concurrent calls share one run. */
  function sync(): Promise<Result<{ pushed: number; pulled: number }>> {
    running ??= exchangeAll()
      .catch(failed)
      .finally(() => {
        running = null;
        schedule(
          lastProblem === null
            ? colleagues.areVerifying()
              ? AWAITED_INTERVAL_MS
              : INTERVAL_MS
            : FAILED_INTERVAL_MS,
        );
      });
    return running;
  }

  /** Logs an error, such as a full disk here. Timers sync too, so it must not become an unhandled rejection. */
  function failed(error: unknown): Result<never> {
    log(`syncing with the team: ${stackOf(error)}`);
    lastProblem = storeProblem(error, layout.journal, layout.dataDir) ?? problem("internal");
    finishedAt = clock.monotonic();
    return fail(lastProblem);
  }

  async function exchangeAll(): Promise<Result<{ pushed: number; pulled: number }>> {
    cancelTimer();
    const total = { pushed: 0, pulled: 0 };
    for (;;) {
      hasNews = false;
      const synced = await exchange();
      finishedAt = clock.monotonic();
      const before = lastProblem;
      lastProblem = synced.ok ? null : synced.problem;
      if (before?.code !== lastProblem?.code) emit({ event: "team.changed" });
      else emit({ event: "team.synced" });
      if (!synced.ok) return synced;
      hasUnshared = hasNews || synced.value.hasMore;
      total.pushed += synced.value.pushedFacts;
      total.pulled += synced.value.pulledFacts;
      if ((!synced.value.hasMore && !hasNews) || isClosing) return ok(total);
    }
  }

  async function exchange(): Promise<Result<Synced>> {
    const team = records.team();
    const access = await connection.access(team);
    if (!access.ok) return access;
    const began = leases.now();
    if (team === null) adoptForRun();
    const synced = await options.runner
      .run(
        "team.sync",
        {
          access: access.value,
          dataDir: layout.dataDir,
          name: team?.name ?? null,
          logId: team?.logId ?? null,
          device: records.device(),
          secret: records.secret(),
          cursor: team?.cursor ?? null,
          erased: team?.erased ?? 0,
          batches: records.batches(),
          imports: namedImports(journal),
          claims: options.ledger.ofParts(),
          starting: [...starting],
          ended,
          now: clock.now(),
        },
        { signal: options.closing },
      )
      .catch((error: unknown) => {
        log(`syncing with the team: ${stackOf(error)}`);
        return fail(storeProblem(error, layout.archive, layout.dataDir) ?? problem("internal"));
      });
    if (!synced.ok || options.closing.aborted) return synced;
    await store(synced.value, began);
    if (synced.value.erasure !== null) eraseLater(synced.value.erasure);
    return synced;
  }

  /** Erases people whom the team has erased, once the running sync has ended: that closes all rooms. */
  function eraseLater(people: HashedPeople): void {
    void Promise.resolve(running).then(() => {
      if (!isClosing) options.erase(people);
    });
  }

  /** Creates the state of a team that only the environment names. */
  function adoptForRun(): void {
    const team: StoredTeam = {
      logId: null,
      cursor: null,
      erased: 0,
      url: null,
      ca: null,
      name: null,
      syncedAt: null,
      members: [],
      claims: [],
      skipped: [],
    };
    journal.commit(() => records.setTeam(team));
  }

  async function store(synced: Synced, began: ReturnType<typeof leases.now>): Promise<void> {
    for (const one of synced.imports) await options.sources.enter(one.id, one);
    for (const id of synced.undone) await options.sources.remove(cleaningOfBatch(id));
    journal.commit(() => {
      const team = records.team();
      if (team === null) return;
      records.missBatches(synced.forgotten);
      records.putBatches(synced.batches);
      records.takeBack(synced.undone);
      const named = synced.members.map((member) => ({ id: member.id, name: displayName(member) }));
      const held = synced.claims.map(({ id, member }) => ({ id, member }));
      const { logId, cursor, erased } = synced;
      // A batch that is too large to push is met at each sync.
      const isNew = (one: SkippedBatch) =>
        !team.skipped.some(({ number, at }) => number === one.number && at === one.at);
      records.setTeam({
        ...team,
        logId,
        cursor,
        erased,
        syncedAt: clock.now(),
        members: named,
        claims: held,
        skipped: [...team.skipped, ...synced.skipped.filter(isNew)].slice(-MAX_SKIPPED),
      });
    });
    const haveClaimsChanged = colleagues.update(synced);
    for (const id of synced.renewed) leases.renew(id, began);
    for (const { cleaning, part } of synced.lost) leases.lose(cleaning, part);
    for (const id of synced.contested) leases.lose(id, null);
    if (synced.imports.length + synced.undone.length > 0) emit({ event: "suppression.changed" });
    if (synced.pulledFacts > 0 || synced.imports.length + synced.undone.length > 0 || haveClaimsChanged) {
      emit({ event: "team.changed" });
      options.changed();
    }
  }

  function schedule(delay: number): void {
    cancelTimer();
    if (isClosing || !joined()) return;
    cancelTimer = clock.after(delay, () => void sync());
  }

  /** Waits for a promise at most `milliseconds`. */
  function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(milliseconds, resolve);
      void work.finally(() => {
        cancel();
        resolve();
      });
    });
  }

  /** Returns the problem of a start that could not ask the server, or not learn what the team knows. */
  function unasked({ code }: Problem): Result<never> {
    log(`asking the team before a start: ${code}`);
    return fail(problem(AWAY.has(code) ? "team_unasked" : "team_unsynced", { server: describe().server }));
  }

  return {
    records,
    sync,
    isJoined: joined,
    /** Resolves when no sync is running. */
    async whenIdle(): Promise<void> {
      await running;
    },
    /** Starts to sync periodically. */
    begin(): void {
      if (joined()) void sync();
    },
    /** Shares soon what was just learned here. */
    noteNews(): void {
      if (!joined()) return;
      hasNews = true;
      hasUnshared = true;
      if (running === null) schedule(LEARNED_DELAY_MS);
    },
    /** Waits for a recent sync, for a few seconds at most: a price should know what the team knows. */
    async refresh(): Promise<void> {
      if (!joined()) return;
      const isRecent = finishedAt !== null && clock.monotonic() - finishedAt < RECENT_MS;
      // Without the server, prices come from the local copy at once.
      if (!isRecent && lastProblem === null) await atMost(PRICE_WAIT_MS, sync());
    },
    /** Returns the position in the team's log up to which its facts are known here. */
    position: (): number => records.team()?.cursor?.number ?? 0,
    claims: colleagues.claims,
    memberOf: colleagues.memberOf,
    /**
     * Claims the addresses of a cleaning for the team that was planned at a position of the log. Returns `replan` if
     * colleagues have claimed some of them, or have shared facts since: those are now known here, and the plan must be
     * made again, with this cleaning as `replaces`. Problem: `team_unasked`.
     */
    async claim(
      scope: string,
      cleaningId: string,
      plannedAt: number,
      replaces: string | null,
    ): Promise<Result<"claimed" | "replan">> {
      if (!joined() || scope === SANDBOX_SCOPE || !colleagues.mayWrite()) return ok("claimed");
      const access = await connection.access(records.team());
      if (!access.ok) return unasked(access.problem);
      starting.add(cleaningId);
      // A sync that runs does not know of the start, and would release the claim.
      await running;
      const began = leases.now();
      const { dataDir } = layout;
      if (records.team() === null) adoptForRun();
      const request = {
        access: access.value,
        dataDir,
        device: records.device(),
        scope,
        cleaningId,
        replaces,
        takesOver: replaces !== null,
      };
      const claimed = await options.runner.run("team.claim", request, { signal: options.closing });
      if (!claimed.ok) {
        return SAID_AS_IT_IS.has(claimed.problem.code) ? claimed : unasked(claimed.problem);
      }
      const { added, rejected, last: newest } = claimed.value;
      const isNewer = newest > plannedAt && (replaces === null || added > 0);
      if (rejected === 0 && !isNewer) {
        leases.renew(cleaningId, began);
        return ok("claimed");
      }
      // One that runs may have begun before the claim.
      await running;
      const synced = await sync();
      return synced.ok ? ok("replan") : unasked(synced.problem);
    },
    /** Call when a start has ended, whether the cleaning was committed or not. */
    endStart(cleaningId: string): void {
      if (!starting.delete(cleaningId)) return;
      ended.push(cleaningId);
      hasNews = true;
      hasUnshared = true;
      schedule(LEARNED_DELAY_MS);
    },
    /** Returns why a part must not be charged now; `null` if it may. Problems: `team_taken_over`, those of a sync. */
    async refusalOf(cleaning: ChargedCleaning, ordinal: number): Promise<Problem | null> {
      if (!joined() || cleaning.scope === SANDBOX_SCOPE || cleaning.options.withoutTeam === true) return null;
      const isLost = () => leases.isLost(cleaning.id, ordinal);
      if (!isLost() && leases.isSafe(cleaning.id)) return null;
      await running;
      const synced = await sync();
      if (!synced.ok) return synced.problem;
      return isLost() ? problem("team_taken_over", {}) : null;
    },
    /** Returns what the last sync read about the team, and its problem if it failed. */
    state: () => ({ ...colleagues.state(), problem: lastProblem }),
    nameOf: colleagues.nameOf,
    /** Returns the server's name for messages, its URL without a password and the login; empty if unknown. */
    describe,
    /** Forgets the connection's state after leaving or joining. */
    reset(): void {
      colleagues.forget();
      leases.clear();
      lastProblem = null;
      finishedAt = null;
      cancelTimer();
    },
    /** Shares what is still to be shared, for a few seconds at most. */
    async close(): Promise<void> {
      isClosing = true;
      cancelTimer();
      if (!joined() || !hasUnshared || lastProblem !== null) return;
      const share = async () => {
        await running;
        if (hasUnshared) await sync();
      };
      await atMost(CLOSING_WAIT_MS, share());
    },
  };
}
