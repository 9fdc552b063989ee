import { rename, rm } from "node:fs/promises";
import { isWriteFailure, type Problem, problem } from "../../../../shared/problems.ts";
import type { CleaningRow } from "../../catalog/index.ts";
import type { PartRow } from "../records.ts";
import type { IngestOutcome } from "../types.ts";
import {
  LocalDataError,
  localError,
  type OutcomeCommitter,
  type RequestContext,
  type RequestsOptions,
  type RetryAfter,
} from "./commit-responses.ts";

export function createDownloads(
  options: Pick<RequestsOptions, "layout" | "clock" | "ingest" | "deleteAfterFetch" | "probe">,
  { said, failed }: OutcomeCommitter,
) {
  const { layout, clock, probe } = options;

  async function takeAnswer(cleaning: CleaningRow, part: PartRow, signal: AbortSignal): Promise<RetryAfter> {
    probe("before:ingest");
    const taken = await options.ingest(cleaning, part, signal);
    probe("after:ingest");
    if (signal.aborted) return null;
    return taken.kind === "unusable"
      ? said(part, { type: "fetch.unusable", problem: taken.problem })
      : said(part, { ...home(taken), remove: false });
  }

  /** Ingests results already on disk: a crash or backup may have come between the ingest and the part's commit. */
  async function takeWhatIsHome(
    cleaning: CleaningRow,
    part: PartRow,
    signal: AbortSignal,
  ): Promise<RetryAfter> {
    const taken = await options.ingest(cleaning, part, signal);
    if (signal.aborted) return null;
    if (taken.kind === "taken") return commitIngested(part, taken);
    const why = taken.kind === "unusable" ? taken.problem : problem("store_corrupt", { path: "results.db" });
    if (part.record.state.kind === "downloading") return unusable(cleaning, part, why);
    throw new LocalDataError(why);
  }

  /** Handles results that could not be ingested. Disk problems count as a failed download. */
  async function unusable(cleaning: CleaningRow, part: PartRow, why: Problem): Promise<RetryAfter> {
    return isWriteFailure(why.code)
      ? failed(cleaning, part, { type: "fetch.failed", error: localError(why), at: clock.now() })
      : said(part, { type: "fetch.unusable", problem: why });
  }

  async function fetchResults(
    { cleaning, part, client, signal }: RequestContext,
    jobId: string,
  ): Promise<RetryAfter> {
    const path = layout.cleaning(part.cleaningId).download(part.ordinal);
    const arriving = `${path}.arriving`;
    await rm(arriving, { force: true });
    probe("before:download");
    const fetched = await client.download(jobId, arriving, { signal, most: maxResultsBytes(part) });
    probe("after:download");
    if (signal.aborted) return null;
    if (!fetched.ok)
      return failed(cleaning, part, { type: "fetch.failed", error: fetched.error, at: clock.now() });
    await rename(arriving, path);
    probe("before:ingest");
    const taken = await options.ingest(cleaning, part, signal);
    probe("after:ingest");
    if (signal.aborted) return null;
    if (taken.kind === "unusable") return unusable(cleaning, part, taken.problem);
    return taken.kind === "short"
      ? said(part, { type: "results.short", missing: taken.missing, at: clock.now() })
      : commitIngested(part, taken);
  }

  /** Commits the ingested part and deletes its upload, which duplicates the list. */
  async function commitIngested(
    part: PartRow,
    taken: Extract<IngestOutcome, { kind: "taken" }>,
  ): Promise<RetryAfter> {
    const answer = await said(part, { ...home(taken), remove: options.deleteAfterFetch() });
    // A leftover upload only takes disk space.
    await rm(layout.cleaning(part.cleaningId).upload(part.ordinal), { force: true }).catch(() => {});
    return answer;
  }

  return { takeAnswer, takeWhatIsHome, fetchResults };
}

function home({ missing, suppressed }: { missing: number; suppressed?: number }) {
  return { type: "results.taken", missing, suppressed } as const;
}

/** Returns the size limit of a part's results, in bytes: the upload, the service's columns per row, and a margin. */
export function maxResultsBytes({ bytes, record }: PartRow): number {
  return 1024 * 1024 + 4 * bytes + 512 * record.addresses;
}
