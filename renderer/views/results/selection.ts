import { useCallback, useMemo, useState } from "react";

/** Rows chosen for a mark: some by number, or every row that passes the filter. */
export type Chosen = { readonly kind: "some"; readonly rows: ReadonlySet<number> } | { readonly kind: "all" };

export interface Selection {
  readonly chosen: Chosen;
  has(row: number): boolean;
  toggle(row: number): void;
  add(row: number): void;
  all(): void;
  clear(): void;
}

const NONE: Chosen = { kind: "some", rows: new Set() };

/** What becomes of a selection when `row` is toggled: leaving 'all' begins anew with that row. */
export function toggledRow(chosen: Chosen, row: number): Chosen {
  if (chosen.kind === "all") return { kind: "some", rows: new Set([row]) };
  const rows = new Set(chosen.rows);
  if (!rows.delete(row)) rows.add(row);
  return { kind: "some", rows };
}

/** The rows that are chosen in the table. */
export function useSelection(): Selection {
  const [chosen, setChosen] = useState<Chosen>(NONE);
  const toggle = useCallback((row: number) => setChosen((before) => toggledRow(before, row)), []);
  const add = useCallback(
    (row: number) =>
      setChosen((before) =>
        before.kind === "all" ? before : { kind: "some", rows: new Set(before.rows).add(row) },
      ),
    [],
  );
  const all = useCallback(() => setChosen({ kind: "all" }), []);
  const clear = useCallback(() => setChosen(NONE), []);
  return useMemo(
    () => ({
      chosen,
      has: (row) => chosen.kind === "all" || chosen.rows.has(row),
      toggle,
      add,
      all,
      clear,
    }),
    [chosen, toggle, add, all, clear],
  );
}
