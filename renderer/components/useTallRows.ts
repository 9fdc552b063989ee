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
  const maxOffset = (length: number) => Math.max(0, length - sizes.viewport);
  const scale = () => (sizes.content > highest ? maxOffset(sizes.content) / maxOffset(height()) : 1);
  const goTo = (to: number) => {
    offset = Math.min(maxOffset(sizes.content), Math.max(0, to));
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

interface RenderedRow {
  readonly index: number;
  readonly key: number;
}

/** The rendered range. Changes only when other rows become visible. */
interface RenderedRange {
  readonly top: number;
  readonly first: number;
  readonly last: number;
  readonly rendered: readonly RenderedRow[];
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

const NOTHING: RenderedRange = { top: 0, first: 0, last: -1, rendered: [], shift: 0, height: 0 };
/** Time without new rows after which scrolling has ended, in milliseconds. */
const REST_MS = 100;

/** Returns rows `first` to `last` in order, assigned to at most `elements` elements. */
export function orderedRows(first: number, last: number, elements: number): RenderedRow[] {
  const length = Math.max(0, last - first + 1);
  return Array.from({ length }, (_, at) => ({ index: first + at, key: (first + at) % elements }));
}

/**
 * Returns `before` updated to include rows `first` to `last`. Elements keep their position, and unneeded ones keep
 * their rows: moving or emptying one costs as much as rendering it.
 */
export function recycledRows(
  before: readonly RenderedRow[],
  first: number,
  last: number,
  elements: number,
): RenderedRow[] {
  const wanted = new Map(orderedRows(first, last, elements).map((row) => [row.key, row]));
  const kept = before.map((row) => wanted.get(row.key) ?? row);
  const known = new Set(before.map(({ key }) => key));
  return [...kept, ...[...wanted.values()].filter(({ key }) => !known.has(key))];
}

/** Virtualises millions of rows of equal height, without the per-row measurements of generic virtual lists. */
export function useTallRows(options: TallRowsOptions) {
  const { scroller, count, rowHeight, headHeight, overscan } = options;
  const scroll = useMemo(() => createTallScroll(), []);
  const [range, setRange] = useState(NOTHING);
  const latest = useRef(range);

  const restTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const measure = useCallback(() => {
    clearTimeout(restTimer.current);
    const element = scroller.current;
    if (!element) return;
    const viewport = element.clientHeight;
    scroll.resize({ content: count * rowHeight + headHeight, viewport });
    const top = Math.floor(scroll.offset / rowHeight);
    const visible = Math.ceil((viewport - headHeight) / rowHeight) + 1;
    const now = latest.current;
    // When scrolling this fast, overscan rows are never seen.
    const isFast = Math.abs(top - now.top) > overscan && now.rendered.length > 0;
    const margin = isFast ? 0 : overscan;
    const first = Math.max(0, top - margin);
    const last = Math.min(count - 1, top + visible - 1 + margin);
    const elements = visible + 2 * overscan;
    const next: RenderedRange = {
      top,
      first,
      last,
      rendered: isFast
        ? recycledRows(now.rendered, first, last, elements)
        : orderedRows(first, last, elements),
      shift: scroll.offset - scroll.place,
      height: Math.max(0, scroll.height - headHeight),
    };
    if (isFast) restTimer.current = setTimeout(measure, REST_MS);
    const same =
      next.first === now.first &&
      next.last === now.last &&
      next.shift === now.shift &&
      next.height === now.height;
    if (same) return;
    latest.current = next;
    setRange(next);
  }, [scroller, scroll, count, rowHeight, headHeight, overscan]);
  useEffect(() => () => clearTimeout(restTimer.current), []);

  /** Applies the scroll position once the rows' container is high enough. */
  const applyScrollTop = useCallback(() => {
    const element = scroller.current;
    if (element && Math.abs(element.scrollTop - scroll.place) >= 1) element.scrollTop = scroll.place;
  }, [scroller, scroll]);

  useLayoutEffect(measure, [measure]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height may make room for the place
  useLayoutEffect(applyScrollTop, [applyScrollTop, range.height]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onScroll = () => {
      const place = element.scrollTop;
      scroll.scrolled(place);
      // Render before the next frame; late rows would flash.
      flushSync(measure);
      // Only read scrollTop when needed: after rendering, it forces a layout.
      if (Math.abs(place - scroll.place) >= 1) applyScrollTop();
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => {
      element.removeEventListener("scroll", onScroll);
      sizes.disconnect();
    };
  }, [scroller, scroll, measure, applyScrollTop]);

  const goTo = useCallback(
    (offset: number) => {
      scroll.goTo(offset);
      measure();
      applyScrollTop();
    },
    [scroll, measure, applyScrollTop],
  );

  const { first } = range;
  const last = Math.min(range.last, count - 1);
  // Recycled elements may refer to rows that no longer exist.
  const shown = useMemo(() => range.rendered.filter(({ index }) => index < count), [range.rendered, count]);

  return {
    first,
    last,
    shown,
    height: range.height,
    ...offsetRows(first, rowHeight, range.shift),
    topRow: () => Math.floor(scroll.offset / rowHeight),
    /** Returns the current offset, also in scroll listeners that run before this hook's. */
    offset() {
      if (scroller.current) scroll.scrolled(scroller.current.scrollTop);
      return scroll.offset;
    },
    goTo,
    scrollToTop: useCallback((index: number) => goTo(index * rowHeight), [goTo, rowHeight]),
    reveal: useCallback(
      (index: number) => {
        const above = index * rowHeight;
        const below = above + rowHeight + headHeight - (scroller.current?.clientHeight ?? 0);
        if (above < scroll.offset) goTo(above);
        else if (below > scroll.offset) goTo(below);
      },
      [goTo, scroll, scroller, rowHeight, headHeight],
    ),
  };
}
