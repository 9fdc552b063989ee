import { messageOf, stackOf } from "../../../../shared/errors.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import type { CleaningRow } from "../../catalog/index.ts";
import type { Ledger } from "../../ledger/index.ts";
import { cleaningStoreProblem } from "../../store/index.ts";
import { nextStep } from "../part/machine.ts";
import type { PartEvent } from "../part/part-events.ts";
import { isSettled, type PartKind, type PartRecord, type Step } from "../part/record.ts";
import type { PartRow, Records } from "../records.ts";
import type { CleaningsOptions } from "../types.ts";
import { createAccountLooks, createCredits, createReleases } from "./balance-checks.ts";
import { LocalDataError } from "./commit-responses.ts";
import { type CommittedTransition, createMoves } from "./commit-transitions.ts";
import { dueOf, jitter, waitDelay, wantsRemoval } from "./delays.ts";
import { createRequests } from "./requests.ts";
import { createScheduler, keyOf, partOf, peerOf } from "./scheduler.ts";

type ExecutorOptions = Pick<
  CleaningsOptions,
  | "journal"
  | "layout"
  | "accounts"
  | "clock"
  | "startSeconds"
  | "isIngested"
  | "ingest"
  | "team"
  | "probe"
  | "log"
  | "random"
> & {
  readonly records: Records;
  readonly ledger: Pick<Ledger, "mark">;
  readonly changed: (cleaningId: string) => void;
  readonly onSettled: (cleaningId: string) => void;
  /** Reports the local problem that blocks the cleaning; `null` once it is resolved. */
  readonly reportLocalProblem: (cleaningId: string, why: Problem | null) => void;
  readonly deleteAfterFetch: () => boolean;
};

/** Shortest pause shown to the user, in ms. */
const MIN_SHOWN_PAUSE_MS = 5_000;

/** Runs the requests of the state machine. Commits before each request and before each next step. */
export type Executor = ReturnType<typeof createExecutor>;

export function createExecutor(options: ExecutorOptions) {
  const { records, accounts, clock, probe } = options;
  const random = options.random ?? Math.random;
  const inFlight = new Map<string, { controller: AbortController; doing: Step | "remove" | "look" }>();
  const running = new Map<string, Promise<void>>();
  const intervals = new Map<string, number>();
  /** Parts that the user wants retried regardless of the known balance. */
  const retryRegardlessOfBalance = new Set<string>();
  const scheduler = createScheduler({ clock, run });
  const localFailures = new Map<string, number>();
  const credits = createCredits({ records, accounts, clock });
  const looks = createAccountLooks({ accounts, clock });
  const troubled = new Set<string>();
  const paused = new Set<string>();
  /** Last reported state by part key; another Winnow process may have moved the part. */
  const known = new Map<string, PartKind>();
  const moves = createMoves({
    ...options,
    isTroubled: (id) => troubled.has(id),
    stored,
  });
  const requests = createRequests({
    ...options,
    credits,
    moves,
  });
  const releases = createReleases({
    records,
    accounts,
    credits,
    looks,
    commit: moves.commit,
    apply,
    poll: (cleaning, part, signal) => requests.make(cleaning, part, "poll", signal, false),
  });

  function stored({ part: { cleaningId, ordinal, record: before }, after }: CommittedTransition): void {
    known.set(keyOf(cleaningId, ordinal), after.state.kind);
    probe(`committed:${after.state.kind}`);
    if (troubled.delete(cleaningId)) options.reportLocalProblem(cleaningId, null);
    options.changed(cleaningId);
    if (isSettled(after.state) && !isSettled(before.state)) options.onSettled(cleaningId);
  }

  /** Pauses an account or host; if the pause is long enough to show, notifies every cleaning it affects. */
  function hold(cleaning: CleaningRow, name: string, delay: number, isAsked: boolean): void {
    scheduler.pause(name, delay, isAsked && delay >= MIN_SHOWN_PAUSE_MS);
    if (pausedUntil(cleaning.id) === null) return;
    for (const id of records.active()) {
      if (records.cleaning(id)?.scope !== cleaning.scope || pausedUntil(id) === null) continue;
      paused.add(id);
      options.changed(id);
    }
  }

  /** Returns the end of the service's Retry-After pause for this cleaning, in Unix ms; `null` if none. */
  function pausedUntil(cleaningId: string): number | null {
    const cleaning = records.cleaning(cleaningId);
    const left = cleaning === null ? 0 : scheduler.pauseOf(peerOf(cleaning));
    return left === 0 ? null : clock.now() + left;
  }

  /** Schedules the part's next request. `moved`: its status has changed. */
  function plan(
    cleaning: CleaningRow,
    { cleaningId, ordinal }: PartRow,
    record: PartRecord,
    retryAfter: number | null,
    moved: boolean,
  ) {
    const key = keyOf(cleaningId, ordinal);
    const peer = peerOf(cleaning);
    const due = dueOf(record, {
      retryAfter,
      interval: intervals.get(key) ?? null,
      moved,
      parts: scheduler.countOf(peer.account) + 1,
      accountFailures: looks.failures(cleaning.account_id),
    });
    if (due === null) return;
    const { delay, kind, holds } = due;
    if (kind === "poll") intervals.set(key, delay);
    if (kind === "step") intervals.delete(key);
    if (holds !== null) hold(cleaning, peer[holds], delay, retryAfter !== null);
    scheduler.schedule(key, peer, jitter(delay, random()), nextStep(record) === "fetch");
  }

  function run(key: string): Promise<void> {
    const ended = advanceOnce(key).finally(() => running.delete(key));
    running.set(key, ended);
    return ended;
  }

  async function advanceOnce(key: string): Promise<void> {
    const { cleaningId, ordinal } = partOf(key);
    try {
      const before = records.part(cleaningId, ordinal);
      const cleaning = records.cleaning(cleaningId);
      if (before === null || cleaning === null) return;
      if (!known.has(key)) known.set(key, before.record.state.kind);
      const retryAfter = await advance(key, cleaning, before);
      inFlight.delete(key);
      localFailures.delete(key);
      continueAfter(cleaningId, before, retryAfter);
      if (paused.has(cleaningId) && pausedUntil(cleaningId) === null) {
        paused.delete(cleaningId);
        options.changed(cleaningId);
      }
    } catch (error) {
      retryLocally(key, cleaningId, error);
    } finally {
      inFlight.delete(key);
    }
  }

  /** Sends the request that is due. Returns the service's Retry-After in ms, or `null`. */
  async function advance(key: string, cleaning: CleaningRow, part: PartRow): Promise<number | null> {
    // The answer of the interrupted request was never stored: commit what that means before sending anything.
    if (part.record.state.kind === "uploading" || part.record.state.kind === "checking") {
      moves.commit(part, { type: "recovered" });
      return null;
    }
    const controller = new AbortController();
    const doing = nextStep(part.record) ?? (wantsRemoval(part.record) ? "remove" : "look");
    inFlight.set(key, { controller, doing });
    if (doing !== "look") {
      const isInsisted = (doing === "start" || doing === "check") && retryRegardlessOfBalance.delete(key);
      return requests.make(cleaning, part, doing, controller.signal, isInsisted);
    }
    await releases.checkWait(cleaning, part, controller.signal);
    return null;
  }

  /** Schedules the part from its current record, which the user may have changed during the request. */
  function continueAfter(cleaningId: string, before: PartRow, retryAfter: number | null): void {
    const cleaning = records.cleaning(cleaningId);
    const part = records.part(cleaningId, before.ordinal);
    if (part === null || cleaning === null) return;
    notifyForeignMove(part);
    if (!cleaning.watching && !isSettled(part.record.state)) return;
    const was = before.record;
    const moved = part.record.verified !== was.verified || part.record.serviceStatus !== was.serviceStatus;
    plan(cleaning, part, part.record, retryAfter, moved);
  }

  /** Notifies listeners of a part that another Winnow process has moved. */
  function notifyForeignMove({ cleaningId, ordinal, record: { state } }: PartRow): void {
    const key = keyOf(cleaningId, ordinal);
    if (known.get(key) === state.kind) return;
    known.set(key, state.kind);
    options.changed(cleaningId);
    if (isSettled(state)) options.onSettled(cleaningId);
  }

  function retryLocally(key: string, cleaningId: string, error: unknown): void {
    options.log(`part ${key}: ${stackOf(error)}`);
    troubled.add(cleaningId);
    const times = (localFailures.get(key) ?? 0) + 1;
    localFailures.set(key, times);
    const peer = { account: "this machine", host: "this machine" };
    scheduler.schedule(key, peer, jitter(waitDelay("disk", times), random()));
    try {
      const met =
        error instanceof LocalDataError ? error.problem : cleaningStoreProblem(error, options.layout);
      options.reportLocalProblem(cleaningId, met ?? problem("internal"));
    } catch (again) {
      // An unreadable row cannot be reported either; the retry is already scheduled.
      options.log(`part ${key}: ${messageOf(again)}`);
    }
  }

  /** Stops polling the cleaning's parts. */
  function drop(cleaningId: string): void {
    for (const part of records.parts(cleaningId)) {
      const key = keyOf(cleaningId, part.ordinal);
      scheduler.forget(key);
      known.delete(key);
      // Don't abort a check: it is paid for once answered.
      const flight = inFlight.get(key);
      if (flight?.doing !== "check") flight?.controller.abort();
    }
  }

  /** Applies an external event: a user action or the end of a wait. Returns `false` if nothing changed. */
  function apply(cleaningId: string, ordinal: number, event: PartEvent): boolean {
    const part = records.part(cleaningId, ordinal);
    return part !== null && applyTo([part], event);
  }

  function applyTo(parts: readonly PartRow[], event: PartEvent, also?: () => void): boolean {
    const moved = moves.commitAll(parts, event, also);
    for (const one of moved) continueFrom(one);
    return moved.length > 0;
  }

  function continueFrom({ part, after, event }: CommittedTransition): void {
    const cleaning = records.cleaning(part.cleaningId);
    if (cleaning === null) return;
    const key = keyOf(part.cleaningId, part.ordinal);
    if (event.type === "user.resumed") retryRegardlessOfBalance.add(key);
    const flight = inFlight.get(key);
    // Let a cancelled upload finish, so that its job can be deleted; a check is paid for.
    const isHeard = flight?.doing === "upload" || flight?.doing === "check";
    if (isSettled(after.state) && !isHeard) flight?.controller.abort();
    intervals.delete(key);
    const watched = cleaning.watching || isSettled(after.state);
    if (watched && (flight === undefined || flight.controller.signal.aborted)) {
      plan(cleaning, part, after, null, true);
    }
  }

  function startPart(cleaningId: string, ordinal: number): void {
    // The request in flight decides the next step.
    if (inFlight.has(keyOf(cleaningId, ordinal))) return;
    const part = records.part(cleaningId, ordinal);
    const cleaning = records.cleaning(cleaningId);
    if (part === null || cleaning === null) return;
    const record = moves.commit(part, { type: "recovered" }) ?? part.record;
    const waits = record.state.kind === "waiting" && record.state.for !== "user";
    const step = nextStep(record);
    if (step === null && !waits && !wantsRemoval(record)) return;
    const delay = jitter(waits ? 50 : 0, random());
    scheduler.schedule(keyOf(cleaningId, ordinal), peerOf(cleaning), delay, step === "fetch");
  }

  return {
    /** Resumes a part in its current state. Local failures are reported and retried. */
    resume(cleaningId: string, ordinal: number) {
      try {
        startPart(cleaningId, ordinal);
      } catch (error) {
        retryLocally(keyOf(cleaningId, ordinal), cleaningId, error);
      }
    },
    apply,
    /** Applies an event to all parts in one commit with `also`. Returns `false`, writing nothing, if no part changed. */
    applyToAll: (cleaningId: string, event: PartEvent, also: () => void) =>
      applyTo(records.parts(cleaningId), event, also),
    drop,
    /** Stops polling the cleaning's parts; resolves when no request uses its files. */
    async stopAndWait(cleaningId: string) {
      if (records.cleaning(cleaningId)?.state === "active") drop(cleaningId);
      const keys = records.parts(cleaningId).map(({ ordinal }) => keyOf(cleaningId, ordinal));
      // A deletion at the service does not use local files.
      const atFiles = keys.filter((key) => inFlight.get(key)?.doing !== "remove");
      await Promise.all(atFiles.map((key) => running.get(key)));
    },
    accountChanged: releases.accountChanged,
    pausedUntil,
    retryNow(cleaningId: string) {
      for (const { ordinal } of records.parts(cleaningId)) scheduler.retryNow(keyOf(cleaningId, ordinal));
    },
    wake() {
      looks.forget();
      scheduler.wake();
    },
    setOnline(online: boolean) {
      looks.forget();
      scheduler.setOnline(online);
    },
    transferring: () =>
      [...inFlight.values()].some(
        ({ doing }) => doing === "upload" || doing === "check" || doing === "fetch",
      ),
    async close() {
      for (const { controller } of inFlight.values()) controller.abort();
      await scheduler.close();
    },
  };
}
