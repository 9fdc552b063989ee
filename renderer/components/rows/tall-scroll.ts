/** Browsers draw no element higher than some 17 (Firefox) or 33 million pixels (Chromium). */
const HIGHEST = 17_000_000;

export interface TallSizes {
  /** Pixels that all rows and what stands above them would take. */
  readonly content: number;
  /** Pixels of it that are seen at once. */
  readonly viewport: number;
}

/**
 * Scrolling through content of any height by an element of a bounded one: beyond it, a pixel of the scrollbar stands for
 * several of the content. All lengths in pixels.
 */
export interface TallScroll {
  /** What is at the top of the viewport, in the content. */
  readonly offset: number;
  /** Where the element has to be scrolled for that. */
  readonly place: number;
  /** How high what is scrolled has to be. */
  readonly height: number;
  /** Takes other sizes; keeps the offset as far as it is still there. */
  resize(sizes: TallSizes): void;
  /** Goes to an offset, or as near as there is. */
  goTo(offset: number): void;
  /** The user has scrolled the element to `place`. */
  scrolled(place: number): void;
}

export function createTallScroll(highest = HIGHEST): TallScroll {
  let sizes: TallSizes = { content: 0, viewport: 0 };
  let offset = 0;
  const height = () => Math.min(sizes.content, highest);
  const most = (of: number) => Math.max(0, of - sizes.viewport);
  const scale = () => (sizes.content > highest ? most(sizes.content) / most(height()) : 1);
  const goTo = (to: number) => {
    offset = Math.min(most(sizes.content), Math.max(0, to));
  };
  return {
    get offset() {
      return offset;
    },
    get place() {
      return offset / scale();
    },
    get height() {
      return height();
    },
    resize(next) {
      sizes = next;
      goTo(offset);
    },
    goTo,
    scrolled(place) {
      // The element answers with the place it was put at, rounded to what the screen can show.
      if (Math.abs(place - offset / scale()) >= 1) goTo(place * scale());
    },
  };
}
