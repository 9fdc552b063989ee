import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** Browsers draw no element higher than some 17 (Firefox) or 33 million pixels (Chromium). */
const HIGHEST = 17_000_000;

/**
 * Scrolling through content of any height by an element of a bounded one: beyond it, a pixel of the scrollbar stands for
 * several of the content. All lengths in pixels.
 */
export function createTallScroll(highest = HIGHEST) {
  let sizes = { content: 0, viewport: 0 };
  let offset = 0;
  const height = () => Math.min(sizes.content, highest);
  const most = (of: number) => Math.max(0, of - sizes.viewport);
  const scale = () => (sizes.content > highest ? most(sizes.content) / most(height()) : 1);
  const goTo = (to: number) => {
    offset = Math.min(most(sizes.content), Math.max(0, to));
  };
  return {
    /** What is at the top of the viewport, in the content. */
    get offset() {
      return offset;
    },
    /** Where the element has to be scrolled for that. */
    get place() {
      return offset / scale();
    },
    get height() {
      return height();
    },
    /** `content`: what all rows and the head would take; `viewport`: what is seen of it at once. */
    resize(next: { content: number; viewport: number }) {
      sizes = next;
      goTo(offset);
    },
    goTo,
    /** The user has scrolled the element to `place`. */
    scrolled(place: number) {
      // The element answers with the place it was put at, rounded to what the screen can show.
      if (Math.abs(place - offset / scale()) >= 1) goTo(place * scale());
    },
  };
}

export interface TallRowsOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Pixels, the same for every row. */
  readonly rowHeight: number;
  /** Pixels of what sticks to the top, above the first row. */
  readonly headHeight: number;
  /** Rows that are made before they are seen, on both sides. */
  readonly overscan: number;
}

/** What is drawn: changes only when other rows come into sight. */
interface Sight {
  readonly first: number;
  readonly last: number;
  /** Pixels by which rows stand higher in their element than in the whole. */
  readonly shift: number;
  readonly height: number;
}

/** So many rows are placed from the same point: one element moves with each frame, and not every row. */
const ROWS_A_PLACE = 1000;

/** Where the element that holds the rows from `first` on stands, in pixels down, and each row within it. */
export function placeRows(first: number, rowHeight: number, shift: number) {
  const start = first - (first % ROWS_A_PLACE);
  return {
    down: start * rowHeight - shift,
    top: (index: number) => (index - start) * rowHeight,
  };
}

const NOTHING: Sight = { first: 0, last: -1, shift: 0, height: 0 };

/**
 * The rows of a list that are on screen, out of millions: rows of one height need no measuring and no list of
 * measures, which is what a general virtual list keeps for every row.
 */
export function useTallRows(options: TallRowsOptions) {
  const { scroller, count, rowHeight, headHeight, overscan } = options;
  const tall = useMemo(() => createTallScroll(), []);
  const [sight, setSight] = useState(NOTHING);
  const seen = useRef(sight);

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const viewport = element.clientHeight;
    tall.resize({ content: count * rowHeight + headHeight, viewport });
    const top = Math.floor(tall.offset / rowHeight);
    // The same number of rows wherever one stands, so that what was drawn for one serves for the next.
    const bottom = top + Math.ceil((viewport - headHeight) / rowHeight);
    const next: Sight = {
      first: Math.max(0, top - overscan),
      last: Math.min(count - 1, bottom + overscan),
      shift: tall.offset - tall.place,
      height: Math.max(0, tall.height - headHeight),
    };
    const now = seen.current;
    const same =
      next.first === now.first &&
      next.last === now.last &&
      next.shift === now.shift &&
      next.height === now.height;
    if (same) return;
    seen.current = next;
    setSight(next);
  }, [scroller, tall, count, rowHeight, headHeight, overscan]);

  /** Puts the element where it belongs: once the rows' own element is high enough for it. */
  const settle = useCallback(() => {
    const element = scroller.current;
    if (element && Math.abs(element.scrollTop - tall.place) >= 1) element.scrollTop = tall.place;
  }, [scroller, tall]);

  useLayoutEffect(look, [look]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height may make room for the place
  useLayoutEffect(settle, [settle, sight.height]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onScroll = () => {
      tall.scrolled(element.scrollTop);
      // Before the next frame: rows that come a frame late are a flash of nothing.
      flushSync(look);
      settle();
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    return () => {
      element.removeEventListener("scroll", onScroll);
      sizes.disconnect();
    };
  }, [scroller, tall, look, settle]);

  const goTo = useCallback(
    (offset: number) => {
      tall.goTo(offset);
      look();
      settle();
    },
    [tall, look, settle],
  );

  const { first } = sight;
  const last = Math.min(sight.last, count - 1);
  const shown = useMemo(() => {
    const length = Math.max(0, last - first + 1);
    return Array.from({ length }, (_, at) => ({ index: first + at, key: (first + at) % length }));
  }, [first, last]);

  return {
    first,
    last,
    shown,
    height: sight.height,
    ...placeRows(first, rowHeight, sight.shift),
    topRow: () => Math.floor(tall.offset / rowHeight),
    scrollToTop: useCallback((index: number) => goTo(index * rowHeight), [goTo, rowHeight]),
    reveal: useCallback(
      (index: number) => {
        const above = index * rowHeight;
        const below = above + rowHeight + headHeight - (scroller.current?.clientHeight ?? 0);
        if (above < tall.offset) goTo(above);
        else if (below > tall.offset) goTo(below);
      },
      [goTo, tall, scroller, rowHeight, headHeight],
    ),
  };
}
