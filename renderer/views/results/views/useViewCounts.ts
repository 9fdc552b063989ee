import { useCallback, useState } from "react";
import type { SavedView } from "../../../../shared/bridge/app.ts";
import type { Summary } from "../../../../shared/bridge/results.ts";
import { ok, type Result } from "../../../../shared/result.ts";
import { useReading } from "../../../stores/reading.ts";
import { useWinnow } from "../../../stores/winnow.tsx";
import { LIST_ORDER } from "../view-state.ts";

/** The rows of each view, by its name, once they are counted; again whenever the list's own counts are read again. */
export function useViewCounts(
  summary: Summary,
  views: readonly SavedView[],
  isReady: boolean,
): ReadonlyMap<string, number> {
  const { bridge } = useWinnow();
  const [page] = useState(() => crypto.randomUUID());
  const { cleaningId } = summary;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the views, the summary for the marks
  const ask = useCallback(async (): Promise<Result<ReadonlyMap<string, number>>> => {
    const counts = new Map<string, number>();
    for (const [at, { name, filter }] of views.entries()) {
      const query = { cleaningId, filter, sort: LIST_ORDER, offset: 0, limit: 1 };
      const answer = await bridge.call("results.rows", { ...query, sequence: at + 1, page: `${page}-${at}` });
      if (answer.ok) counts.set(name, answer.value.total);
    }
    return ok(counts);
  }, [bridge, page, summary, JSON.stringify(views)]);
  return useReading(cleaningId, isReady ? ask : null).value ?? new Map();
}
