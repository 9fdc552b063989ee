import { useEffect, useState } from "react";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { useWinnow } from "../../../stores/winnow.tsx";
import type { Offered } from "./offered-choices.ts";

/**
 * How many rows each of the `offered` writes, said before it is chosen: asked one after another, and again with each
 * `turn`. Null: not counted (yet).
 */
export function useExportCounts(
  active: boolean,
  cleaningId: string,
  offered: readonly Offered[],
  turn: number,
): (filter: ResultFilter | null) => number | null {
  const { bridge } = useWinnow();
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const asked = JSON.stringify(offered.map(({ filter }) => filter));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of the filters stands for them, a turn is the wish to ask again
  useEffect(() => {
    if (!active) return;
    let current = true;
    void (async () => {
      for (const { filter } of offered) {
        if (filter === null) continue;
        const answer = await bridge.call("exports.count", { cleaningId, filter });
        if (!current) return;
        if (answer.ok) setCounts((before) => new Map(before).set(JSON.stringify(filter), answer.value.rows));
      }
    })();
    return () => {
      current = false;
    };
  }, [bridge, active, cleaningId, asked, turn]);
  useEffect(() => {
    if (!active) setCounts(new Map());
  }, [active]);
  return (filter) => (filter === null ? null : (counts.get(JSON.stringify(filter)) ?? null));
}
