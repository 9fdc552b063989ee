import { useEffect, useRef } from "react";
import type { Pressed } from "./useTableKeys.ts";

/** Where keys write, or are a dialog's or a menu's own. */
const OWN_KEYS =
  "input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox]";
/** Keys of the table, wherever on the screen they are pressed. */
const OF_TABLE = new Set(["j", "k", "x", "y", "n"]);

/** The keys of the whole results screen: F to the facets, / to the search, and the table's own letters. */
export function useReviewKeys(act: {
  facets: () => void;
  search: () => void;
  table: (event: Pressed) => void;
}): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(OWN_KEYS)) return;
      const key = event.key.toLowerCase();
      if (key === "f") latest.current.facets();
      else if (key === "/") latest.current.search();
      // In the grid they are heard by the grid itself; among the facets they would act on rows out of sight.
      else if (OF_TABLE.has(key) && !target?.closest("[role=grid], [data-rail]")) latest.current.table(event);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
