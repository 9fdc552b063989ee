import { isDeepStrictEqual } from "node:util";
import type { Account } from "../../../../shared/bridge/accounts.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import type { AccountDirectory } from "../../accounts/index.ts";
import type { Clock } from "../../handlers.ts";
import { type Journal, type Layout, storeProblem, unstored } from "../../store/index.ts";
import type { PartEvent } from "../part/events.ts";
import { nextStep, transition } from "../part/machine.ts";
import { isSettled, jobOf, mayHaveStarted, mayShowLate, type PartRecord, type Step } from "../part/record.ts";
import type { Records } from "../records.ts";
import type { CleaningRow, PartRow } from "../rows.ts";
import { createAccountLooks } from "./account-looks.ts";
import { createCredits } from "./credits.ts";
import { createDoubts } from "./doubts.ts";
import {
  backoff,
  concernsAccount,
  disbelief,
  jitter,
  LOOK_AGAIN,
  notBefore,
  pollDelay,
  waitDelay,
} from "./pace.ts";
import { createPauses, type Pause } from "./pauses.ts";
import { createRequests, type Spending, Stuck, type Taken } from "./requests.ts";
import { createScheduler } from "./scheduler.ts";

export interface ExecutorOptions {
  readonly journal: Journal;
  readonly records: Records;
  readonly layout: Layout;
  readonly accounts: AccountDirectory;
  readonly clock: Clock;
  /** For what is kept with a date, see trusted-time.ts. */
  readonly calendar: Clock;
  /**
   * Commits what credits may be spent after, so that no older journal is taken for this one from then on. `error`: what
   * kept the disk from that; nothing may be spent then.
   */
  readonly commitSpending: <T>(work: () => T) => { readonly drawn: T; readonly error: unknown };
  readonly startSeconds?: number;
  /** Whether the part's results are here already, whatever its record says. */
  readonly isHome: (part: PartRow) => boolean;
  /** Why the part's results could not be taken in once they came: nothing is sent or paid for then; null: they could. */
  readonly noPlace: (part: PartRow) => Problem | null;
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
  readonly dice?: () => number;
}

/** Runs what the state machine asks for: commits before it sends, commits before it goes on. */
export interface Executor {
  /** Takes up a part where it stands. */
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
  /** Releases the parts of an account that wait for it, or for credits that are there now. */
  accountChanged(account: Account): void;
  /** The pauses that the service asked for, by the ordinals of the cleaning's parts that they hold up. */
  pausesOf(cleaningId: string): ReadonlyMap<number, Pause>;
  /** What the cleaning's parts wait for is tried now. */
  hasten(cleaningId: string): void;
  wake(): void;
  setOnline(online: boolean): void;
  /** Something is being uploaded or fetched right now. */
  transferring(): boolean;
  close(): Promise<void>;
}

const keyOf = (cleaningId: string, ordinal: number) => `${cleaningId}/${ordinal}`;
/** How often the service may refuse to delete a cancelled or fetched list; it purges it by itself in the end. */
const MOST_REMOVALS = 6;
/** Between two tries to delete a list once the service could not be asked so often. */
const REMOVE_LATER = 3600_000;

/** A part as it was, and its record after something happened to it. */
interface Moved {
  readonly part: PartRow;
  readonly after: PartRecord;
  readonly event: PartEvent;
  /** False: it came to the very same record. */
  readonly isStored: boolean;
}

/** An executor at rest: it does nothing until a part is taken up. */
export function createExecutor(options: ExecutorOptions): Executor {
  const { journal, records, accounts, clock, probe } = options;
  const dice = options.dice ?? Math.random;
  const flights = new Map<string, { controller: AbortController; doing: Step | "remove" | "look" }>();
  const intervals = new Map<string, number>();
  /** Parts that the user wants tried once more, whatever the balance promises. */
  const insisted = new Set<string>();
  /** How each account was reached when it was last heard of. */
  const reached = new Map<string, string>();
  const scheduler = createScheduler({ clock, run });
  const pauses = createPauses(clock);
  /** Cleanings that were told of while a pause held them up. */
  const toldPaused = new Set<string>();
  /** How often in a row this machine kept a part from going on. */
  const stumbles = new Map<string, number>();
  const credits = createCredits({ records, accounts, clock });
  const looks = createAccountLooks({ accounts, clock });
  const doubts = createDoubts({ records, accounts });
  const requests = createRequests({ ...options, credits, doubts, commit, commitSpending });
  const troubled = new Set<string>();

  function commit(part: PartRow, event: PartEvent): PartRecord | null {
    const moved = journal.commit(() => move(part, event));
    if (moved === null) return null;
    follow(moved);
    return moved.after;
  }

  function commitSpending(part: PartRow, event: PartEvent): Spending {
    const { drawn: moved, error } = options.commitSpending(() => move(part, event));
    if (moved === null) return { kind: "unchanged" };
    follow(moved);
    if (error === null) return { kind: "committed", record: moved.after };
    const { identity, dataDir } = options.layout;
    const why =
      storeProblem(error, identity) ?? problem("store_failing", { dir: dataDir, why: "the system refused" });
    return { kind: "unsafe", problem: why };
  }

  /** Stores what `event` makes of the part, in the transaction that is under way; null: it changes nothing. */
  function move({ cleaningId, ordinal }: PartRow, event: PartEvent): Moved | null {
    const part = records.part(cleaningId, ordinal);
    const next = part === null ? null : transition(part.record, event);
    if (part === null || next === null) return null;
    const before = part.record;
    const { record, why } = next;
    // An answer that says nothing new is no reason to make the disk write, and everybody wait for it.
    if (isDeepStrictEqual(record, before) && !troubled.has(cleaningId))
      return { part, after: record, event, isStored: false };
    const notable = record.state.kind !== before.state.kind || record.problem?.code !== before.problem?.code;
    const at = clock.now();
    records.savePart(cleaningId, ordinal, record, at);
    if (notable) records.note(cleaningId, ordinal, at, before.state.kind, record.state.kind, why);
    return { part, after: record, event, isStored: true };
  }

  /** Tells of what is stored. */
  function follow({ part: { cleaningId, record: before }, after, isStored }: Moved): void {
    if (!isStored) return;
    probe(`committed:${after.state.kind}`);
    if (troubled.delete(cleaningId)) options.trouble(cleaningId, null);
    options.changed(cleaningId);
    if (isSettled(after.state) && !isSettled(before.state)) options.settled(cleaningId);
  }

  function placeOf({ account_id, scope }: CleaningRow) {
    return { account: `account ${account_id}`, host: `host ${scope}` };
  }

  function plan(
    cleaning: CleaningRow,
    part: PartRow,
    record: PartRecord,
    retryAfter: number | null,
    moved: boolean,
  ) {
    const key = keyOf(part.cleaningId, part.ordinal);
    const place = placeOf(cleaning);
    const { state } = record;
    const step = nextStep(record);
    pauses.end(key);
    const at = (delay: number) => scheduler.schedule(key, place, jitter(delay, dice()), step === "fetch");
    const failures = Math.max(record.attempts, step === "start" || step === "fetch" ? record.setbacks : 0);
    if (failures > 0 && step !== null) {
      const delay = backoff(failures, retryAfter);
      const whole =
        record.problem?.code === "service_unreachable"
          ? place.host
          : concernsAccount(record.problem?.code)
            ? place.account
            : null;
      if (whole !== null) scheduler.hold(whole, delay);
      at(delay);
      if (retryAfter !== null && record.problem !== null)
        tellPause(part.cleaningId, [key, ...(whole === null ? [] : [whole])], delay, record.problem);
    } else if (step === "poll") {
      const parts = scheduler.countOf(place.account) + 1;
      const interval = pollDelay(intervals.get(key) ?? null, moved, parts);
      intervals.set(key, interval);
      at(interval);
    } else if (step !== null) {
      intervals.delete(key);
      at(0);
    } else if (mayShowLate(record)) {
      at(notBefore(LOOK_AGAIN, retryAfter));
    } else if (state.kind === "waiting") {
      const times = record.wait?.times ?? 1;
      if (state.for === "credits") at(notBefore(LOOK_AGAIN, retryAfter));
      else if (state.for === "slot" || state.for === "disk")
        at(notBefore(waitDelay(state.for, times), retryAfter));
      else if (state.for === "account")
        at(notBefore(waitDelay("account", Math.max(times, looks.failures(cleaning.account_id))), retryAfter));
    } else if (wantsRemoval(record)) {
      const { attempts } = record;
      if (attempts === 0) at(0);
      else at(attempts < MOST_REMOVALS ? backoff(attempts, retryAfter) : REMOVE_LATER);
    }
  }

  /** A pause that is worth a word is told of everybody whom it holds up. */
  function tellPause(cleaningId: string, names: readonly string[], delay: number, why: Problem): void {
    if (!names.map((name) => pauses.begin(name, delay, why)).includes(true)) return;
    for (const id of new Set([cleaningId, ...(names.length > 1 ? records.active() : [])])) {
      if (pausesOf(id).size === 0) continue;
      toldPaused.add(id);
      options.changed(id);
    }
  }

  /** What was told of a pause is told of again once it is over, also where nothing else has changed. */
  function tellPauseOver(cleaningId: string): void {
    if (!toldPaused.has(cleaningId) || pausesOf(cleaningId).size > 0) return;
    toldPaused.delete(cleaningId);
    options.changed(cleaningId);
  }

  function pausesOf(cleaningId: string): ReadonlyMap<number, Pause> {
    const found = new Map<number, Pause>();
    const cleaning = records.cleaning(cleaningId);
    if (cleaning === null || !cleaning.watching) return found;
    const { account, host } = placeOf(cleaning);
    for (const { ordinal, record } of records.parts(cleaningId)) {
      if (nextStep(record) === null) continue;
      const pause = pauses.of([keyOf(cleaningId, ordinal), account, host]);
      if (pause !== null) found.set(ordinal, pause);
    }
    return found;
  }

  function wantsRemoval(record: PartRecord): boolean {
    if (!record.atService || jobOf(record.state) === null || record.refusedRemovals >= MOST_REMOVALS)
      return false;
    if (record.restored) return false;
    // A list that may have been started after all is left to the user.
    if (record.state.kind === "cancelled") return !mayHaveStarted(record);
    return record.state.kind === "done" && record.removal === true;
  }

  async function run(key: string): Promise<void> {
    const slash = key.lastIndexOf("/");
    const cleaningId = key.slice(0, slash);
    const ordinal = Number(key.slice(slash + 1));
    try {
      const before = records.part(cleaningId, ordinal);
      const cleaning = records.cleaning(cleaningId);
      if (before === null || cleaning === null) return;
      const retryAfter = await advance(key, cleaning, before);
      flights.delete(key);
      stumbles.delete(key);
      goOn(cleaningId, before, retryAfter);
      tellPauseOver(cleaningId);
    } catch (error) {
      stumble(key, cleaningId, error);
    } finally {
      flights.delete(key);
    }
  }

  /** Makes the request that is due; answers how long the service wants to be left alone. */
  async function advance(key: string, cleaning: CleaningRow, part: PartRow): Promise<number | null> {
    // A request without an answer that could be stored: what that means is stored before anything is sent again.
    if (part.record.state.kind === "uploading" || part.record.state.kind === "checking") {
      commit(part, { type: "recovered" });
      return null;
    }
    const controller = new AbortController();
    const doing = nextStep(part.record) ?? (wantsRemoval(part.record) ? "remove" : "look");
    flights.set(key, { controller, doing });
    if (doing !== "look") {
      const isInsisted = (doing === "start" || doing === "check") && insisted.delete(key);
      return requests.make(cleaning, part, doing, controller.signal, isInsisted);
    }
    await lookAgain(cleaning, part, controller.signal);
    return null;
  }

  /** Goes on from where the part stands now: the user may have moved it while the answer was on its way. */
  function goOn(cleaningId: string, before: PartRow, retryAfter: number | null): void {
    const cleaning = records.cleaning(cleaningId);
    const part = records.part(cleaningId, before.ordinal);
    if (part === null || cleaning === null) return;
    if (!cleaning.watching && !isSettled(part.record.state)) return;
    const was = before.record;
    const moved = part.record.verified !== was.verified || part.record.serviceStatus !== was.serviceStatus;
    plan(cleaning, part, part.record, retryAfter, moved);
  }

  /** What keeps this machine from going on is said, and tried again: a full disk is emptied in the end. */
  function stumble(key: string, cleaningId: string, error: unknown): void {
    options.log(`part ${key}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    troubled.add(cleaningId);
    const times = (stumbles.get(key) ?? 0) + 1;
    stumbles.set(key, times);
    const place = { account: "this machine", host: "this machine" };
    scheduler.schedule(key, place, jitter(waitDelay("disk", times), dice()));
    try {
      const met = error instanceof Stuck ? error.problem : unstored(error, options.layout);
      options.trouble(cleaningId, met ?? problem("internal"));
    } catch (again) {
      // What cannot be read cannot be told of either; it is tried again all the same.
      options.log(`part ${key}: ${again instanceof Error ? again.message : String(again)}`);
    }
  }

  async function lookAgain(cleaning: CleaningRow, part: PartRow, signal: AbortSignal): Promise<void> {
    const { state } = part.record;
    if (mayShowLate(part.record)) {
      await requests.make(cleaning, part, "poll", signal, false);
      return;
    }
    if (state.kind !== "waiting" || state.for === "user") return;
    if (state.for === "credits") {
      // What it lacks credits for may have been paid for by a start that nobody heard of.
      if (state.jobId !== null && mayHaveStarted(part.record))
        await requests.make(cleaning, part, "poll", signal, false);
      const read = await credits.look(cleaning.account_id);
      releaseAffordable(cleaning.account_id, read);
    } else if (state.for !== "account" || (await looks.works(cleaning.account_id, cleaning.scope)))
      commit(part, { type: "released" });
  }

  /** How long the part is not tried again for. The machine's clock may have been set back. */
  function doubtLeft({ wait }: PartRecord): number {
    const passed = wait === null ? 0 : clock.now() - wait.at;
    return wait === null || passed < 0 ? 0 : Math.max(0, disbelief(wait.times, true) - passed);
  }

  function releaseAffordable(accountId: string, read: boolean): void {
    for (const part of credits.affordable(accountId, read))
      apply(part.cleaningId, part.ordinal, { type: "released" });
    const balance = accounts.credits(accountId);
    if (balance === null) return;
    for (const part of credits.waiting(accountId))
      if (read || part.record.wait?.balance != null) commit(part, { type: "credits.read", balance });
  }

  function apply(cleaningId: string, ordinal: number, event: PartEvent): boolean {
    const part = records.part(cleaningId, ordinal);
    const moved = part === null ? null : journal.commit(() => move(part, event));
    if (moved === null) return false;
    follow(moved);
    goOnFrom(moved);
    return true;
  }

  function applyToAll(cleaningId: string, event: PartEvent, also: () => void): boolean {
    const moved = journal.commit(() => {
      const all = records.parts(cleaningId).flatMap((part) => move(part, event) ?? []);
      if (all.length > 0) also();
      return all;
    });
    for (const one of moved) follow(one);
    for (const one of moved) goOnFrom(one);
    return moved.length > 0;
  }

  /** Goes on with a part that was moved from outside. */
  function goOnFrom({ part, after, event }: Moved): void {
    doubts.settle(part, event);
    const cleaning = records.cleaning(part.cleaningId);
    if (cleaning === null) return;
    const key = keyOf(part.cleaningId, part.ordinal);
    if (event.type === "user.resumed") insisted.add(key);
    const flight = flights.get(key);
    // An upload that is cancelled is heard to its end, so that what arrives can be cleaned up; a check is paid for.
    const isHeard = flight?.doing === "upload" || flight?.doing === "check";
    if (isSettled(after.state) && !isHeard) flight?.controller.abort();
    intervals.delete(key);
    const watched = cleaning.watching || isSettled(after.state);
    if (watched && (flight === undefined || flight.controller.signal.aborted)) {
      plan(cleaning, part, after, null, true);
    }
  }

  return {
    take(cleaningId, ordinal) {
      // Its request is under way, and is heard to its end: what the part needs next follows from the answer.
      if (flights.has(keyOf(cleaningId, ordinal))) return;
      const part = records.part(cleaningId, ordinal);
      const cleaning = records.cleaning(cleaningId);
      if (part === null || cleaning === null) return;
      const record = commit(part, { type: "recovered" }) ?? part.record;
      const waits = record.state.kind === "waiting" && (record.state.for !== "user" || mayShowLate(record));
      const step = nextStep(record);
      if (step === null && !waits && !wantsRemoval(record)) return;
      const delay = jitter(waits ? 50 : 0, dice());
      scheduler.schedule(keyOf(cleaningId, ordinal), placeOf(cleaning), delay, step === "fetch");
    },
    apply,
    applyToAll,
    drop(cleaningId) {
      for (const part of records.parts(cleaningId)) {
        const key = keyOf(cleaningId, part.ordinal);
        scheduler.forget(key);
        // What is paid for when it is answered is heard to its end.
        const flight = flights.get(key);
        if (flight?.doing !== "check") flight?.controller.abort();
      }
    },
    accountChanged(account) {
      const way = JSON.stringify([account.baseUrl, account.keyHint, account.keyState]);
      const isNew = reached.get(account.id) !== way;
      if (isNew) looks.forget();
      reached.set(account.id, way);
      for (const id of records.active()) {
        const cleaning = records.cleaning(id);
        if (cleaning?.account_id !== account.id || !cleaning.watching) continue;
        for (const { ordinal, record } of records.parts(id)) {
          if (record.state.kind !== "waiting" || record.state.for !== "account") continue;
          // News of an account come often, and say little of why it refused: each part is tried in its own time.
          const wait = isNew ? 0 : doubtLeft(record);
          if (wait === 0) apply(id, ordinal, { type: "released" });
          else scheduler.schedule(keyOf(id, ordinal), placeOf(cleaning), wait);
        }
      }
      releaseAffordable(account.id, false);
    },
    pausesOf,
    hasten(cleaningId) {
      const cleaning = records.cleaning(cleaningId);
      if (cleaning !== null) for (const name of Object.values(placeOf(cleaning))) pauses.end(name);
      for (const { ordinal } of records.parts(cleaningId)) {
        pauses.end(keyOf(cleaningId, ordinal));
        scheduler.hasten(keyOf(cleaningId, ordinal));
      }
    },
    wake() {
      looks.forget();
      pauses.endAll();
      scheduler.wake();
    },
    setOnline(online) {
      looks.forget();
      if (online) pauses.endAll();
      scheduler.setOnline(online);
    },
    transferring: () =>
      [...flights.values()].some(({ doing }) => doing === "upload" || doing === "check" || doing === "fetch"),
    async close() {
      for (const { controller } of flights.values()) controller.abort();
      await scheduler.close();
    },
  };
}
