import { rm } from "node:fs/promises";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import type { CleaningRow } from "../../catalog/index.ts";
import { canBeFilledIn } from "../offers.ts";
import { jobOf } from "../part/record.ts";
import type { Records } from "../records.ts";
import type { CleaningsOptions } from "../types.ts";
import type { Executor } from "./executor.ts";
import { maxResultsBytes } from "./ingest-results.ts";

/**
 * Downloads results of a finished cleaning again and adds missing ones, for free. Problems: those of a download,
 * `results_foreign` (stored results stay unchanged), `cancelled`.
 */
export async function fillIn(
  tools: Pick<CleaningsOptions, "layout" | "accounts" | "fillIn"> & {
    readonly records: Records;
    readonly executor: Executor;
  },
  row: CleaningRow,
  signal: AbortSignal,
): Promise<Result<null>> {
  const { records, layout, accounts, executor } = tools;
  const client = await accounts.client(row.account_id, row.scope);
  if (!client.ok) return client;
  for (const part of records.parts(row.id)) {
    if (signal.aborted) return fail(problem("cancelled"));
    const jobId = jobOf(part.record.state);
    if (jobId === null || !canBeFilledIn(part.record)) continue;
    const path = `${layout.cleaning(row.id).download(part.ordinal)}.again`;
    try {
      await rm(path, { force: true });
      const fetched = await client.value.download(jobId, path, { signal, most: maxResultsBytes(part) });
      if (signal.aborted) return fail(problem("cancelled"));
      if (!fetched.ok) return fail(fetched.error.problem);
      const filled = await tools.fillIn(row, part, path, signal);
      if (!filled.ok) return filled;
      executor.apply(row.id, part.ordinal, { type: "results.filled_in", missing: filled.value.missing });
    } finally {
      await rm(path, { force: true });
    }
  }
  return ok(null);
}

/** Work on a cleaning outside its parts that writes its files. */
export type ExclusiveWork = ReturnType<typeof createExclusive>;

export function createExclusive() {
  const running = new Map<string, { controller: AbortController; ended: Promise<Result<null>> }>();
  return {
    /** Runs `work`, which must end soon after an abort. Concurrent calls share one run: the file names are fixed. */
    async run(
      cleaningId: string,
      work: (signal: AbortSignal) => Promise<Result<null>>,
    ): Promise<Result<null>> {
      const going = running.get(cleaningId);
      if (going !== undefined) return going.ended;
      const controller = new AbortController();
      const ended = work(controller.signal);
      running.set(cleaningId, { controller, ended });
      try {
        return await ended;
      } finally {
        running.delete(cleaningId);
      }
    },
    /** Aborts the cleaning's work. Resolves when it has ended, with or without an error. */
    async end(cleaningId: string) {
      const own = running.get(cleaningId);
      own?.controller.abort();
      await Promise.allSettled(own === undefined ? [] : [own.ended]);
    },
  };
}
