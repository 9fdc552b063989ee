import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ResultFilter, SelectedRows } from "../../../../shared/bridge/results.ts";

/** Selected rows: by number, or all rows of the filter with exceptions. */
export type Chosen =
  | { readonly kind: "some"; readonly rows: ReadonlySet<number> }
  | {
      readonly kind: "all";
      readonly except: ReadonlySet<number>;
      /** Number of filtered rows when all were selected. */
      readonly shown: number;
    };

export interface Selection {
  readonly chosen: Chosen;
  /** Number of selected rows. */
  readonly size: number;
  /** The selection as sent to the engine; `null` if it is empty. */
  readonly selected: SelectedRows | null;
  has(row: number): boolean;
  toggle(row: number): void;
  add(row: number): void;
  addAll(rows: readonly number[]): void;
  /** Selects all rows of the filter. */
  all(): void;
  clear(): void;
}

const NONE: Chosen = { kind: "some", rows: new Set() };

export function toggledRow(chosen: Chosen, row: number): Chosen {
  const rows = new Set(chosen.kind === "all" ? chosen.except : chosen.rows);
  if (!rows.delete(row)) rows.add(row);
  return chosen.kind === "all" ? { ...chosen, except: rows } : { kind: "some", rows };
}

export function withRow(chosen: Chosen, row: number): Chosen {
  return isChosen(chosen, row) ? chosen : toggledRow(chosen, row);
}

export function withRows(chosen: Chosen, rows: readonly number[]): Chosen {
  if (chosen.kind === "some") return { kind: "some", rows: new Set([...chosen.rows, ...rows]) };
  const except = new Set(chosen.except);
  for (const row of rows) except.delete(row);
  return { ...chosen, except };
}

export function isChosen(chosen: Chosen, row: number): boolean {
  return chosen.kind === "all" ? !chosen.except.has(row) : chosen.rows.has(row);
}

export function sizeOf(chosen: Chosen, total: number): number {
  return chosen.kind === "all" ? Math.max(0, total - chosen.except.size) : chosen.rows.size;
}

/** Returns the selection as sent to the engine; `null` if it is empty. */
export function selectedOf(chosen: Chosen, filter: ResultFilter): SelectedRows | null {
  if (heldBy(chosen) === 0) return null;
  if (chosen.kind === "some") return { rows: [...chosen.rows], except: [] };
  return { rows: filter, except: [...chosen.except] };
}

function heldBy(chosen: Chosen): number {
  return sizeOf(chosen, chosen.kind === "all" ? chosen.shown : 0);
}

export interface DroppedSelection {
  readonly rows: number;
  readonly filter: ResultFilter;
  /** Selects the rows again once the table shows `filter` again. */
  restore(): void;
}

/** Selection among the table's `total` rows. It is dropped when `filter` changes. */
export function useSelection(
  filter: ResultFilter,
  total: number,
  onDropped: (dropped: DroppedSelection) => void,
): Selection {
  const [chosen, setChosen] = useState<Chosen>(NONE);
  const toggle = useCallback((row: number) => setChosen((before) => toggledRow(before, row)), []);
  const add = useCallback((row: number) => setChosen((before) => withRow(before, row)), []);
  const addAll = useCallback((rows: readonly number[]) => setChosen((before) => withRows(before, rows)), []);
  const all = useCallback(() => setChosen({ kind: "all", except: new Set(), shown: total }), [total]);
  const clear = useCallback(() => setChosen(NONE), []);
  const text = JSON.stringify(filter);
  const shown = useRef({ text, filter });
  const restored = useRef<{ text: string; chosen: Chosen } | null>(null);
  useEffect(() => {
    const before = shown.current;
    if (before.text === text) return;
    shown.current = { text, filter };
    const back = restored.current;
    restored.current = null;
    if (back?.text === text) return setChosen(back.chosen);
    const rows = heldBy(chosen);
    const restore = () => {
      // The table already shows this filter, so no change would trigger the restore.
      if (shown.current.text === before.text) setChosen(chosen);
      else restored.current = { text: before.text, chosen };
    };
    if (rows > 0) onDropped({ rows, filter: before.filter, restore });
    clear();
  }, [text, filter, chosen, onDropped, clear]);
  const selected = useMemo(() => selectedOf(chosen, filter), [chosen, filter]);
  return useMemo(
    () => ({
      chosen,
      size: sizeOf(chosen, total),
      selected,
      has: (row) => isChosen(chosen, row),
      toggle,
      add,
      addAll,
      all,
      clear,
    }),
    [chosen, total, selected, toggle, add, addAll, all, clear],
  );
}
