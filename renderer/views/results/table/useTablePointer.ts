import { useCallbackRef } from "@mantine/hooks";
import type { MouseEvent, RefObject } from "react";
import type { ResultRow } from "../../../../shared/bridge/results.ts";
import { useResults } from "../results-context.tsx";
import { hasSelectedText } from "./keyboard.ts";
import type { Cursor } from "./useCursor.ts";
import type { RowActions } from "./useRowActions.ts";

interface Options {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly cursor: Cursor;
  readonly actions: RowActions;
  readonly onMenu: (event: MouseEvent, at: Element, row: ResultRow) => void;
}

/** Returns handlers for clicks and the context menu; the click handlers are stable. */
export function useTablePointer(options: Options) {
  const { drawn, openRow, selection } = useResults();
  const { scroller, cursor, actions, onMenu } = options;
  const { active, anchor } = cursor;
  const select = useCallbackRef((position: number, event: MouseEvent) => {
    scroller.current?.focus({ preventScroll: true });
    cursor.moveTo(position);
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
    cursor.moveTo(position);
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
    cursor.moveTo(position);
    onMenu(event, element, row);
  };
  return { select, choose, openMenu };
}
