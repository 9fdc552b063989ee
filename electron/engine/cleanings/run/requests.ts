import { type Problem, problem } from "../../../../shared/problems.ts";
import { assertNever } from "../../../../shared/result.ts";
import type { AccountDirectory } from "../../accounts/index.ts";
import type { Clock } from "../../handlers.ts";
import type { JobStatus, ServiceError } from "../../service/index.ts";
import type { Layout } from "../../store/index.ts";
import { jobOf, priceOf, type Step } from "../part/record.ts";
import { isByAnotherKey } from "../part/same-list.ts";
import type { CleaningRow, PartRow } from "../rows.ts";
import { type ArrivalsOptions, createArrivals } from "./arrivals.ts";
import type { Asking } from "./asking.ts";
import type { Credits } from "./credits.ts";
import type { Doubts } from "./doubts.ts";
import { wantsOwnRemoval } from "./due.ts";
import { createGivenUpLook, type GivenUpLookOptions } from "./given-up.ts";
import type { Moves } from "./moves.ts";
import { onlyAddressIn } from "./only-address.ts";
import { createOutcomes, type RetryAfter, unmade } from "./outcomes.ts";
import { removeList, removeUnclaimed } from "./removal.ts";
import { Stuck } from "./stuck.ts";
import { createSuppressed, type SuppressedOptions } from "./suppressed.ts";

/**
 * Why the part's results could not be taken in once they came, or what the step needs is not there, and could not be made
 * anew: nothing is sent or paid for then; null: they could. `step` null: nothing is to be sent.
 */
export type NoPlace = (cleaning: CleaningRow, part: PartRow, step: Step | null) => Promise<Problem | null>;

export interface RequestsOptions extends SuppressedOptions, GivenUpLookOptions {
  readonly layout: Layout;
  readonly accounts: AccountDirectory;
  readonly clock: Clock;
  /** For what is kept with a date, see trusted-time.ts. */
  readonly calendar: Clock;
  /** How long a start may take to show in the status, where it is not the usual time. */
  readonly startSeconds?: number;
  readonly credits: Credits;
  readonly doubts: Doubts;
  readonly moves: Moves;
  /** Whether the part's results are here already, whatever its record says. */
  readonly isHome: (part: PartRow) => boolean;
  readonly noPlace: NoPlace;
  /** Why what was taken in of the part is not here any more, or not wholly; null: it is. May reject. */
  readonly lost: (part: PartRow) => Promise<Problem | null>;
  readonly takeIn: ArrivalsOptions["takeIn"];
  /** A part that was over turned out to be paid for: it goes on. */
  readonly startedAfterAll: (part: PartRow, status: JobStatus, by: string) => void;
  readonly deleteAfterFetch: () => boolean;
  readonly probe: (point: string) => void;
}

/** Makes the one request that a part needs: its intent is committed before it leaves, its answer before it ends. */
export function createRequests(options: RequestsOptions) {
  const { layout, accounts, clock, credits, doubts, probe } = options;
  const { commit, commitSpending } = options.moves;
  const outcomes = createOutcomes({ accounts, clock, credits, commit });
  const { said, failed } = outcomes;
  const arrivals = createArrivals({ ...options, outcomes });
  const suppressed = createSuppressed(options);
  const lookForGivenUp = createGivenUpLook(options);
  /** By job, when its status was last heard or its start was over, in this run; by the clock that does not jump. */
  const heardAt = new Map<string, number>();

  /** Milliseconds since the job was last heard of, which it is now; undefined: it was not in this run. */
  function passedOf(jobId: string): number | undefined {
    const now = clock.monotonic();
    const last = heardAt.get(jobId);
    heardAt.set(jobId, now);
    return last === undefined ? undefined : now - last;
  }

  async function upload({ cleaning, part, client, signal }: Asking): Promise<RetryAfter> {
    if (commit(part, { type: "upload.begun", by: client.keyMark }) === null) return null;
    probe("before:upload");
    const path = layout.cleaning(part.cleaningId).upload(part.ordinal);
    const name = `part-${part.ordinal}.csv`;
    const sent = await client.uploadFile(path, { signal, name });
    probe("after:upload");
    if (!sent.ok) {
      if (signal.aborted) return null;
      return failed(cleaning, part, { type: "upload.failed", error: sent.error, at: clock.now() });
    }
    const { jobId } = sent.value;
    const by = client.keyMark;
    const after = commit(part, { type: "upload.answered", jobId, at: clock.now(), by });
    // The part went another way while the answer was on its own: what arrived is cleaned up again.
    if (after === null && !options.isCountedOn(cleaning, part, jobId)) await removeUnclaimed(client, jobId);
    return null;
  }

  async function check({ cleaning, part, client, signal, insisted }: Asking): Promise<RetryAfter> {
    const available = insisted ? null : credits.shortOf(cleaning.account_id, priceOf(part.record));
    if (available !== null) return said(part, { type: "start.unaffordable", available, at: clock.now() });
    const path = layout.cleaning(part.cleaningId).upload(part.ordinal);
    const address = await onlyAddressIn(path);
    const begun = commitSpending(part, { type: "check.begun", by: client.keyMark });
    if (begun.kind === "unchanged") return null;
    if (begun.kind === "unsafe")
      return failed(cleaning, part, { type: "check.failed", error: unmade(begun.problem), at: clock.now() });
    if (address === null) {
      const error: ServiceError = {
        problem: problem("file_missing", { path }),
        consequence: "stop",
        effect: "no",
        retryAfter: null,
      };
      return failed(cleaning, part, { type: "check.failed", error, at: clock.now() });
    }
    probe("before:check");
    const heard = await client.verify(address, { lane: part.cleaningId, signal });
    probe("after:check");
    if (!heard.ok) {
      const unsent = signal.aborted && heard.error.effect === "no";
      return unsent
        ? said(part, { type: "check.unsent" })
        : failed(cleaning, part, { type: "check.failed", error: heard.error, at: clock.now() });
    }
    const { verdict, flags } = heard.value;
    commit(part, { type: "check.answered", answer: { verdict, flags, at: options.calendar.now() } });
    if (!signal.aborted) await accounts.refreshCredits(cleaning.account_id);
    return null;
  }

  async function poll({ cleaning, part, client, signal }: Asking): Promise<RetryAfter> {
    const jobId = jobOf(part.record.state);
    if (jobId === null) return null;
    probe("before:status");
    const heard = await client.status(jobId, { signal });
    probe("after:status");
    if (signal.aborted) return null;
    const isLost = heard.ok
      ? heard.value.status === "failed" || heard.value.status === "cancelled"
      : heard.error.problem.code === "job_gone" || heard.error.problem.code === "job_invalid";
    if (isLost && options.isHome(part)) return arrivals.takeWhatIsHome(cleaning, part, signal);
    return heard.ok
      ? said(part, {
          type: "status.answered",
          status: heard.value,
          at: clock.now(),
          startSeconds: options.startSeconds,
          passed: passedOf(jobId),
          by: client.keyMark,
        })
      : failed(cleaning, part, { type: "status.failed", error: heard.error, at: clock.now() });
  }

  async function start({ cleaning, part, client, signal, insisted }: Asking): Promise<RetryAfter> {
    const available = insisted ? null : credits.shortOf(cleaning.account_id, priceOf(part.record));
    if (available !== null) return said(part, { type: "start.unaffordable", available, at: clock.now() });
    const begun = commitSpending(part, { type: "start.begun" });
    if (begun.kind === "unsafe")
      return failed(cleaning, part, { type: "start.failed", error: unmade(begun.problem), at: clock.now() });
    const jobId = begun.kind === "unchanged" ? null : jobOf(begun.record.state);
    if (jobId === null) return null;
    probe("before:start");
    const started = await client.start(jobId, { signal });
    probe("after:start");
    passedOf(jobId);
    if (signal.aborted) return null;
    const pause = started.ok
      ? said(part, { type: "start.answered", at: clock.now() })
      : await failed(cleaning, part, { type: "start.failed", error: started.error, at: clock.now() });
    if (started.ok || started.error.problem.code === "job_started")
      await accounts.refreshCredits(cleaning.account_id);
    return pause;
  }

  async function isSentAnew(asking: Asking): Promise<boolean> {
    const jobId = jobOf(asking.part.record.state);
    return jobId !== null && (await suppressed.beforeStarting(asking, jobId));
  }

  async function fetchResults(asking: Asking): Promise<RetryAfter> {
    const jobId = jobOf(asking.part.record.state);
    if (jobId === null) return null;
    heardAt.delete(jobId);
    return arrivals.fetchResults(asking, jobId);
  }

  /** What became of a part that the account's balance says may be paid for, or of which it says nothing yet; null: it goes on. */
  async function heldByDoubt(
    { cleaning, part, signal }: Asking,
    step: Step,
  ): Promise<{ readonly retryAfter: RetryAfter } | null> {
    const doubt = await doubts.about(cleaning, part, signal);
    if (signal.aborted) return { retryAfter: null };
    switch (doubt.kind) {
      case "none":
        return null;
      case "unread":
        return {
          retryAfter:
            doubt.why.code === "cancelled" ? null : await outcomes.unready(cleaning, part, step, doubt.why),
        };
      case "fell":
        return { retryAfter: said(part, { type: "doubted" }) };
      default:
        return assertNever(doubt);
    }
  }

  async function remove(asking: Asking): Promise<RetryAfter> {
    const { cleaning, part, client, signal } = asking;
    if (!wantsOwnRemoval(part.record)) {
      await lookForGivenUp(asking);
      return null;
    }
    const jobId = jobOf(part.record.state);
    if (jobId === null) return null;
    // What was taken in and is not here any more has to be fetched again.
    const lost = part.record.state.kind === "done" ? await options.lost(part) : null;
    if (signal.aborted) return null;
    if (lost !== null) throw new Stuck(lost);
    // Put together again, they may lack what only the service still has.
    const now = options.records.part(part.cleaningId, part.ordinal);
    if (now !== null && now.record.missing > part.record.missing) return null;
    const isShared = options.isCountedOn(cleaning, part, jobId);
    const removed = await removeList(client, part.record, jobId, { isShared, signal });
    if (signal.aborted) return null;
    switch (removed.kind) {
      case "removed":
        return said(part, { type: "removed" });
      case "started":
        options.startedAfterAll(part, removed.status, client.keyMark);
        return null;
      case "failed":
        return failed(cleaning, part, { type: "removal.failed", error: removed.error });
      default:
        return assertNever(removed);
    }
  }

  return {
    async make(
      cleaning: CleaningRow,
      part: PartRow,
      step: Step | "remove",
      signal: AbortSignal,
      insisted: boolean,
    ): Promise<RetryAfter> {
      if (part.record.state.kind === "checked") return arrivals.takeAnswer(cleaning, part, signal);
      const spends = step === "upload" || step === "check" || step === "start";
      // What comes is fetched all the same: it is kept here when the service no longer has it.
      const noPlace = spends || step === "fetch" ? await options.noPlace(cleaning, part, step) : null;
      if (noPlace !== null && spends) throw new Stuck(noPlace);
      if (signal.aborted) return null;
      // What is home is neither fetched nor paid for again.
      if (step !== "poll" && step !== "remove" && options.isHome(part))
        return arrivals.takeWhatIsHome(cleaning, part, signal);
      const client = await accounts.client(cleaning.account_id, cleaning.scope);
      if (signal.aborted) return null;
      if (!client.ok) return outcomes.refused(cleaning, part, step, client.problem);
      const asking: Asking = { cleaning, part, client: client.value, signal, insisted };
      const isNew = isByAnotherKey(part.record, client.value.keyMark);
      if (isNew && step === "start") return said(part, { type: "key.unproved" });
      switch (step) {
        case "upload":
        case "check":
          // It was sent before, with a price that was agreed to for that key's account.
          if (isNew) return said(part, { type: "rekeyed" });
          if (part.record.state.kind === "queued") {
            const held = await heldByDoubt(asking, step);
            if (held !== null) return held.retryAfter;
          }
          if (signal.aborted || (await suppressed.beforeSending(asking)) || signal.aborted) return null;
          return step === "upload" ? upload(asking) : check(asking);
        case "poll":
          return poll(asking);
        case "start": {
          if ((await lookForGivenUp(asking)) || signal.aborted) return null;
          // What the service refused for want of credits, or would, was not paid for.
          const held = part.record.wait?.for === "credits" ? null : await heldByDoubt(asking, step);
          if (held !== null) return held.retryAfter;
          return signal.aborted || (await isSentAnew(asking)) || signal.aborted ? null : start(asking);
        }
        case "fetch":
          return fetchResults(asking);
        case "remove":
          return remove(asking);
        default:
          return assertNever(step);
      }
    },
  };
}
