import type { Account } from "../../../../shared/bridge/accounts.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import type { AccountDirectory } from "../../accounts/index.ts";
import type { Clock } from "../../handlers.ts";
import type { Ledger } from "../../ledger/index.ts";
import { type Journal, type Layout, unstored } from "../../store/index.ts";
import type { PartEvent } from "../part/events.ts";
import { nextStep } from "../part/machine.ts";
import { isSettled, type PartKind, type PartRecord, type Step } from "../part/record.ts";
import type { CleaningRow, PartRow, Records } from "../records.ts";
import { createAccountLooks, createCredits } from "./credits.ts";
import type { Taken } from "./downloads.ts";
import { createMoves, type Moved } from "./moves.ts";
import { Stuck } from "./replies.ts";
import { createRequests } from "./requests.ts";
import { createScheduler, keyOf, partOf, peerOf } from "./scheduler.ts";
import { dueOf, jitter, waitDelay, wantsRemoval } from "./timing.ts";
import { createReleases } from "./waits.ts";

export interface ExecutorOptions {
  readonly journal: Journal;
  readonly records: Records;
  readonly ledger: Pick<Ledger, "mark">;
  readonly layout: Layout;
  readonly accounts: AccountDirectory;
  readonly clock: Clock;
  readonly startSeconds?: number;
  /** Whether the part's results are here already, whatever its record says. */
  readonly isHome: (part: PartRow) => boolean;
  /** Takes a fetched file into the results; must do nothing new when done twice. */
  readonly takeIn: (cleaning: CleaningRow, part: PartRow, signal: AbortSignal) => Promise<Taken>;
  /** A part's record changed and is committed. */
  readonly changed: (cleaningId: string) => void;
  /** No part of the cleaning moves any more. */
  readonly settled: (cleaningId: string) => void;
  /** What keeps a cleaning from being stored or taken in on this machine; null: it goes on again. */
  readonly trouble: (cleaningId: string, why: Problem | null) => void;
  readonly deleteAfterFetch: () => boolean;
  readonly probe: (point: string) => void;
  readonly log: (line: string) => void;
  readonly random?: () => number;
}

/** Runs what the state machine asks for: commits before it sends, commits before it goes on. */
export interface Executor {
  /** Takes up a part where it stands. What keeps this machine from that is said, and tried again: it was agreed to. */
  take(cleaningId: string, ordinal: number): void;
  /** Something happened to a part from outside: the user, or a wait that ended. False: it changed nothing. */
  apply(cleaningId: string, ordinal: number, event: PartEvent): boolean;
  /**
   * The same to every part of a cleaning, in one commit with what `also` writes. False: it changed none of them, and
   * nothing was written.
   */
  applyToAll(cleaningId: string, event: PartEvent, also: () => void): boolean;
  /** Lets go of a cleaning's parts: nothing is asked about them any more. */
  drop(cleaningId: string): void;
  /** Lets go of a cleaning's parts, and resolves when nothing is being sent from its files or brought home to them. */
  leave(cleaningId: string): Promise<void>;
  /** Releases the parts of an account that wait for it, or for credits that are there now. */
  accountChanged(account: Account): void;
  /** Until when the service wants nothing to be asked for the cleaning, in Unix milliseconds; null: it did not say. */
  pausedUntil(cleaningId: string): number | null;
  /** What the cleaning's parts wait for is tried now. */
  retryNow(cleaningId: string): void;
  wake(): void;
  setOnline(online: boolean): void;
  /** Something is being uploaded or fetched right now. */
  transferring(): boolean;
  close(): Promise<void>;
}

/** A pause that is over before anybody has read of it is not worth a word, in milliseconds. */
const WORTH_SAYING = 5_000;

/** An executor at rest: it does nothing until a part is taken up. */
export function createExecutor(options: ExecutorOptions): Executor {
  const { records, accounts, clock, probe } = options;
  const random = options.random ?? Math.random;
  const inFlight = new Map<string, { controller: AbortController; doing: Step | "remove" | "look" }>();
  /** What is being done for parts, by their keys. */
  const running = new Map<string, Promise<void>>();
  const intervals = new Map<string, number>();
  /** Parts that the user wants tried once more, whatever the balance promises. */
  const insisted = new Set<string>();
  const scheduler = createScheduler({ clock, run });
  /** How often in a row this machine kept a part from going on. */
  const localFailures = new Map<string, number>();
  const credits = createCredits({ records, accounts, clock });
  const looks = createAccountLooks({ accounts, clock });
  const troubled = new Set<string>();
  /** Cleanings that were told to be held up by a pause of the service's. */
  const paused = new Set<string>();
  /** What each part stood at when it was last told of: another Winnow may have moved it on. */
  const known = new Map<string, PartKind>();
  const moves = createMoves({
    ...options,
    isTroubled: (id) => troubled.has(id),
    stored: tell,
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

  /** Tells of what is stored. */
  function tell({ part: { cleaningId, ordinal, record: before }, after }: Moved): void {
    known.set(keyOf(cleaningId, ordinal), after.state.kind);
    probe(`committed:${after.state.kind}`);
    if (troubled.delete(cleaningId)) options.trouble(cleaningId, null);
    options.changed(cleaningId);
    if (isSettled(after.state) && !isSettled(before.state)) options.settled(cleaningId);
  }

  /** Leaves an account or a host alone; a pause that is worth a word is told of every cleaning that it holds up. */
  function hold(cleaning: CleaningRow, name: string, delay: number, isAsked: boolean): void {
    scheduler.hold(name, delay, isAsked && delay >= WORTH_SAYING);
    if (pausedUntil(cleaning.id) === null) return;
    for (const id of records.active()) {
      if (records.cleaning(id)?.scope !== cleaning.scope || pausedUntil(id) === null) continue;
      paused.add(id);
      options.changed(id);
    }
  }

  function pausedUntil(cleaningId: string): number | null {
    const cleaning = records.cleaning(cleaningId);
    const left = cleaning === null ? 0 : scheduler.pauseOf(peerOf(cleaning));
    return left === 0 ? null : clock.now() + left;
  }

  /** Sees to it that the part goes on in its time. `moved`: its status has changed. */
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
      goOn(cleaningId, before, retryAfter);
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

  /** Makes the request that is due; answers how long the service wants to be left alone. */
  async function advance(key: string, cleaning: CleaningRow, part: PartRow): Promise<number | null> {
    // A request without an answer that could be stored: what that means is stored before anything is sent again.
    if (part.record.state.kind === "uploading" || part.record.state.kind === "checking") {
      moves.commit(part, { type: "recovered" });
      return null;
    }
    const controller = new AbortController();
    const doing = nextStep(part.record) ?? (wantsRemoval(part.record) ? "remove" : "look");
    inFlight.set(key, { controller, doing });
    if (doing !== "look") {
      const isInsisted = (doing === "start" || doing === "check") && insisted.delete(key);
      return requests.make(cleaning, part, doing, controller.signal, isInsisted);
    }
    await releases.lookAgain(cleaning, part, controller.signal);
    return null;
  }

  /** Goes on from where the part stands now: the user may have moved it while the answer was on its way. */
  function goOn(cleaningId: string, before: PartRow, retryAfter: number | null): void {
    const cleaning = records.cleaning(cleaningId);
    const part = records.part(cleaningId, before.ordinal);
    if (part === null || cleaning === null) return;
    tellOfOthers(part);
    if (!cleaning.watching && !isSettled(part.record.state)) return;
    const was = before.record;
    const moved = part.record.verified !== was.verified || part.record.serviceStatus !== was.serviceStatus;
    plan(cleaning, part, part.record, retryAfter, moved);
  }

  /** What another Winnow did to the part, which this one only finds done: whoever watches here waits for it, too. */
  function tellOfOthers({ cleaningId, ordinal, record: { state } }: PartRow): void {
    const key = keyOf(cleaningId, ordinal);
    if (known.get(key) === state.kind) return;
    known.set(key, state.kind);
    options.changed(cleaningId);
    if (isSettled(state)) options.settled(cleaningId);
  }

  /** What keeps this machine from going on is said, and tried again: a full disk is emptied in the end. */
  function retryLocally(key: string, cleaningId: string, error: unknown): void {
    options.log(`part ${key}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    troubled.add(cleaningId);
    const times = (localFailures.get(key) ?? 0) + 1;
    localFailures.set(key, times);
    const peer = { account: "this machine", host: "this machine" };
    scheduler.schedule(key, peer, jitter(waitDelay("disk", times), random()));
    try {
      const met = error instanceof Stuck ? error.problem : unstored(error, options.layout);
      options.trouble(cleaningId, met ?? problem("internal"));
    } catch (again) {
      // What cannot be read cannot be told of either; it is tried again all the same.
      options.log(`part ${key}: ${again instanceof Error ? again.message : String(again)}`);
    }
  }

  function drop(cleaningId: string): void {
    for (const part of records.parts(cleaningId)) {
      const key = keyOf(cleaningId, part.ordinal);
      scheduler.forget(key);
      known.delete(key);
      // What is paid for when it is answered is heard to its end.
      const flight = inFlight.get(key);
      if (flight?.doing !== "check") flight?.controller.abort();
    }
  }

  function apply(cleaningId: string, ordinal: number, event: PartEvent): boolean {
    const part = records.part(cleaningId, ordinal);
    return part !== null && applyTo([part], event);
  }

  function applyTo(parts: readonly PartRow[], event: PartEvent, also?: () => void): boolean {
    const moved = moves.commitAll(parts, event, also);
    for (const one of moved) goOnFrom(one);
    return moved.length > 0;
  }

  /** Goes on with a part that was moved from outside. */
  function goOnFrom({ part, after, event }: Moved): void {
    const cleaning = records.cleaning(part.cleaningId);
    if (cleaning === null) return;
    const key = keyOf(part.cleaningId, part.ordinal);
    if (event.type === "user.resumed") insisted.add(key);
    const flight = inFlight.get(key);
    // An upload that is cancelled is heard to its end, so that what arrives can be cleaned up; a check is paid for.
    const isHeard = flight?.doing === "upload" || flight?.doing === "check";
    if (isSettled(after.state) && !isHeard) flight?.controller.abort();
    intervals.delete(key);
    const watched = cleaning.watching || isSettled(after.state);
    if (watched && (flight === undefined || flight.controller.signal.aborted)) {
      plan(cleaning, part, after, null, true);
    }
  }

  /** Takes up a part where it stands. */
  function takeUp(cleaningId: string, ordinal: number): void {
    // Its request is under way, and is heard to its end: what the part needs next follows from the answer.
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
    take(cleaningId, ordinal) {
      try {
        takeUp(cleaningId, ordinal);
      } catch (error) {
        retryLocally(keyOf(cleaningId, ordinal), cleaningId, error);
      }
    },
    apply,
    applyToAll: (cleaningId, event, also) => applyTo(records.parts(cleaningId), event, also),
    drop,
    async leave(cleaningId) {
      if (records.cleaning(cleaningId)?.state === "active") drop(cleaningId);
      const keys = records.parts(cleaningId).map(({ ordinal }) => keyOf(cleaningId, ordinal));
      // A list that is being deleted at the service has nothing to do with what is here.
      const atFiles = keys.filter((key) => inFlight.get(key)?.doing !== "remove");
      await Promise.all(atFiles.map((key) => running.get(key)));
    },
    accountChanged: releases.accountChanged,
    pausedUntil,
    retryNow(cleaningId) {
      for (const { ordinal } of records.parts(cleaningId)) scheduler.retryNow(keyOf(cleaningId, ordinal));
    },
    wake() {
      looks.forget();
      scheduler.wake();
    },
    setOnline(online) {
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
