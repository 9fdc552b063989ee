import { useEffect, useMemo, useState } from "react";
import type { ExportFilter } from "../../../../shared/bridge/exports.ts";
import { useWinnow } from "../../../stores/winnow.tsx";
import type { Offered } from "./offered-choices.ts";

/**
 * How many rows each of the `offered` writes, said before it is chosen: asked one after another, and again once the
 * `chosen` one was counted anew. Null: not counted (yet).
 */
export function useExportCounts(
  active: boolean,
  cleaningId: string,
  offered: readonly Offered[],
  chosen: unknown,
): (filter: ExportFilter | null) => number | null {
  const { bridge } = useWinnow();
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const texts = useMemo(
    () => new Map(offered.map(({ filter }) => [filter, JSON.stringify(filter)])),
    [offered],
  );
  const asked = useMemo(() => [...texts.values()].join("\n"), [texts]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of the filters stands for them
  useEffect(() => {
    if (!active || chosen === null) return;
    let current = true;
    void (async () => {
      for (const { filter } of offered) {
        if (filter === null) continue;
        const answer = await bridge.call("exports.count", { cleaningId, filter });
        if (!current) return;
        if (answer.ok) setCounts((before) => new Map(before).set(texts.get(filter) ?? "", answer.value.rows));
      }
    })();
    return () => {
      current = false;
    };
  }, [bridge, active, cleaningId, asked, chosen]);
  useEffect(() => {
    if (!active) setCounts(new Map());
  }, [active]);
  return (filter) => (filter === null ? null : (counts.get(texts.get(filter) ?? "") ?? null));
}
