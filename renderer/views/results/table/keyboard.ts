import { useWindowEvent } from "@mantine/hooks";
import type { KeyboardEvent, RefObject } from "react";
import { useResults } from "../results-context.tsx";
import { HEAD_HEIGHT, ROW_HEIGHT } from "./TableRow.tsx";
import type { Cursor } from "./useCursor.ts";
import type { RowActions } from "./useRowActions.ts";

/** Returns the row that a key moves to; `null` if the key doesn't move. */
function nextActive(key: string, active: number, total: number, page: number): number | null {
  const to = (index: number): number => Math.max(0, Math.min(total - 1, index));
  switch (key) {
    case "ArrowDown":
    case "j":
    case "J":
      return to(active + 1);
    case "ArrowUp":
    case "k":
    case "K":
      return to(active - 1);
    case "PageDown":
      return to(active + page);
    case "PageUp":
      return to(active - page);
    case "Home":
      return 0;
    case "End":
      return to(total - 1);
    default:
      return null;
  }
}

const STOPS = "[role=columnheader] :is(button, input)";

function toHeader(grid: HTMLElement | null): void {
  grid?.querySelector<HTMLElement>("[role=columnheader] button")?.focus();
}

/** Handles arrow keys and Escape on header controls; other keys are left to the control. */
export function headerKey(event: KeyboardEvent<HTMLElement>, onLeave: () => void): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(STOPS)];
  const at = stops.indexOf(event.target as HTMLElement);
  if (at < 0) return;
  if (event.key === "ArrowDown" || event.key === "Escape") onLeave();
  else if (event.key === "ArrowLeft") stops[at - 1]?.focus();
  else if (event.key === "ArrowRight") stops[at + 1]?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

export type Pressed = Pick<
  KeyboardEvent,
  "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey" | "preventDefault"
>;

interface Options {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly cursor: Cursor;
  readonly actions: RowActions;
  /** Scrolls the row at `position` into view. */
  readonly onReveal: (position: number) => void;
  readonly onEnterOpen: () => void;
}

/** Returns whether text is selected; clicks and Ctrl+C then apply to the text. */
export function hasSelectedText(): boolean {
  return window.getSelection()?.isCollapsed === false;
}

/** Emulates the context menu key, which many keyboards lack. */
function askForMenu(event: Pressed, from: HTMLElement | null): void {
  event.preventDefault();
  // Wait until the key event is over, or the menu would handle it and close.
  setTimeout(() => from?.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true })));
}

/** Returns the handler for keys on the table. */
export function useTableKeys(options: Options): (event: Pressed) => void {
  const { drawn, total, view, openRow, selection } = useResults();
  const { scroller, cursor, actions, onReveal, onEnterOpen } = options;
  const { active, row: current } = cursor;
  // Actions apply to the selected rows or, if there are none, to the current row.
  const target = selection.size > 0 ? null : current;

  const revealActive = (): void => {
    cursor.anchor.current = active;
    onReveal(active);
  };
  const goTo = (position: number): void => {
    cursor.moveTo(position);
    cursor.anchor.current = position;
    onReveal(position);
  };
  const moveTo = (event: Pressed, position: number): void => {
    event.preventDefault();
    goTo(position);
    if (!event.shiftKey || !event.key.startsWith("Arrow")) return;
    for (const row of [drawn.row(active), drawn.row(position)]) if (row) selection.add(row.row);
  };
  const mark = (decision: "keep" | "drop"): void => {
    if (selection.size === 0) revealActive();
    void actions.mark(decision, target);
  };
  return (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.length === 1) {
      if (event.key === "a") selection.all();
      else if (event.key === "c" && !hasSelectedText()) void actions.copy("rows", target);
      else return;
      return event.preventDefault();
    }
    // Alt+ArrowUp leads to the header from any row.
    if (event.key === "ArrowUp" && !event.shiftKey && (event.altKey || active === 0)) {
      event.preventDefault();
      return toHeader(scroller.current);
    }
    if (event.altKey) {
      if (event.key === "ArrowDown") askForMenu(event, scroller.current);
      return;
    }
    const height = (scroller.current?.clientHeight ?? 0) - HEAD_HEIGHT;
    const page = Math.max(1, Math.floor(height / ROW_HEIGHT) - 1);
    const position = nextActive(event.key, active, total ?? 0, page);
    if (position !== null) return moveTo(event, position);
    const row = drawn.row(active);
    switch (event.key.length === 1 ? event.key.toLowerCase() : event.key) {
      case "Enter":
        if (!row) return;
        // The newly focused control must not receive this key press.
        event.preventDefault();
        goTo(active);
        return row.row === view.row ? onEnterOpen() : openRow(row.row);
      case " ":
      case "x":
        event.preventDefault();
        revealActive();
        if (current !== null) selection.toggle(current);
        return;
      case "y":
        return mark("keep");
      case "n":
        return mark("drop");
      case "Escape":
        // The first Escape only closes the open row.
        if (view.row === null) selection.clear();
        return;
      case "ArrowRight":
      case "ArrowLeft":
        event.preventDefault();
        scroller.current?.scrollBy({ left: event.key === "ArrowRight" ? 120 : -120 });
    }
  };
}

/** Modal layers; excludes the row panel, which is beside the table. */
const OVER = "[role=dialog]:not([data-beside] *), [role=menu], [role=listbox]";
/** Elements that handle letter keys themselves. */
const OWN_KEYS = `input:not([type=checkbox]), textarea, select, [contenteditable=true], ${OVER}`;
/** Table shortcuts that work anywhere on the screen. */
const OF_TABLE = new Set(["j", "k", "x", "y", "n"]);

/** Shortcuts of the results screen: F for facets, / for search, Escape to close the row, and the table's letters. */
export function useReviewKeys(act: {
  facets: () => void;
  search: () => void;
  table: (event: Pressed) => void;
  close: () => void;
}): void {
  useWindowEvent("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (event.key === "Escape" && !target?.closest(OVER)) act.close();
    if (target?.closest(OWN_KEYS)) return;
    const key = event.key.toLowerCase();
    if (key === "f") act.facets();
    else if (key === "/") act.search();
    // The grid handles its own keys; in the facets, they would act on rows out of sight.
    else if (OF_TABLE.has(key) && !target?.closest("[role=grid], [data-rail]")) act.table(event);
    else return;
    event.preventDefault();
  });
}
