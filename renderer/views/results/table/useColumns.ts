import { useCallback, useMemo, useState } from "react";
import type { Summary } from "../../../../shared/bridge/results.ts";
import { facetWords } from "../../../words/facets.ts";
import { resultsWords } from "../../../words/results.ts";
import {
  arranged,
  arrangement,
  type ColumnKey,
  firstColumns,
  LEAST_WIDTH,
  MOST_WIDTH,
  moved,
  movedTo,
  type TableColumn,
} from "./columns.ts";

export interface Columns {
  readonly all: readonly TableColumn[];
  readonly shown: readonly TableColumn[];
  resize(key: ColumnKey, width: number): void;
  hide(key: ColumnKey, hidden: boolean): void;
  move(key: ColumnKey, by: number): void;
  /** Puts a column where the one at `place` is. */
  moveTo(key: ColumnKey, place: ColumnKey): void;
  reset(): void;
}

/** The table's columns, arranged as the user left them for this list; at first by its contents (`sample`: some rows' cells). */
export function useColumns(
  listId: string,
  summary: Summary,
  sample: readonly (readonly string[])[],
): Columns {
  const store = `winnow.columns.${listId}`;
  const first = useMemo(
    () =>
      firstColumns(
        summary.columns,
        sample,
        {
          verdict: resultsWords.verdict,
          reason: facetWords.reason,
          flags: resultsWords.flagsColumn,
          verified_at: resultsWords.verifiedAt,
        },
        summary.addressColumn,
      ),
    [summary.columns, summary.addressColumn, sample],
  );
  const [saved, setSaved] = useState(() => window.localStorage.getItem(store));
  const all = useMemo(() => arranged(first, saved), [first, saved]);
  const shown = useMemo(() => all.filter((column) => !column.hidden), [all]);

  const keep = useCallback(
    (columns: readonly TableColumn[]) => {
      const text = arrangement(columns);
      window.localStorage.setItem(store, text);
      setSaved(text);
    },
    [store],
  );
  const change = (key: ColumnKey, patch: Partial<TableColumn>) =>
    keep(all.map((column) => (column.key === key ? { ...column, ...patch } : column)));

  return {
    all,
    shown,
    resize: (key, width) =>
      change(key, { width: Math.round(Math.max(LEAST_WIDTH, Math.min(MOST_WIDTH, width))) }),
    hide: (key, hidden) => change(key, { hidden }),
    move: (key, by) => keep(moved(all, key, by)),
    moveTo: (key, place) => keep(movedTo(all, key, place)),
    reset() {
      window.localStorage.removeItem(store);
      setSaved(null);
    },
  };
}
