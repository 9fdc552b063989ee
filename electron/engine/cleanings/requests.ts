import { readFile, rename, rm } from "node:fs/promises";
import { type Problem, problem } from "../../../shared/problems.ts";
import { assertNever } from "../../../shared/result.ts";
import type { AccountDirectory } from "../accounts/index.ts";
import type { Clock } from "../handlers.ts";
import { readOnlyAddress } from "../lists/index.ts";
import type { ServiceClient, ServiceError } from "../service/index.ts";
import type { Layout } from "../store/index.ts";
import type { Credits } from "./credits.ts";
import type { PartEvent } from "./machine.ts";
import { jobOf, type PartRecord, type Step } from "./part.ts";
import type { CleaningRow, PartRow } from "./records.ts";

/** What taking one part's results in says. */
export type Taken = { kind: "taken"; missing: number } | { kind: "unusable"; problem: Problem };

export interface RequestsOptions {
  readonly layout: Layout;
  readonly accounts: AccountDirectory;
  readonly clock: Clock;
  readonly credits: Credits;
  /** Commits what happened to a part; its record afterwards, or null when that changed nothing. */
  readonly commit: (part: PartRow, event: PartEvent) => PartRecord | null;
  readonly takeIn: (cleaning: CleaningRow, part: PartRow, signal: AbortSignal) => Promise<Taken>;
  readonly deleteAfterFetch: () => boolean;
  readonly probe: (point: string) => void;
}

/** A part's request under way: whose, which, until when, and with what. */
interface Asking {
  readonly cleaning: CleaningRow;
  readonly part: PartRow;
  readonly client: ServiceClient;
  readonly signal: AbortSignal;
}

/** How long the service wants to be left alone, in milliseconds; null: it did not say. */
type Pause = number | null;

/** Makes the one request that a part needs: its intent is committed before it leaves, its answer before it ends. */
export function createRequests(options: RequestsOptions) {
  const { layout, accounts, clock, credits, commit, probe } = options;

  async function upload({ part, client, signal }: Asking): Promise<Pause> {
    if (part.record.state.kind === "queued" && commit(part, { type: "upload.begun" }) === null) return null;
    probe("before:upload");
    const path = layout.cleaning(part.cleaningId).upload(part.ordinal);
    const name = `part-${part.ordinal}.csv`;
    const sent = await client.uploadFile(path, { signal, autoVerify: part.record.autoVerify, name });
    probe("after:upload");
    if (!sent.ok) {
      return signal.aborted ? null : failed(part, { type: "upload.failed", error: sent.error });
    }
    const { jobId } = sent.value;
    const after = commit(part, { type: "upload.answered", jobId, at: clock.now() });
    // The part went another way while the answer was on its own: what arrived is cleaned up again.
    if (after === null) await client.remove(jobId);
    return null;
  }

  async function check({ cleaning, part, client, signal }: Asking): Promise<Pause> {
    const available = credits.shortOf(cleaning.account_id, part.record.addresses);
    if (available !== null) return said(part, { type: "start.unaffordable", available });
    const path = layout.cleaning(part.cleaningId).upload(part.ordinal);
    const address = await addressIn(path);
    if (commit(part, { type: "check.begun" }) === null) return null;
    if (address === null) {
      const error: ServiceError = {
        problem: problem("file_missing", { path }),
        consequence: "stop",
        effect: "no",
        retryAfter: null,
      };
      return failed(part, { type: "check.failed", error });
    }
    probe("before:check");
    const heard = await client.verify(address, { lane: part.cleaningId, signal });
    probe("after:check");
    if (!heard.ok) {
      const unsent = signal.aborted && heard.error.effect === "no";
      return unsent
        ? said(part, { type: "check.unsent" })
        : failed(part, { type: "check.failed", error: heard.error });
    }
    const { verdict, flags } = heard.value;
    commit(part, { type: "check.answered", answer: { verdict, flags, at: clock.now() } });
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

  async function poll({ part, client, signal }: Asking): Promise<Pause> {
    const jobId = jobOf(part.record.state);
    if (jobId === null) return null;
    probe("before:status");
    const heard = await client.status(jobId, { signal });
    probe("after:status");
    if (signal.aborted) return null;
    return heard.ok
      ? said(part, { type: "status.answered", status: heard.value, at: clock.now() })
      : failed(part, { type: "status.failed", error: heard.error });
  }

  async function start({ cleaning, part, client, signal }: Asking): Promise<Pause> {
    const available = credits.shortOf(cleaning.account_id, part.record.addresses);
    if (available !== null) return said(part, { type: "start.unaffordable", available });
    const begun = commit(part, { type: "start.begun" });
    const jobId = begun === null ? null : jobOf(begun.state);
    if (jobId === null) return null;
    probe("before:start");
    const started = await client.start(jobId, { signal });
    probe("after:start");
    if (signal.aborted) return null;
    const pause = started.ok
      ? said(part, { type: "start.answered", at: clock.now() })
      : failed(part, { type: "start.failed", error: started.error, at: clock.now() });
    const code = started.ok ? null : started.error.problem.code;
    const spent = started.ok || code === "job_started";
    if (spent || code === "credits_short") await accounts.refreshCredits(cleaning.account_id);
    return pause;
  }

  async function fetchResults({ cleaning, part, client, signal }: Asking): Promise<Pause> {
    const jobId = jobOf(part.record.state);
    if (jobId === null) return null;
    const path = layout.cleaning(part.cleaningId).download(part.ordinal);
    const arriving = `${path}.arriving`;
    await rm(arriving, { force: true });
    probe("before:download");
    const fetched = await client.download(jobId, arriving, { signal, most: largestResults(part) });
    probe("after:download");
    if (signal.aborted) return null;
    if (!fetched.ok) return failed(part, { type: "fetch.failed", error: fetched.error });
    await rename(arriving, path);
    probe("before:ingest");
    const taken = await options.takeIn(cleaning, part, signal);
    probe("after:ingest");
    if (signal.aborted) return null;
    if (taken.kind === "unusable") return said(part, { type: "fetch.unusable", problem: taken.problem });
    return taken.missing > 0 && part.record.shortFetches === 0
      ? said(part, { type: "results.short", missing: taken.missing })
      : said(part, { type: "results.taken", missing: taken.missing, remove: options.deleteAfterFetch() });
  }

  async function remove({ part, client, signal }: Asking): Promise<Pause> {
    const jobId = jobOf(part.record.state);
    if (jobId === null) return null;
    const removed = await client.remove(jobId, { signal });
    if (signal.aborted) return null;
    const code = removed.ok ? null : removed.error.problem.code;
    if (removed.ok || code === "job_deleted" || code === "job_invalid")
      return said(part, { type: "removed" });
    return failed(part, { type: "removal.failed", error: removed.error });
  }

  function said(part: PartRow, event: PartEvent): Pause {
    commit(part, event);
    return null;
  }

  function failed(part: PartRow, event: Extract<PartEvent, { error: ServiceError }>): Pause {
    commit(part, event);
    return event.error.retryAfter;
  }

  /** There is nobody to ask: the account's key is missing, or its keychain is locked. */
  function refused(part: PartRow, step: Step | "remove", why: Problem): Pause {
    const error: ServiceError = { problem: why, consequence: "user", effect: "no", retryAfter: null };
    switch (step) {
      case "upload":
        // What was under way is settled first: it left nothing at the service.
        commit(part, { type: "upload.begun" });
        return failed(part, { type: "upload.failed", error });
      case "check":
        commit(part, { type: "check.begun" });
        return failed(part, { type: "check.failed", error });
      case "poll":
        return failed(part, { type: "status.failed", error });
      case "start":
        commit(part, { type: "start.begun" });
        return failed(part, { type: "start.failed", error, at: clock.now() });
      case "fetch":
        return failed(part, { type: "fetch.failed", error });
      case "remove":
        return failed(part, { type: "removal.failed", error });
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
    ): Promise<Pause> {
      if (part.record.state.kind === "checked") return takeAnswer(cleaning, part, signal);
      const client = await accounts.client(cleaning.account_id);
      if (signal.aborted) return null;
      if (!client.ok) return refused(part, step, client.problem);
      const asking: Asking = { cleaning, part, client: client.value, signal };
      switch (step) {
        case "upload":
          return upload(asking);
        case "check":
          return check(asking);
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

/** The only address in a part's file; null: it is not there. */
async function addressIn(path: string): Promise<string | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  return text === null ? null : readOnlyAddress(text);
}

/** More bytes than any honest results of the part have: what was sent, in every row what the service adds, and room. */
function largestResults({ bytes, record }: PartRow): number {
  return 1024 * 1024 + 4 * bytes + 512 * record.addresses;
}
