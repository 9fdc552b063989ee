import { useEffect, useRef } from "react";
import type { Pressed } from "./useTableKeys.ts";

/** What stands over the screen, and not beside the table as the open row does. */
const OVER = "[role=dialog]:not([data-beside] *), [role=menu], [role=listbox]";
/** Where keys write, or are a dialog's or a menu's own. */
const OWN_KEYS = `input:not([type=checkbox]), textarea, select, [contenteditable=true], ${OVER}`;
/** Keys of the table, wherever on the screen they are pressed. */
const OF_TABLE = new Set(["j", "k", "x", "y", "n"]);

/** The keys of the whole results screen: F to the facets, / to the search, Esc for the open row, and the table's own letters. */
export function useReviewKeys(act: {
  facets: () => void;
  search: () => void;
  table: (event: Pressed) => void;
  /** Closes the row that is open. */
  close: () => void;
}): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (event.key === "Escape" && !event.isComposing && !target?.closest(OVER)) latest.current.close();
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
