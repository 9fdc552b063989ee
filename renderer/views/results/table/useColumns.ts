import { useCallback, useMemo, useState } from "react";
import type { Summary } from "../../../../shared/bridge/results.ts";
import { distinctNames } from "../../../../shared/column-names.ts";
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
  withHidden,
} from "./columns.ts";

export type Columns = ReturnType<typeof useColumns>;

/** The table's columns with the user's saved layout for this list. The default layout is based on `sample` rows. */
export function useColumns(listId: string, summary: Summary, sample: readonly (readonly string[])[]) {
  const store = `winnow.columns.${listId}`;
  const first = useMemo(
    () =>
      firstColumns(
        distinctNames(summary.columns),
        sample,
        {
          verdict: resultsWords.verdict,
          reason: facetWords.reason,
          mail_host: facetWords.mailHost,
          flags: resultsWords.flagsColumn,
          verified_at: resultsWords.verifiedAt,
        },
        summary.addressColumn,
        summary.mailHosts,
      ),
    [summary.columns, summary.addressColumn, summary.mailHosts, sample],
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
    resize: (key: ColumnKey, width: number) =>
      change(key, { width: Math.round(Math.max(LEAST_WIDTH, Math.min(MOST_WIDTH, width))) }),
    hide: (keys: readonly ColumnKey[], hidden: boolean) => keep(withHidden(all, keys, hidden)),
    move: (key: ColumnKey, by: number) => keep(moved(all, key, by)),
    moveTo: (key: ColumnKey, place: ColumnKey) => keep(movedTo(all, key, place)),
    reset() {
      window.localStorage.removeItem(store);
      setSaved(null);
    },
  };
}
