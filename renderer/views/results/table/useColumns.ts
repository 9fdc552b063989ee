import { useLocalStorage } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useMemo } from "react";
import type { Summary } from "../../../../shared/bridge/results.ts";
import { distinctNames } from "../../../../shared/column-names.ts";
import { resultsWords } from "../../../words/results.ts";
import { facetWords } from "../../../words/table.ts";
import {
  arranged,
  arrangement,
  type ColumnKey,
  firstColumns,
  MAX_WIDTH,
  MIN_WIDTH,
  moved,
  movedTo,
  type TableColumn,
  withHidden,
} from "./columns.ts";
import type { PlacedColumn } from "./TableRow.tsx";

export type Columns = ReturnType<typeof useColumns>;

/** The table's columns with the user's saved layout for this list. The default layout is based on `sample` rows. */
export function useColumns(listId: string, summary: Summary, sample: readonly (readonly string[])[]) {
  const { mailHosts, oneReason } = summary;
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
        { mailHosts, oneReason },
      ),
    [summary.columns, summary.addressColumn, mailHosts, oneReason, sample],
  );
  const [saved, save, reset] = useLocalStorage<string | undefined>({
    key: `winnow.columns.${listId}`,
    getInitialValueInEffect: false,
    serialize: (text) => text ?? "",
    deserialize: (text) => text,
  });
  const all = useMemo(() => arranged(first, saved ?? null), [first, saved]);
  const shown = useMemo(() => all.filter((column) => !column.hidden), [all]);

  const keep = (columns: readonly TableColumn[]) => save(arrangement(columns));
  const change = (key: ColumnKey, patch: Partial<TableColumn>) =>
    keep(all.map((column) => (column.key === key ? { ...column, ...patch } : column)));

  return {
    all,
    shown,
    resize: (key: ColumnKey, width: number) =>
      change(key, { width: Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width))) }),
    hide: (keys: readonly ColumnKey[], hidden: boolean) => keep(withHidden(all, keys, hidden)),
    move: (key: ColumnKey, by: number) => keep(moved(all, key, by)),
    moveTo: (key: ColumnKey, place: ColumnKey) => keep(movedTo(all, key, place)),
    reset,
  };
}

/** Returns the columns to render: pinned ones, and others that are in view. */
export function usePlaced(
  scroller: RefObject<HTMLElement | null>,
  shown: readonly TableColumn[],
  lead: number,
) {
  const pinned = useMemo(() => {
    let left = lead;
    return shown
      .filter((column) => column.pinned)
      .map((column, index, { length }): PlacedColumn => {
        const at = left;
        left += column.width;
        return { column, left: at, index, isEdge: index === length - 1 };
      });
  }, [shown, lead]);
  const others = useMemo(() => shown.filter((column) => !column.pinned), [shown]);
  const start = pinned.reduce((sum, { column }) => sum + column.width, lead);
  const across = useVirtualizer({
    horizontal: true,
    count: others.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => others[index]?.width ?? 150,
    paddingStart: start,
    overscan: 2,
  });
  // Remeasure when the user changes widths or order.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is the reason to measure again
  useEffect(() => across.measure(), [across, others, start]);

  const width = across.getTotalSize();
  const items = across.getVirtualItems();
  const drawn = items.map(({ index }) => index).join();
  // A stable array while the same columns are visible, so that memoised rows don't rerender.
  // biome-ignore lint/correctness/useExhaustiveDependencies: their places and widths stand for the virtual columns
  const placed = useMemo<PlacedColumn[]>(
    () => [
      ...pinned,
      ...items.flatMap((item) => {
        const column = others[item.index];
        return column ? [{ column, left: item.start, index: pinned.length + item.index, isEdge: false }] : [];
      }),
    ],
    [drawn, pinned, others, width],
  );

  return { placed, width, start };
}
