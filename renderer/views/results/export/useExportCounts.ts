import { useCallback } from "react";
import type { ExportFilter } from "../../../../shared/bridge/exports.ts";
import { ok, type Result } from "../../../../shared/result.ts";
import { useCall, useReading } from "../../../stores/reading.ts";
import { useWinnow } from "../../../stores/winnow.tsx";
import type { Offered } from "./saved-presets.ts";

/** Counts the rows that a filter writes and leaves out. Inactive while `filter` is `null`. */
export function useExportCount(cleaningId: string, filter: ExportFilter | null) {
  const asked = filter && { cleaningId, filter };
  const { value, problem, reload } = useCall("exports.count", asked, [
    `results ${cleaningId}`,
    "suppression",
  ]);
  return { account: problem === null ? value : null, problem, again: reload };
}

/**
 * Counts the rows of each offered preset, one after another, and again after the `chosen` one was recounted. The
 * returned function returns `null` for presets not counted (yet).
 */
export function useExportCounts(
  cleaningId: string,
  offered: readonly Offered[],
  chosen: unknown,
): (filter: ExportFilter | null) => number | null {
  const { bridge } = useWinnow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of the filters stands for them
  const ask = useCallback(async (): Promise<Result<ReadonlyMap<string, number>>> => {
    const counts = new Map<string, number>();
    for (const { filter } of offered) {
      if (filter === null) continue;
      const answer = await bridge.call("exports.count", { cleaningId, filter });
      if (answer.ok) counts.set(JSON.stringify(filter), answer.value.rows);
    }
    return ok(counts);
  }, [bridge, cleaningId, JSON.stringify(offered.map(({ filter }) => filter)), chosen]);
  const { last } = useReading(cleaningId, chosen === null ? null : ask);
  return (filter) => (filter === null ? null : (last?.get(JSON.stringify(filter)) ?? null));
}
