import { useCallback, useMemo, useState } from "react";

/** Rows chosen for a mark: some by number, or every row that passes the filter but for some. */
export type Chosen =
  | { readonly kind: "some"; readonly rows: ReadonlySet<number> }
  | {
      readonly kind: "all";
      readonly except: ReadonlySet<number>;
      /** How many rows passed the filter when all of them were chosen. */
      readonly shown: number;
    };

export interface Selection {
  readonly chosen: Chosen;
  has(row: number): boolean;
  toggle(row: number): void;
  add(row: number): void;
  /** Chooses further rows. */
  addAll(rows: readonly number[]): void;
  /** `shown`: how many pass the filter now. */
  all(shown: number): void;
  clear(): void;
}

const NONE: Chosen = { kind: "some", rows: new Set() };

/** What becomes of a selection when `row` is toggled. */
export function toggledRow(chosen: Chosen, row: number): Chosen {
  const rows = new Set(chosen.kind === "all" ? chosen.except : chosen.rows);
  if (!rows.delete(row)) rows.add(row);
  return chosen.kind === "all" ? { ...chosen, except: rows } : { kind: "some", rows };
}

/** What becomes of a selection when `row` is chosen, too. */
export function withRow(chosen: Chosen, row: number): Chosen {
  return isChosen(chosen, row) ? chosen : toggledRow(chosen, row);
}

/** What becomes of a selection when all of `rows` are chosen, too. */
export function withRows(chosen: Chosen, rows: readonly number[]): Chosen {
  if (chosen.kind === "some") return { kind: "some", rows: new Set([...chosen.rows, ...rows]) };
  const except = new Set(chosen.except);
  for (const row of rows) except.delete(row);
  return { ...chosen, except };
}

export function isChosen(chosen: Chosen, row: number): boolean {
  return chosen.kind === "all" ? !chosen.except.has(row) : chosen.rows.has(row);
}

/** How many rows are chosen, of `total` that pass the filter. */
export function sizeOf(chosen: Chosen, total: number): number {
  return chosen.kind === "all" ? Math.max(0, total - chosen.except.size) : chosen.rows.size;
}

/** The rows that are chosen in the table. */
export function useSelection(): Selection {
  const [chosen, setChosen] = useState<Chosen>(NONE);
  const toggle = useCallback((row: number) => setChosen((before) => toggledRow(before, row)), []);
  const add = useCallback((row: number) => setChosen((before) => withRow(before, row)), []);
  const addAll = useCallback((rows: readonly number[]) => setChosen((before) => withRows(before, rows)), []);
  const all = useCallback((shown: number) => setChosen({ kind: "all", except: new Set(), shown }), []);
  const clear = useCallback(() => setChosen(NONE), []);
  return useMemo(
    () => ({ chosen, has: (row) => isChosen(chosen, row), toggle, add, addAll, all, clear }),
    [chosen, toggle, add, addAll, all, clear],
  );
}
