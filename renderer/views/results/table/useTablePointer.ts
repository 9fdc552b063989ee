import { type MouseEvent, type RefObject, useCallback, useRef } from "react";
import type { ResultRow } from "../../../../shared/bridge/results.ts";
import { hasSelectedText } from "./keyboard.ts";
import type { RowsSource } from "./rows-source.ts";
import type { Selection } from "./selection.ts";

interface At {
  scroller: RefObject<HTMLElement | null>;
  source: RowsSource;
  selection: Selection;
  active: number;
  /** Start of a range selection. */
  anchor: RefObject<number>;
  onActive: (position: number) => void;
  onOpen: (row: number) => void;
  onRange: (first: number, last: number) => void;
  onMenu: (event: MouseEvent, at: Element, row: ResultRow) => void;
}

/** Returns handlers for clicks and the context menu; the click handlers are stable. */
export function useTablePointer(at: At) {
  const latest = useRef(at);
  latest.current = at;
  const select = useCallback((position: number, event: MouseEvent) => {
    const { scroller, source, selection, anchor, onActive, onRange } = latest.current;
    scroller.current?.focus({ preventScroll: true });
    onActive(position);
    if (event.shiftKey)
      return onRange(Math.min(anchor.current, position), Math.max(anchor.current, position));
    anchor.current = position;
    const row = source.row(position);
    if (row) selection.toggle(row.row);
  }, []);
  const choose = useCallback(
    (position: number, event: MouseEvent) => {
      if (event.shiftKey || event.ctrlKey || event.metaKey) return select(position, event);
      // Don't open the row while the user selects cell text to copy.
      if (hasSelectedText()) return;
      const { scroller, source, anchor, onActive, onOpen } = latest.current;
      onActive(position);
      anchor.current = position;
      scroller.current?.focus({ preventScroll: true });
      const row = source.row(position);
      if (row) onOpen(row.row);
    },
    [select],
  );
  const wishMenu = (event: MouseEvent) => {
    const { scroller, source, active } = at;
    const target = event.target instanceof Element ? event.target : null;
    // React events of a column menu bubble here through its portal.
    if (!target || !scroller.current?.contains(target) || target.closest("[role=columnheader]")) return;
    const under = target.closest("[data-position]");
    const position = under ? Number(under.getAttribute("data-position")) : active;
    const row = source.row(position);
    const element = under ?? scroller.current.querySelector(`[data-position="${position}"]`);
    if (!row || !element) return;
    event.preventDefault();
    at.onActive(position);
    at.onMenu(event, element, row);
  };
  return { select, choose, wishMenu };
}
