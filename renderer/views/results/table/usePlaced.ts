import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useMemo } from "react";
import type { TableColumn } from "./columns.ts";
import { scrollToSee } from "./scroll-to-see.ts";
import type { PlacedColumn } from "./TableRow.tsx";

/** Pixels that what stays in sight covers at the left: where there is little room, not all that is pinned stays. */
function stickyWidth(scroller: HTMLElement): number {
  const sticky = [...scroller.querySelectorAll<HTMLElement>("[role=columnheader]")].filter(
    (head) => getComputedStyle(head).position === "sticky",
  );
  return sticky.reduce((sum, { offsetWidth }) => sum + offsetWidth, 0);
}

interface Placed {
  readonly placed: readonly PlacedColumn[];
  /** Of all columns, in pixels. */
  readonly width: number;
  /** The first of those shown that is in sight for one who reads across. */
  firstInSight(): number;
  /** Scrolls as little as is needed to see the shown column at `index` whole; -1: what stands before them. */
  reveal(index: number): void;
}

/** The columns to draw: those that are pinned, of the others those in sight, and the one at `kept` (-1: none) wherever it is. */
export function usePlaced(
  scroller: RefObject<HTMLElement | null>,
  shown: readonly TableColumn[],
  lead: number,
  kept: number,
): Placed {
  const pinned = useMemo(() => {
    let left = lead;
    return shown
      .filter((column) => column.pinned)
      .map((column, index): PlacedColumn => {
        const at = left;
        left += column.width;
        return { column, left: at, index };
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
    // What the keyboard is on stays, however far it is scrolled away.
    rangeExtractor(range) {
      const inSight = defaultRangeExtractor(range);
      const at = kept - pinned.length;
      if (at < 0 || at >= others.length || inSight.includes(at)) return inSight;
      return [...inSight, at].sort((a, b) => a - b);
    },
  });
  // Widths and order are the user's: the virtual columns must be measured again when they change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is the reason to measure again
  useEffect(() => across.measure(), [across, others, start]);

  const width = across.getTotalSize();
  const items = across.getVirtualItems();
  const drawn = items.map(({ index }) => index).join();
  // The same array for as long as the same columns are on screen, so that rows need not be rendered again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: their places and widths stand for the virtual columns
  const placed = useMemo<PlacedColumn[]>(
    () => [
      ...pinned,
      ...items.flatMap((item) => {
        const column = others[item.index];
        return column ? [{ column, left: item.start, index: pinned.length + item.index }] : [];
      }),
    ],
    [drawn, pinned, others, width],
  );

  const leftOf = (index: number) => others.slice(0, index).reduce((left, one) => left + one.width, 0);
  return {
    placed,
    width,
    firstInSight() {
      const left = scroller.current?.scrollLeft ?? 0;
      if (left === 0) return 0;
      const first = others.findIndex((_, index) => leftOf(index) >= left);
      return pinned.length + (first < 0 ? others.length - 1 : first);
    },
    reveal(index) {
      const element = scroller.current;
      if (!element) return;
      const covered = stickyWidth(element);
      const left = pinned[index]?.left ?? start + leftOf(index - pinned.length);
      const isSticky = index < 0 || left < covered;
      element.scrollLeft = isSticky
        ? 0
        : scrollToSee(
            left - covered,
            shown[index]?.width ?? 0,
            element.scrollLeft,
            element.clientWidth - covered,
          );
    },
  };
}
