import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import type { RowsSource } from "./rows-source.ts";
import { type Selection, sizeOf } from "./selection.ts";
import { HEAD_HEIGHT, ROW_HEIGHT } from "./TableRow.tsx";

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

export function toHeader(grid: HTMLElement | null): void {
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

interface At {
  scroller: RefObject<HTMLElement | null>;
  source: RowsSource;
  total: number;
  active: number;
  /** Row number that keys act on: the one in the details panel, else the one at `active`; `null` if none is loaded. */
  current: number | null;
  openRow: number | null;
  selection: Selection;
  onActive: (position: number) => void;
  /** Scrolls the row at `active` into view. */
  onReveal: () => void;
  /** Moves to the header: ArrowUp on the first row, or Alt+ArrowUp anywhere. */
  onHeader: () => void;
  onEnterOpen: () => void;
  onOpen: (row: number) => void;
  onCopy: (row: number | null) => void;
  onMark: (decision: "keep" | "drop", row: number | null) => void;
}

/** Returns whether text is selected; clicks and Ctrl+C then apply to the text. */
export function hasSelectedText(): boolean {
  return window.getSelection()?.isCollapsed === false;
}

function withControl(at: At, event: Pressed): void {
  if (event.key === "a") {
    event.preventDefault();
    at.selection.all(at.total);
  } else if (event.key === "c" && !hasSelectedText()) {
    event.preventDefault();
    at.onCopy(at.current);
  }
}

function moveTo(at: At, event: Pressed, to: number): void {
  const { source, selection } = at;
  event.preventDefault();
  at.onActive(to);
  const [from, row] = [source.row(at.active), source.row(to)];
  if (event.shiftKey && event.key.startsWith("Arrow")) {
    if (from) selection.add(from.row);
    if (row) selection.add(row.row);
  }
}

/** Marks the selected rows or, if there are none, the current row. */
function mark(at: At, decision: "keep" | "drop"): void {
  if (sizeOf(at.selection.chosen, at.total) === 0) at.onReveal();
  at.onMark(decision, at.current);
}

/** Emulates the context menu key, which many keyboards lack. */
function askForMenu(event: Pressed, from: HTMLElement | null): void {
  event.preventDefault();
  // Wait until the key event is over, or the menu would handle it and close.
  setTimeout(() => from?.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true })));
}

export function useTableKeys(at: At): (event: Pressed) => void {
  return (event) => {
    const { scroller, source, selection, active, total } = at;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.length === 1) return withControl(at, event);
    }
    if (event.key === "ArrowUp" && !event.shiftKey && (event.altKey || active === 0)) {
      event.preventDefault();
      return at.onHeader();
    }
    if (event.altKey) {
      if (event.key === "ArrowDown") askForMenu(event, scroller.current);
      return;
    }
    const page = Math.max(
      1,
      Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD_HEIGHT) / ROW_HEIGHT) - 1,
    );
    const to = nextActive(event.key, active, total, page);
    if (to !== null) return moveTo(at, event, to);
    const row = source.row(active);
    switch (event.key.length === 1 ? event.key.toLowerCase() : event.key) {
      case "Enter":
        if (!row) return;
        // The newly focused control must not receive this key press.
        event.preventDefault();
        at.onActive(active);
        return row.row === at.openRow ? at.onEnterOpen() : at.onOpen(row.row);
      case " ":
      case "x":
        event.preventDefault();
        at.onReveal();
        if (at.current !== null) selection.toggle(at.current);
        return;
      case "y":
        return mark(at, "keep");
      case "n":
        return mark(at, "drop");
      case "Escape":
        // The first Escape only closes the open row.
        if (at.openRow === null) selection.clear();
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
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (event.key === "Escape" && !target?.closest(OVER)) latest.current.close();
      if (target?.closest(OWN_KEYS)) return;
      const key = event.key.toLowerCase();
      if (key === "f") latest.current.facets();
      else if (key === "/") latest.current.search();
      // The grid handles its own keys; in the facets, they would act on rows out of sight.
      else if (OF_TABLE.has(key) && !target?.closest("[role=grid], [data-rail]")) latest.current.table(event);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
