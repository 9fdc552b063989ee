import { readFile, rename, rm } from "node:fs/promises";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { assertNever } from "../../../../shared/result.ts";
import { isOfDisk } from "../../../../shared/waits.ts";
import type { AccountDirectory, KeyedClient } from "../../accounts/index.ts";
import type { Clock } from "../../handlers.ts";
import { readOnlyAddress } from "../../lists/index.ts";
import type { ServiceError } from "../../service/index.ts";
import type { Layout } from "../../store/index.ts";
import type { PartEvent } from "../part/events.ts";
import { jobOf, type PartRecord, priceOf, type Step } from "../part/record.ts";
import { isByAnotherKey } from "../part/same-list.ts";
import type { CleaningRow, PartRow } from "../rows.ts";
import type { Credits } from "./credits.ts";
import type { Doubts } from "./doubts.ts";
import { removeList } from "./removal.ts";

/** What taking one part's results in says. */
export type Taken =
  | { kind: "taken"; missing: number }
  /** Nothing was taken in: it may come whole the next time. */
  | { kind: "short"; missing: number }
  | { kind: "unusable"; problem: Problem };

/** What became of an intent to spend. `unsafe`: it is stored, but must not be followed, for what the disk did. */
export type Spending =
  | { kind: "unchanged" }
  | { kind: "committed"; record: PartRecord }
  | { kind: "unsafe"; problem: Problem };

export interface RequestsOptions {
  readonly layout: Layout;
  readonly accounts: AccountDirectory;
  readonly clock: Clock;
  /** For what is kept with a date, see trusted-time.ts. */
  readonly calendar: Clock;
  /** How long a start may take to show in the status, where it is not the usual time. */
  readonly startSeconds?: number;
  readonly credits: Credits;
  readonly doubts: Doubts;
  /** Commits what happened to a part; its record afterwards, or null when that changed nothing. */
  readonly commit: (part: PartRow, event: PartEvent) => PartRecord | null;
  /** The same for an intent after which credits may be spent. */
  readonly commitSpending: (part: PartRow, event: PartEvent) => Spending;
  readonly isHome: (part: PartRow) => boolean;
  /** Why the part's results could not be taken in once they came; null: they could. */
  readonly noPlace: (part: PartRow) => Problem | null;
  readonly takeIn: (cleaning: CleaningRow, part: PartRow, signal: AbortSignal) => Promise<Taken>;
  readonly deleteAfterFetch: () => boolean;
  readonly probe: (point: string) => void;
}

/** A part's request under way: whose, which, until when, and with what. */
interface Asking {
  readonly cleaning: CleaningRow;
  readonly part: PartRow;
  readonly client: KeyedClient;
  readonly signal: AbortSignal;
  /** The user wants it tried, whatever the balance promises. */
  readonly insisted: boolean;
}

/** How long the service wants to be left alone, in milliseconds; null: it did not say. */
type Pause = number | null;

/** What is stored here keeps a part from going on: it is said, and tried again. */
export class Stuck extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** Makes the one request that a part needs: its intent is committed before it leaves, its answer before it ends. */
export function createRequests(options: RequestsOptions) {
  const { layout, accounts, clock, credits, doubts, commit, commitSpending, probe } = options;
  /** By job, when its status was last heard or its start was over, in this run; by the clock that does not jump. */
  const heardAt = new Map<string, number>();

  /** Milliseconds since the job was last heard of, which it is now; undefined: it was not in this run. */
  function passedOf(jobId: string): number | undefined {
    const now = clock.monotonic();
    const last = heardAt.get(jobId);
    heardAt.set(jobId, now);
    return last === undefined ? undefined : now - last;
  }

  async function upload({ cleaning, part, client, signal }: Asking): Promise<Pause> {
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
    if (after === null) await client.remove(jobId);
    return null;
  }

  async function check({ cleaning, part, client, signal, insisted }: Asking): Promise<Pause> {
    const available = insisted ? null : credits.shortOf(cleaning.account_id, priceOf(part.record));
    if (available !== null) return said(part, { type: "start.unaffordable", available, at: clock.now() });
    const path = layout.cleaning(part.cleaningId).upload(part.ordinal);
    const address = await addressIn(path);
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

  /** Takes the stored answer of a single check into the results. */
  async function takeAnswer(cleaning: CleaningRow, part: PartRow, signal: AbortSignal): Promise<Pause> {
    probe("before:ingest");
    const taken = await options.takeIn(cleaning, part, signal);
    probe("after:ingest");
    if (signal.aborted) return null;
    return taken.kind === "unusable"
      ? said(part, { type: "fetch.unusable", problem: taken.problem })
      : said(part, { type: "results.taken", missing: taken.missing, remove: false });
  }

  /**
   * Takes in what is here already: Winnow may have ended, or a backup been made, between the results and the record that
   * says so. By then the service may have nothing of it any more.
   */
  async function takeWhatIsHome(cleaning: CleaningRow, part: PartRow, signal: AbortSignal): Promise<Pause> {
    const taken = await options.takeIn(cleaning, part, signal);
    if (signal.aborted) return null;
    if (taken.kind === "taken")
      return said(part, {
        type: "results.taken",
        missing: taken.missing,
        remove: options.deleteAfterFetch(),
      });
    const why = taken.kind === "unusable" ? taken.problem : problem("store_corrupt", { path: "results.db" });
    if (part.record.state.kind === "downloading") return unusable(cleaning, part, why);
    throw new Stuck(why);
  }

  /** Results that could not be taken in; where that is this machine's fault, they are as good as not fetched yet. */
  async function unusable(cleaning: CleaningRow, part: PartRow, why: Problem): Promise<Pause> {
    return isOfDisk(why.code)
      ? failed(cleaning, part, { type: "fetch.failed", error: unmade(why), at: clock.now() })
      : said(part, { type: "fetch.unusable", problem: why });
  }

  async function poll({ cleaning, part, client, signal }: Asking): Promise<Pause> {
    const jobId = jobOf(part.record.state);
    if (jobId === null) return null;
    probe("before:status");
    const heard = await client.status(jobId, { signal });
    probe("after:status");
    if (signal.aborted) return null;
    const isLost = heard.ok
      ? heard.value.status === "failed" || heard.value.status === "cancelled"
      : heard.error.problem.code === "job_gone" || heard.error.problem.code === "job_invalid";
    if (isLost && options.isHome(part)) return takeWhatIsHome(cleaning, part, signal);
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

  async function start({ cleaning, part, client, signal, insisted }: Asking): Promise<Pause> {
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

  async function fetchResults({ cleaning, part, client, signal }: Asking): Promise<Pause> {
    const jobId = jobOf(part.record.state);
    if (jobId === null) return null;
    const path = layout.cleaning(part.cleaningId).download(part.ordinal);
    const arriving = `${path}.arriving`;
    await rm(arriving, { force: true });
    heardAt.delete(jobId);
    probe("before:download");
    const fetched = await client.download(jobId, arriving, { signal, most: largestResults(part) });
    probe("after:download");
    if (signal.aborted) return null;
    if (!fetched.ok)
      return failed(cleaning, part, { type: "fetch.failed", error: fetched.error, at: clock.now() });
    await rename(arriving, path);
    probe("before:ingest");
    const taken = await options.takeIn(cleaning, part, signal);
    probe("after:ingest");
    if (signal.aborted) return null;
    if (taken.kind === "unusable") return unusable(cleaning, part, taken.problem);
    return taken.kind === "short"
      ? said(part, { type: "results.short", missing: taken.missing, at: clock.now() })
      : said(part, {
          type: "results.taken",
          missing: taken.missing,
          remove: options.deleteAfterFetch(),
          by: client.keyMark,
        });
  }

  async function remove({ cleaning, part, client, signal }: Asking): Promise<Pause> {
    const jobId = jobOf(part.record.state);
    if (jobId === null) return null;
    const removed = await removeList(client, part.record, jobId, signal);
    if (signal.aborted) return null;
    if (removed.ok) return said(part, { type: "removed" });
    return failed(cleaning, part, { type: "removal.failed", error: removed.error });
  }

  function said(part: PartRow, event: PartEvent): Pause {
    commit(part, event);
    return null;
  }

  /** A refusal for want of credits is committed with what the balance was known to be, then what it is. */
  async function failed(
    { account_id }: CleaningRow,
    part: PartRow,
    event: Extract<PartEvent, { error: ServiceError }>,
  ): Promise<Pause> {
    const isShort = event.error.consequence === "credits" && event.type !== "removal.failed";
    const after = commit(part, isShort ? { ...event, balance: accounts.credits(account_id) } : event);
    if (after?.state.kind === "waiting" && after.state.for === "credits") {
      const balance = await credits.readNow(account_id);
      if (balance !== null) commit(part, { type: "credits.read", balance });
    }
    return event.error.retryAfter;
  }

  /** There is nobody to ask: the account's key is missing, or its keychain is locked. */
  function refused(
    cleaning: CleaningRow,
    part: PartRow,
    step: Step | "remove",
    why: Problem,
  ): Promise<Pause> {
    const error = unmade(why);
    const at = clock.now();
    switch (step) {
      case "upload":
        // What was under way is settled first: it left nothing at the service.
        commit(part, { type: "upload.begun" });
        return failed(cleaning, part, { type: "upload.failed", error, at });
      case "check":
        commit(part, { type: "check.begun" });
        return failed(cleaning, part, { type: "check.failed", error, at });
      case "poll":
        return failed(cleaning, part, { type: "status.failed", error, at });
      case "start":
        commit(part, { type: "start.begun" });
        return failed(cleaning, part, { type: "start.failed", error, at });
      case "fetch":
        return failed(cleaning, part, { type: "fetch.failed", error, at });
      case "remove":
        return failed(cleaning, part, { type: "removal.failed", error });
      default:
        return assertNever(step);
    }
  }

  return {
    async make(
      cleaning: CleaningRow,
      part: PartRow,
      step: Step | "remove",
      signal: AbortSignal,
      insisted: boolean,
    ): Promise<Pause> {
      if (part.record.state.kind === "checked") return takeAnswer(cleaning, part, signal);
      // What is home is neither fetched nor paid for again.
      if (step !== "poll" && step !== "remove" && options.isHome(part))
        return takeWhatIsHome(cleaning, part, signal);
      const spends = step === "upload" || step === "check" || step === "start";
      const noPlace = spends ? options.noPlace(part) : null;
      if (noPlace !== null) throw new Stuck(noPlace);
      const client = await accounts.client(cleaning.account_id, cleaning.scope);
      if (signal.aborted) return null;
      if (!client.ok) return refused(cleaning, part, step, client.problem);
      const asking: Asking = { cleaning, part, client: client.value, signal, insisted };
      const isNew = isByAnotherKey(part.record, client.value.keyMark);
      if (isNew && step === "start") return said(part, { type: "key.unproved" });
      switch (step) {
        case "upload":
        case "check":
          // It was sent before, with a price that was agreed to for that key's account.
          if (isNew) return said(part, { type: "rekeyed" });
          if (part.record.state.kind === "queued" && (await doubts.about(cleaning, part, signal)) !== null)
            return said(part, { type: "doubted" });
          if (signal.aborted) return null;
          return step === "upload" ? upload(asking) : check(asking);
        case "poll":
          return poll(asking);
        case "start":
          return start(asking);
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

/** The error of a request that was not made, or whose answer could not be kept here. */
function unmade(why: Problem): ServiceError {
  return { problem: why, consequence: "user", effect: "no", retryAfter: null };
}

/** The only address in a part's file; null: it is not there. */
async function addressIn(path: string): Promise<string | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  return text === null ? null : readOnlyAddress(text);
}

/** More bytes than any honest results of the part have: what was sent, in every row what the service adds, and room. */
export function largestResults({ bytes, record }: PartRow): number {
  return 1024 * 1024 + 4 * bytes + 512 * record.addresses;
}
