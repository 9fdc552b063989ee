import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** Maximum element height in pixels. Firefox allows about 17 million, Chromium 33 million. */
const MAX_ELEMENT_HEIGHT = 17_000_000;

/**
 * Creates a scroll model for content of any height in an element of limited height. Beyond the limit, one pixel of the
 * scrollbar represents several pixels of content. All lengths are in pixels.
 */
export function createTallScroll(highest = MAX_ELEMENT_HEIGHT) {
  let sizes = { content: 0, viewport: 0 };
  let offset = 0;
  const height = () => Math.min(sizes.content, highest);
  const most = (of: number) => Math.max(0, of - sizes.viewport);
  const scale = () => (sizes.content > highest ? most(sizes.content) / most(height()) : 1);
  const goTo = (to: number) => {
    offset = Math.min(most(sizes.content), Math.max(0, to));
  };
  return {
    /** Offset of the viewport's top in the content. */
    get offset() {
      return offset;
    },
    /** The element's scrollTop for that offset. */
    get place() {
      return offset / scale();
    },
    get height() {
      return height();
    },
    /** `content`: height of all rows and the header; `viewport`: visible height. */
    resize(next: { content: number; viewport: number }) {
      sizes = next;
      goTo(offset);
    },
    goTo,
    /** Handles a scroll of the element to `place` by the user. */
    scrolled(place: number) {
      // The element reports the set position rounded to device pixels.
      if (Math.abs(place - offset / scale()) >= 1) goTo(place * scale());
    },
  };
}

export interface TallRowsOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Height in pixels, the same for every row. */
  readonly rowHeight: number;
  /** Height in pixels of the sticky header above the first row. */
  readonly headHeight: number;
  /** Rows rendered beyond the viewport on each side. */
  readonly overscan: number;
}

interface DrawnRow {
  readonly index: number;
  readonly key: number;
}

/** The rendered range. Changes only when other rows become visible. */
interface VisibleRange {
  readonly top: number;
  readonly first: number;
  readonly last: number;
  readonly drawn: readonly DrawnRow[];
  /** Difference in pixels between rows' content offset and their position in the element. */
  readonly shift: number;
  readonly height: number;
}

/** Rows positioned relative to the same origin, so that scrolling moves one container instead of every row. */
const ROWS_PER_ORIGIN = 1000;

/** Returns the position in pixels of the container that holds rows from `first` on, and of each row within it. */
export function offsetRows(first: number, rowHeight: number, shift: number) {
  const start = first - (first % ROWS_PER_ORIGIN);
  return {
    down: start * rowHeight - shift,
    top: (index: number) => (index - start) * rowHeight,
  };
}

const NOTHING: VisibleRange = { top: 0, first: 0, last: -1, drawn: [], shift: 0, height: 0 };
/** Time without new rows after which scrolling has ended, in milliseconds. */
const REST_MS = 100;

/** Returns rows `first` to `last` in order, assigned to at most `elements` elements. */
export function orderedRows(first: number, last: number, elements: number): DrawnRow[] {
  const length = Math.max(0, last - first + 1);
  return Array.from({ length }, (_, at) => ({ index: first + at, key: (first + at) % elements }));
}

/**
 * Returns `before` updated to include rows `first` to `last`. Elements keep their position, and unneeded ones keep
 * their rows: moving or emptying one costs as much as rendering it.
 */
export function recycledRows(
  before: readonly DrawnRow[],
  first: number,
  last: number,
  elements: number,
): DrawnRow[] {
  const wanted = new Map(orderedRows(first, last, elements).map((row) => [row.key, row]));
  const kept = before.map((row) => wanted.get(row.key) ?? row);
  const known = new Set(before.map(({ key }) => key));
  return [...kept, ...[...wanted.values()].filter(({ key }) => !known.has(key))];
}

/** Virtualises millions of rows of equal height, without the per-row measurements of generic virtual lists. */
export function useTallRows(options: TallRowsOptions) {
  const { scroller, count, rowHeight, headHeight, overscan } = options;
  const tall = useMemo(() => createTallScroll(), []);
  const [sight, setSight] = useState(NOTHING);
  const seen = useRef(sight);

  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const look = useCallback(() => {
    clearTimeout(rest.current);
    const element = scroller.current;
    if (!element) return;
    const viewport = element.clientHeight;
    tall.resize({ content: count * rowHeight + headHeight, viewport });
    const top = Math.floor(tall.offset / rowHeight);
    const inSight = Math.ceil((viewport - headHeight) / rowHeight) + 1;
    const now = seen.current;
    // When scrolling this fast, overscan rows are never seen.
    const isFast = Math.abs(top - now.top) > overscan && now.drawn.length > 0;
    const margin = isFast ? 0 : overscan;
    const first = Math.max(0, top - margin);
    const last = Math.min(count - 1, top + inSight - 1 + margin);
    const elements = inSight + 2 * overscan;
    const next: VisibleRange = {
      top,
      first,
      last,
      drawn: isFast ? recycledRows(now.drawn, first, last, elements) : orderedRows(first, last, elements),
      shift: tall.offset - tall.place,
      height: Math.max(0, tall.height - headHeight),
    };
    if (isFast) rest.current = setTimeout(look, REST_MS);
    const same =
      next.first === now.first &&
      next.last === now.last &&
      next.shift === now.shift &&
      next.height === now.height;
    if (same) return;
    seen.current = next;
    setSight(next);
  }, [scroller, tall, count, rowHeight, headHeight, overscan]);
  useEffect(() => () => clearTimeout(rest.current), []);

  /** Applies the scroll position once the rows' container is high enough. */
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
      const place = element.scrollTop;
      tall.scrolled(place);
      // Render before the next frame; late rows would flash.
      flushSync(look);
      // Only read scrollTop when needed: after rendering, it forces a layout.
      if (Math.abs(place - tall.place) >= 1) settle();
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
  // Recycled elements may refer to rows that no longer exist.
  const shown = useMemo(() => sight.drawn.filter(({ index }) => index < count), [sight.drawn, count]);

  return {
    first,
    last,
    shown,
    height: sight.height,
    ...offsetRows(first, rowHeight, sight.shift),
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
