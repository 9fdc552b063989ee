import { rename, rm } from "node:fs/promises";
import { type Problem, problem } from "../../../shared/problems.ts";
import { assertNever } from "../../../shared/result.ts";
import type { AccountDirectory } from "../accounts/index.ts";
import type { Clock } from "../handlers.ts";
import type { ServiceClient, ServiceError } from "../service/index.ts";
import type { Journal, Layout } from "../store/index.ts";
import { nextStep, type PartEvent, transition } from "./machine.ts";
import { backoff, jitter, LOOK_AGAIN, pollDelay } from "./pace.ts";
import { isSettled, jobOf, type PartRecord, type Step } from "./part.ts";
import type { CleaningRow, PartRow, Records } from "./records.ts";
import { createScheduler } from "./scheduler.ts";

/** What taking one part's results in says. */
export type Taken = { kind: "taken"; missing: number } | { kind: "unusable"; problem: Problem };

export interface ExecutorOptions {
  readonly journal: Journal;
  readonly records: Records;
  readonly layout: Layout;
  readonly accounts: AccountDirectory;
  readonly clock: Clock;
  /** Takes a fetched file into the results; must do nothing new when done twice. */
  readonly takeIn: (cleaning: CleaningRow, part: PartRow, signal: AbortSignal) => Promise<Taken>;
  /** A part's record changed and is committed. */
  readonly changed: (cleaningId: string) => void;
  /** No part of the cleaning moves any more. */
  readonly settled: (cleaningId: string) => void;
  readonly deleteAfterFetch: () => boolean;
  readonly probe: (point: string) => void;
  readonly dice?: () => number;
}

/** Runs what the state machine asks for: commits before it sends, commits before it goes on. */
export interface Executor {
  /** Takes up a part where it stands. */
  take(cleaningId: string, ordinal: number): void;
  /** Something happened to a part from outside: the user, or a wait that ended. False: it changed nothing. */
  apply(cleaningId: string, ordinal: number, event: PartEvent): boolean;
  /** Lets go of a cleaning's parts: nothing is asked about them any more. */
  drop(cleaningId: string): void;
  /** Releases the parts of an account that wait for it. */
  accountChanged(accountId: string): void;
  wake(): void;
  setOnline(online: boolean): void;
  /** Something is being uploaded or fetched right now. */
  transferring(): boolean;
  close(): Promise<void>;
}

const keyOf = (cleaningId: string, ordinal: number) => `${cleaningId}/${ordinal}`;

export function createExecutor(options: ExecutorOptions): Executor {
  const { journal, records, layout, accounts, clock, probe } = options;
  const dice = options.dice ?? Math.random;
  const flights = new Map<string, { controller: AbortController; step: Step | "remove" | "credits" }>();
  const intervals = new Map<string, number>();
  const scheduler = createScheduler({ clock, run });

  function commit(part: PartRow, event: PartEvent): PartRecord | null {
    const current = records.part(part.cleaningId, part.ordinal);
    if (current === null) return null;
    const next = transition(current.record, event);
    if (next === null) return null;
    const before = current.record;
    const { record, why } = next;
    const notable = record.state.kind !== before.state.kind || record.problem?.code !== before.problem?.code;
    journal.commit(() => {
      const at = clock.now();
      records.savePart(part.cleaningId, part.ordinal, record, at);
      if (notable) {
        records.note(part.cleaningId, part.ordinal, at, before.state.kind, record.state.kind, why);
      }
    });
    probe(`committed:${record.state.kind}`);
    options.changed(part.cleaningId);
    if (isSettled(record.state) && !isSettled(before.state)) options.settled(part.cleaningId);
    return record;
  }

  function plan(
    cleaning: CleaningRow,
    part: PartRow,
    record: PartRecord,
    hint: { moved: boolean; retryAfter: number | null },
  ): void {
    const key = keyOf(part.cleaningId, part.ordinal);
    const at = (delay: number) => scheduler.schedule(key, cleaning.account_id, jitter(delay, dice()));
    const step = nextStep(record.state);
    if (record.attempts > 0 && step !== null) {
      const delay = backoff(record.attempts, hint.retryAfter);
      scheduler.hold(cleaning.account_id, delay);
      at(delay);
    } else if (step === "poll") {
      const interval = pollDelay(intervals.get(key) ?? null, hint.moved);
      intervals.set(key, interval);
      at(interval);
    } else if (step !== null) {
      intervals.delete(key);
      at(0);
    } else if (
      record.state.kind === "waiting" &&
      (record.state.for === "slot" || record.state.for === "credits")
    ) {
      at(Math.max(LOOK_AGAIN, hint.retryAfter ?? 0));
    } else if (wantsRemoval(record) && record.attempts < 3) {
      at(record.attempts === 0 ? 0 : backoff(record.attempts, null));
    }
  }

  function wantsRemoval(record: PartRecord): boolean {
    if (!record.atService || jobOf(record.state) === null) return false;
    return record.state.kind === "cancelled" || (record.state.kind === "done" && options.deleteAfterFetch());
  }

  async function run(key: string): Promise<void> {
    const slash = key.lastIndexOf("/");
    const part = records.part(key.slice(0, slash), Number(key.slice(slash + 1)));
    const cleaning = part === null ? null : records.cleaning(part.cleaningId);
    if (part === null || cleaning === null) return;
    const { state } = part.record;
    const step = nextStep(state);
    const doing = step ?? (wantsRemoval(part.record) ? "remove" : "credits");
    const controller = new AbortController();
    flights.set(key, { controller, step: doing });
    try {
      if (step !== null) await advance(cleaning, part, step, controller.signal);
      else if (doing === "remove") await remove(cleaning, part, controller.signal);
      else if (state.kind === "waiting") await lookAgain(cleaning, part);
    } finally {
      flights.delete(key);
    }
  }

  async function advance(
    cleaning: CleaningRow,
    part: PartRow,
    step: Step,
    signal: AbortSignal,
  ): Promise<void> {
    const before = part.record;
    let retryAfter: number | null = null;
    const answer = (event: PartEvent): PartRecord | null => {
      if ("error" in event) retryAfter = event.error.retryAfter;
      return commit(part, event);
    };
    const client = await accounts.client(cleaning.account_id);
    const speaker = client.ok ? client.value : null;
    const refusal = client.ok ? null : client.problem;
    let after: PartRecord | null;
    switch (step) {
      case "upload":
        after = await upload(part, speaker, refusal, signal, answer);
        break;
      case "poll":
        after = await poll(part, speaker, refusal, signal, answer);
        break;
      case "start":
        after = await start(cleaning, part, speaker, refusal, signal, answer);
        break;
      case "fetch":
        after = await fetchResults(cleaning, part, speaker, refusal, signal, answer);
        break;
      default:
        return assertNever(step);
    }
    if (after === null || signal.aborted) return;
    const moved = after.verified !== before.verified || after.serviceStatus !== before.serviceStatus;
    plan(cleaning, part, after, { moved, retryAfter });
  }

  type Answer = (event: PartEvent) => PartRecord | null;

  async function upload(
    part: PartRow,
    client: ServiceClient | null,
    refusal: Problem | null,
    signal: AbortSignal,
    answer: Answer,
  ) {
    if (part.record.state.kind === "queued" && commit(part, { type: "upload.begun" }) === null) return null;
    if (client === null) return answer({ type: "upload.failed", error: unavailable(refusal) });
    probe("before:upload");
    const path = layout.cleaning(part.cleaningId).upload(part.ordinal);
    const sent = await client.uploadFile(path, {
      signal,
      autoVerify: part.record.autoVerify,
      name: `part-${part.ordinal}.csv`,
    });
    probe("after:upload");
    if (!sent.ok) {
      return signal.aborted ? null : answer({ type: "upload.failed", error: sent.error });
    }
    const after = answer({ type: "upload.answered", jobId: sent.value.jobId, at: clock.now() });
    // The user cancelled while the answer was on its way: what arrived is cleaned up again.
    if (after === null) await client.remove(sent.value.jobId);
    return after;
  }

  async function poll(
    _part: PartRow,
    client: ServiceClient | null,
    refusal: Problem | null,
    signal: AbortSignal,
    answer: Answer,
  ) {
    const jobId = jobOf(_part.record.state);
    if (jobId === null) return null;
    if (client === null) return answer({ type: "status.failed", error: unavailable(refusal) });
    probe("before:status");
    const heard = await client.status(jobId, { signal });
    probe("after:status");
    if (signal.aborted) return null;
    return heard.ok
      ? answer({ type: "status.answered", status: heard.value, at: clock.now() })
      : answer({ type: "status.failed", error: heard.error });
  }

  async function start(
    cleaning: CleaningRow,
    part: PartRow,
    client: ServiceClient | null,
    refusal: Problem | null,
    signal: AbortSignal,
    answer: Answer,
  ) {
    const short = parkedShortOf(cleaning.account_id, part.record.addresses);
    if (short !== null) return commit(part, { type: "start.unaffordable", available: short });
    const begun = commit(part, { type: "start.begun" });
    const jobId = begun === null ? null : jobOf(begun.state);
    if (jobId === null) return null;
    if (client === null)
      return answer({ type: "start.failed", error: unavailable(refusal), at: clock.now() });
    probe("before:start");
    const started = await client.start(jobId, { signal });
    probe("after:start");
    if (signal.aborted) return null;
    const after = started.ok
      ? answer({ type: "start.answered", at: clock.now() })
      : answer({ type: "start.failed", error: started.error, at: clock.now() });
    const spentOrShort =
      after?.state.kind === "verifying" || started.ok || started.error.consequence === "credits";
    if (spentOrShort) await accounts.refreshCredits(cleaning.account_id);
    return after;
  }

  /** The account's credits, when parts of it wait for more and these do not suffice either; else null. */
  function parkedShortOf(accountId: string, needed: number): number | null {
    const credits = accounts.credits(accountId);
    if (credits === null || credits >= needed) return null;
    const waits = ({ record: { state } }: PartRow) => state.kind === "waiting" && state.for === "credits";
    const parked = records
      .active()
      .some((id) => records.cleaning(id)?.account_id === accountId && records.parts(id).some(waits));
    return parked ? credits : null;
  }

  async function fetchResults(
    cleaning: CleaningRow,
    part: PartRow,
    client: ServiceClient | null,
    refusal: Problem | null,
    signal: AbortSignal,
    answer: Answer,
  ) {
    const jobId = jobOf(part.record.state);
    if (jobId === null) return null;
    if (client === null) return answer({ type: "fetch.failed", error: unavailable(refusal) });
    const path = layout.cleaning(part.cleaningId).download(part.ordinal);
    const arriving = `${path}.arriving`;
    await rm(arriving, { force: true });
    probe("before:download");
    const fetched = await client.download(jobId, arriving, { signal });
    probe("after:download");
    if (signal.aborted) return null;
    if (!fetched.ok) return answer({ type: "fetch.failed", error: fetched.error });
    await rename(arriving, path);
    probe("before:ingest");
    const taken = await options.takeIn(cleaning, part, signal);
    probe("after:ingest");
    if (signal.aborted) return null;
    if (taken.kind === "unusable") return answer({ type: "fetch.unusable", problem: taken.problem });
    return taken.missing > 0 && part.record.shortFetches === 0
      ? answer({ type: "results.short", missing: taken.missing })
      : answer({ type: "results.taken", missing: taken.missing });
  }

  async function remove(cleaning: CleaningRow, part: PartRow, signal: AbortSignal): Promise<void> {
    const jobId = jobOf(part.record.state);
    const client = await accounts.client(cleaning.account_id);
    if (jobId === null || !client.ok) return;
    const removed = await client.value.remove(jobId, { signal });
    const code = removed.ok ? null : removed.error.problem.code;
    if (removed.ok || code === "job_deleted" || code === "job_invalid") commit(part, { type: "removed" });
    // Anything else is left to the service: it purges what is never asked for again.
  }

  async function lookAgain(cleaning: CleaningRow, part: PartRow): Promise<void> {
    const { state } = part.record;
    if (state.kind !== "waiting") return;
    if (state.for === "credits") {
      const credits = await accounts.refreshCredits(cleaning.account_id);
      if (!credits.ok || credits.value < part.record.addresses) {
        plan(cleaning, part, part.record, { moved: false, retryAfter: null });
        return;
      }
    }
    const after = commit(part, { type: "released" });
    if (after !== null) plan(cleaning, part, after, { moved: true, retryAfter: null });
  }

  return {
    take(cleaningId, ordinal) {
      const part = records.part(cleaningId, ordinal);
      const cleaning = records.cleaning(cleaningId);
      if (part === null || cleaning === null) return;
      const record = commit(part, { type: "recovered" }) ?? part.record;
      const waits = record.state.kind === "waiting" && record.state.for !== "user";
      if (nextStep(record.state) !== null || waits || wantsRemoval(record)) {
        scheduler.schedule(keyOf(cleaningId, ordinal), cleaning.account_id, jitter(waits ? 50 : 0, dice()));
      }
    },
    apply(cleaningId, ordinal, event) {
      const part = records.part(cleaningId, ordinal);
      const cleaning = records.cleaning(cleaningId);
      if (part === null || cleaning === null) return false;
      const key = keyOf(cleaningId, ordinal);
      const record = commit(part, event);
      if (record === null) return false;
      if (isSettled(record.state)) flights.get(key)?.controller.abort();
      intervals.delete(key);
      if (!flights.has(key) || flights.get(key)?.controller.signal.aborted) {
        plan(cleaning, part, record, { moved: true, retryAfter: null });
      }
      return true;
    },
    drop(cleaningId) {
      for (const part of records.parts(cleaningId)) {
        const key = keyOf(cleaningId, part.ordinal);
        scheduler.forget(key);
        flights.get(key)?.controller.abort();
      }
    },
    accountChanged(accountId) {
      for (const id of records.active()) {
        if (records.cleaning(id)?.account_id !== accountId) continue;
        for (const part of records.parts(id)) {
          const { state } = part.record;
          if (state.kind === "waiting" && state.for === "account")
            this.apply(id, part.ordinal, { type: "released" });
        }
      }
    },
    wake: () => scheduler.wake(),
    setOnline: (online) => scheduler.setOnline(online),
    transferring: () => [...flights.values()].some(({ step }) => step === "upload" || step === "fetch"),
    async close() {
      for (const { controller } of flights.values()) controller.abort();
      await scheduler.close();
    },
  };
}

/** There is no client to ask with: the account's key is missing, or its keychain is locked. */
function unavailable(why: Problem | null): ServiceError {
  return { problem: why ?? problem("internal"), consequence: "user", effect: "no", retryAfter: null };
}
