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

/** A row that is drawn, in the element of one that is not drawn any more. */
interface DrawnRow {
  readonly index: number;
  readonly key: number;
}

/** What is drawn: changes only when other rows come into sight. */
interface Sight {
  readonly top: number;
  readonly first: number;
  readonly last: number;
  readonly drawn: readonly DrawnRow[];
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

const NOTHING: Sight = { top: 0, first: 0, last: -1, drawn: [], shift: 0, height: 0 };
/** After so long without another row in sight nobody scrolls any more. */
const REST_MS = 100;

/** Rows `first` to `last` in their order, in up to `elements` elements. */
export function inOrder(first: number, last: number, elements: number): DrawnRow[] {
  const length = Math.max(0, last - first + 1);
  return Array.from({ length }, (_, at) => ({ index: first + at, key: (first + at) % elements }));
}

/**
 * `before` with rows `first` to `last` among them. Each element stands where it stood, and those that are not needed keep
 * their rows: to move or to empty one would cost as much as to draw it.
 */
export function inPlace(
  before: readonly DrawnRow[],
  first: number,
  last: number,
  elements: number,
): DrawnRow[] {
  const wanted = new Map(inOrder(first, last, elements).map((row) => [row.key, row]));
  const kept = before.map((row) => wanted.get(row.key) ?? row);
  const known = new Set(before.map(({ key }) => key));
  return [...kept, ...[...wanted.values()].filter(({ key }) => !known.has(key))];
}

/**
 * The rows of a list that are on screen, out of millions: rows of one height need no measuring and no list of
 * measures, which is what a general virtual list keeps for every row.
 */
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
    // Who scrolls faster than that never sees the rows that are made in advance.
    const isFast = Math.abs(top - now.top) > overscan && now.drawn.length > 0;
    const margin = isFast ? 0 : overscan;
    const first = Math.max(0, top - margin);
    const last = Math.min(count - 1, top + inSight - 1 + margin);
    const elements = inSight + 2 * overscan;
    const next: Sight = {
      top,
      first,
      last,
      drawn: isFast ? inPlace(now.drawn, first, last, elements) : inOrder(first, last, elements),
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
      const place = element.scrollTop;
      tall.scrolled(place);
      // Before the next frame: rows that come a frame late are a flash of nothing.
      flushSync(look);
      // Asked only where it may be needed: with other rows just drawn, the browser would lay them out to answer.
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
  // Elements that keep a row of before may have one that is not there any more.
  const shown = useMemo(() => sight.drawn.filter(({ index }) => index < count), [sight.drawn, count]);

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
