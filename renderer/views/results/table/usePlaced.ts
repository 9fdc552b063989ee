import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useMemo } from "react";
import type { TableColumn } from "./columns.ts";
import type { PlacedColumn } from "./TableRow.tsx";

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
