import { useEffect, useState } from "react";
import type { SavedView } from "../../../../shared/bridge/app.ts";
import type { Summary } from "../../../../shared/bridge/results.ts";
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
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const asked = JSON.stringify(views);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the views
  useEffect(() => {
    if (!isReady) return;
    let isWanted = true;
    const count = async () => {
      for (const [at, { name, filter }] of views.entries()) {
        const answer = await bridge.call("results.rows", {
          cleaningId: summary.cleaningId,
          filter,
          sort: LIST_ORDER,
          offset: 0,
          limit: 1,
          sequence: at + 1,
          page: `${page}-${at}`,
        });
        if (!isWanted) return;
        if (answer.ok) setCounts((before) => new Map(before).set(name, answer.value.total));
      }
    };
    void count();
    return () => {
      isWanted = false;
    };
  }, [bridge, page, summary, asked, isReady]);
  return counts;
}
