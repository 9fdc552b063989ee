import { useCallbackRef } from "@mantine/hooks";
import type { MouseEvent, RefObject } from "react";
import type { ResultRow } from "../../../../shared/bridge/results.ts";
import { useResults } from "../results-context.tsx";
import { hasSelectedText } from "./keyboard.ts";
import type { RowActions } from "./useRowActions.ts";

interface Options {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly active: number;
  /** Start of a range selection. */
  readonly anchor: RefObject<number>;
  readonly actions: RowActions;
  readonly onActive: (position: number) => void;
  readonly onMenu: (event: MouseEvent, at: Element, row: ResultRow) => void;
}

/** Returns handlers for clicks and the context menu; the click handlers are stable. */
export function useTablePointer(options: Options) {
  const { drawn, openRow, selection } = useResults();
  const { scroller, active, anchor, actions, onActive, onMenu } = options;
  const select = useCallbackRef((position: number, event: MouseEvent) => {
    scroller.current?.focus({ preventScroll: true });
    onActive(position);
    if (event.shiftKey) {
      void actions.selectRange(Math.min(anchor.current, position), Math.max(anchor.current, position));
      return;
    }
    anchor.current = position;
    const row = drawn.row(position);
    if (row) selection.toggle(row.row);
  });
  const choose = useCallbackRef((position: number, event: MouseEvent) => {
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      select(position, event);
      return;
    }
    // Don't open the row while the user selects cell text to copy.
    if (hasSelectedText()) return;
    onActive(position);
    anchor.current = position;
    scroller.current?.focus({ preventScroll: true });
    const row = drawn.row(position);
    if (row) openRow(row.row);
  });
  const openMenu = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    // React events of a column menu bubble here through its portal.
    if (!target || !scroller.current?.contains(target) || target.closest("[role=columnheader]")) return;
    const under = target.closest("[data-position]");
    const position = under ? Number(under.getAttribute("data-position")) : active;
    const row = drawn.row(position);
    const element = under ?? scroller.current.querySelector(`[data-position="${position}"]`);
    if (!row || !element) return;
    event.preventDefault();
    onActive(position);
    onMenu(event, element, row);
  };
  return { select, choose, openMenu };
}
