import type { RefObject } from "react";
import { nextActive } from "./keys.ts";
import type { RowsSource } from "./rows-source.ts";
import { type Selection, sizeOf } from "./selection.ts";
import { HEAD_HEIGHT, ROW_HEIGHT } from "./TableRow.tsx";

/** What of a key press the table looks at. */
export type Pressed = Pick<
  KeyboardEvent,
  "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey" | "preventDefault"
>;

interface At {
  scroller: RefObject<HTMLElement | null>;
  source: RowsSource;
  total: number;
  active: number;
  openRow: number | null;
  selection: Selection;
  /** The keyboard goes on at this row, in sight. */
  onActive: (position: number) => void;
  /** Up from the first row, or with Alt from any: the header is above. */
  onHeader: () => void;
  /** Into what is told of the row that is open. */
  onEnterOpen: () => void;
  onOpen: (row: number) => void;
  onCopy: (row: number | null) => void;
  onMark: (decision: "keep" | "drop", row: number | null) => void;
}

/** Whether the user has selected text, which is what the pointer and Ctrl+C are about then. */
export function hasSelectedText(): boolean {
  return window.getSelection()?.isCollapsed === false;
}

function withControl(at: At, event: Pressed): void {
  const row = at.source.row(at.active);
  if (event.key === "a") {
    event.preventDefault();
    at.selection.all(at.total);
  } else if (event.key === "c" && !hasSelectedText()) {
    event.preventDefault();
    at.onCopy(row?.row ?? null);
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
  if (at.openRow !== null && row) at.onOpen(row.row);
}

/** Marks the selected rows or, where there are none, the one that the keyboard is on. */
function mark(at: At, decision: "keep" | "drop"): void {
  if (sizeOf(at.selection.chosen, at.total) === 0) at.onActive(at.active);
  at.onMark(decision, at.source.row(at.active)?.row ?? null);
}

/** As the key for it does, which not every keyboard has. */
function askForMenu(event: Pressed, from: HTMLElement | null): void {
  event.preventDefault();
  // Once this press is over: the menu would take it for its own, and close.
  setTimeout(() => from?.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true })));
}

/** What the table does at a key. */
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
        // A press on what has the focus then is not to follow from this one.
        event.preventDefault();
        at.onActive(active);
        return row.row === at.openRow ? at.onEnterOpen() : at.onOpen(row.row);
      case " ":
      case "x":
        event.preventDefault();
        at.onActive(active);
        if (row) selection.toggle(row.row);
        return;
      case "y":
        return mark(at, "keep");
      case "n":
        return mark(at, "drop");
      case "Escape":
        // One thing at a time: the open row closes first.
        if (at.openRow === null) selection.clear();
        return;
      case "ArrowRight":
      case "ArrowLeft":
        event.preventDefault();
        scroller.current?.scrollBy({ left: event.key === "ArrowRight" ? 120 : -120 });
    }
  };
}
