import { type MouseEvent, type RefObject, useCallback, useRef } from "react";
import type { ResultRow } from "../../../../shared/bridge/results.ts";
import { hasSelectedText } from "./keys.ts";
import type { RowsSource } from "./rows-source.ts";
import type { Selection } from "./selection.ts";

interface At {
  scroller: RefObject<HTMLElement | null>;
  source: RowsSource;
  selection: Selection;
  active: number;
  /** Where a range begins. */
  anchor: RefObject<number>;
  onActive: (position: number) => void;
  onOpen: (row: number) => void;
  onRange: (first: number, last: number) => void;
  onMenu: (event: MouseEvent, at: Element, row: ResultRow) => void;
}

/** What the table does at a click on a row or its box, and at a wish for a menu; the first two stay the same functions. */
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
      // Who drags over a cell to copy part of it does not want its row opened over it.
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
    // What a column's menu holds is told here too, though it stands elsewhere.
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
