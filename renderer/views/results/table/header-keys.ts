import type { ColumnKey, TableColumn } from "./columns.ts";

/** A place in the table's header: the box that selects every row, or a column. */
export interface HeaderPlace {
  readonly key: ColumnKey | "lead";
  /** Which of the shown columns it is; -1 for the box, which stands before them. */
  readonly index: number;
}

/** The place at `index` of the header, or as far as it goes that way. */
export function headerPlace(shown: readonly TableColumn[], index: number): HeaderPlace {
  const at = Math.max(-1, Math.min(shown.length - 1, index));
  return { key: shown[at]?.key ?? "lead", index: at };
}

/** Where `place` is now: columns may be moved, and one that is hidden leaves its place to the next. */
export function placeNow(shown: readonly TableColumn[], place: HeaderPlace): HeaderPlace {
  const index = place.key === "lead" ? -1 : shown.findIndex(({ key }) => key === place.key);
  return index >= 0 ? { key: place.key, index } : headerPlace(shown, place.index);
}

/** What a key asks of the header: to go to another place, to do what a click does, its menu, or to be left. */
export type HeaderStep =
  | { readonly kind: "go"; readonly index: number }
  | { readonly kind: "act" | "menu" | "leave" };

/** What `event` asks at place `index` of the header, with `last` the index of the last one; null: nothing of the header. */
export function headerStep(
  event: Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">,
  index: number,
  last: number,
): HeaderStep | null {
  if (event.ctrlKey || event.metaKey) return null;
  if (event.altKey) return event.key === "ArrowDown" ? { kind: "menu" } : null;
  switch (event.key) {
    case "ArrowLeft":
      return { kind: "go", index: Math.max(-1, index - 1) };
    case "ArrowRight":
      return { kind: "go", index: Math.min(last, index + 1) };
    case "ArrowUp":
      return { kind: "go", index };
    case "Home":
      return { kind: "go", index: -1 };
    case "End":
      return { kind: "go", index: last };
    case "Enter":
    case " ":
      return { kind: "act" };
    case "ArrowDown":
    case "Escape":
      return { kind: "leave" };
    default:
      return null;
  }
}
