import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useMemo, useRef, useState } from "react";
import type { ResultFilter, Summary } from "../../../../shared/bridge/results.ts";
import { asksOf, type Group, groupsOf, openAtFirst } from "./groups.ts";
import { type Facets, useFacets } from "./useFacets.ts";

export interface Rail {
  readonly groups: readonly Group[];
  readonly open: ReadonlySet<string>;
  readonly facets: Facets;
  /** What is searched for in a group, by its key. */
  readonly searches: Readonly<Record<string, string>>;
  toggle(key: string): void;
  search(key: string, text: string): void;
}

/** What the rail beside the results shows, and what of it is open. */
export function useRail(
  summary: Summary,
  filter: ResultFilter,
  /** Rows come first; and of a rail that is not on screen nothing is asked. */
  isReady: boolean,
): Rail {
  const { cleaningId, columns, addressColumn, rows } = summary;
  const groups = useMemo(() => groupsOf(columns, addressColumn), [columns, addressColumn]);
  const [open, setOpen] = useState(() => openAtFirst(groups, filter));
  const [searches, setSearches] = useState<Readonly<Record<string, string>>>({});
  const [settled] = useDebouncedValue(searches, 140);
  const asks = useMemo(() => asksOf(groups, open, settled, rows), [groups, open, settled, rows]);
  const facets = useFacets({ cleaningId, filter, asks, isReady });
  // Marks change who is behind which door: the summary is read again with them.
  const counted = useRef(summary);
  const { reload } = facets;
  useEffect(() => {
    if (counted.current !== summary) reload();
    counted.current = summary;
  }, [summary, reload]);
  return {
    groups,
    open,
    facets,
    searches,
    toggle: (key) =>
      setOpen((before) => {
        const after = new Set(before);
        if (!after.delete(key)) after.add(key);
        return after;
      }),
    search: (key, text) => setSearches((before) => ({ ...before, [key]: text })),
  };
}
