import { useMemo } from "react";
import type { ExportFilter } from "../../../../shared/bridge/exports.ts";
import { useReading } from "../../../stores/reading.ts";
import { useWinnow } from "../../../stores/winnow.tsx";

/** How many rows an intent writes, and what it leaves out: asked anew whenever it changes. */
export function useExportCount(active: boolean, cleaningId: string, filter: ExportFilter) {
  const { bridge } = useWinnow();
  // What else is learned of the cleaning makes the same filter anew: that is no reason to take its number away.
  const asked = JSON.stringify(filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the filter
  const ask = useMemo(
    () => (active ? () => bridge.call("exports.count", { cleaningId, filter }) : null),
    [bridge, active, cleaningId, asked],
  );
  const { value, problem, reload } = useReading(`${cleaningId} ${asked}`, ask, [
    `results ${cleaningId}`,
    "suppression",
  ]);
  return { account: problem === null ? value : null, problem, again: reload };
}
