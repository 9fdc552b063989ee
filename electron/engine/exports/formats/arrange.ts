import type { CellType } from "../../lists/index.ts";

type Types = readonly (CellType | undefined)[];

export interface Arrangement {
  /** The list's columns to write, in this order; null: all of them. */
  readonly columns: readonly number[] | null;
  /** How many columns the list has. */
  readonly width: number;
  /** Cells that a written row holds. */
  readonly mostCells: number;
}

/** A row as it is written. */
export interface ArrangedRow {
  readonly cells: readonly string[];
  readonly types: Types | undefined;
}

/**
 * Answers how a row's cells are written with those that are added to it. These stand behind as many cells as the list has
 * columns, under their own headers: a shorter row is filled up, and what a longer one has beyond follows them.
 * So one long row makes no other any longer.
 */
export function arrangerOf({ columns, width, mostCells }: Arrangement) {
  return (cells: readonly string[], added: readonly string[], types?: Types): ArrangedRow => {
    const at = (place: number) => cells[place] ?? "";
    if (columns !== null) {
      const picked = columns.map(at);
      return {
        cells: added.length === 0 ? picked : [...picked, ...added],
        types: types && columns.map((column) => types[column]),
      };
    }
    if (added.length === 0) return { cells, types };
    const own = cells.length === width ? cells : Array.from({ length: width }, (_, place) => at(place));
    if (cells.length <= width) return { cells: [...own, ...added], types };
    const beyond = Array.from({ length: cells.length - width }, (_, place) => width + place);
    // Where there is no place for all of them, empty ones need none.
    const isFitting = cells.length + added.length <= mostCells;
    const behind = isFitting ? beyond : beyond.filter((place) => at(place) !== "");
    return {
      cells: [...own, ...added, ...behind.map(at)],
      types: types && [
        ...Array.from(own, (_, place) => types[place]),
        ...added.map(() => undefined),
        ...behind.map((place) => types[place]),
      ],
    };
  };
}
