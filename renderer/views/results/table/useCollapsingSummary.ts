import { type RefObject, useRef } from "react";

/**
 * Collapses the summary above the table to one line while the table is scrolled down, by an attribute of the page.
 * Rows keep their position on screen. Returns `follow`, to be called after the user scrolled, and `moveTo`, which runs
 * a scroll that is not the user's.
 */
export function useCollapsingSummary(
  scroller: RefObject<HTMLElement | null>,
  rows: { offset(): number; goTo(offset: number): void },
) {
  /** The next scroll event is not the user's. */
  const isMoved = useRef(false);
  return {
    follow() {
      const grid = scroller.current;
      const page = grid?.closest("[data-list]");
      const summary = page?.firstElementChild;
      if (isMoved.current || !grid || !page || !summary) {
        isMoved.current = false;
        return;
      }
      const isCollapsed = page.hasAttribute("data-collapsed");
      const offset = rows.offset();
      // There must be enough rows above to fill the space that the summary frees.
      if (isCollapsed ? offset > 0 : offset <= summary.clientHeight) return;
      const before = grid.getBoundingClientRect().top;
      page.toggleAttribute("data-collapsed");
      if (!isCollapsed) rows.goTo(offset + grid.getBoundingClientRect().top - before);
      const focused = document.activeElement;
      if (summary.contains(focused) && focused?.checkVisibility() === false)
        grid.focus({ preventScroll: true });
    },
    moveTo(scroll: () => void) {
      const before = scroller.current?.scrollTop;
      scroll();
      isMoved.current = scroller.current?.scrollTop !== before;
    },
  };
}
