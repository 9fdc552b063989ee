/** Browsers draw no element higher than some 17 (Firefox) or 33 million pixels (Chromium). */
const HIGHEST = 17_000_000;
/** Steps up to so many pixels are the wheel's or the keyboard's; longer ones are the scrollbar's. */
const SMALL_STEP = 4000;
/** Near both ends a pixel of the scrollbar is a pixel of the rows, so that the ends are always reached. */
const END_ZONE = 0.1;

export interface TallSizes {
  /** Pixels that all rows and what stands above them would take. */
  readonly content: number;
  /** Pixels of it that are seen at once. */
  readonly viewport: number;
}

/** Scrolling through content of any height by an element of a bounded one. All lengths in pixels. */
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
  /**
   * The user has scrolled the element to `place`: a short way moves the content by as much, a long way to the same
   * part of it. `place` may be another afterwards: then the element is to be scrolled there.
   */
  scrolled(place: number): void;
}

export function createTallScroll(highest = HIGHEST): TallScroll {
  let content = 0;
  let viewport = 0;
  let offset = 0;
  let place = 0;

  const height = () => Math.min(content, highest);
  const mostOffset = () => Math.max(0, content - viewport);
  const mostPlace = () => Math.max(0, height() - viewport);
  const zone = () => mostPlace() * END_ZONE;
  /** Pixels of the content that a pixel of the scrollbar stands for, between the end zones. */
  const scale = () => (mostOffset() - 2 * zone()) / (mostPlace() - 2 * zone());
  const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value));

  function placeOf(at: number): number {
    if (content <= highest || at <= zone()) return at;
    if (at >= mostOffset() - zone()) return mostPlace() - (mostOffset() - at);
    return zone() + (at - zone()) / scale();
  }

  function offsetAt(where: number): number {
    if (content <= highest || where <= zone()) return where;
    if (where >= mostPlace() - zone()) return mostOffset() - (mostPlace() - where);
    return zone() + (where - zone()) * scale();
  }

  function goTo(to: number): void {
    offset = clamp(to, mostOffset());
    place = placeOf(offset);
  }

  /** Short steps leave the scrollbar ahead of the rows; it is put back where it would run out of way. */
  function isOff(): boolean {
    const away = Math.abs(placeOf(offset) - place);
    if (away < 1) return false;
    const atEnd = offset <= 0 || offset >= mostOffset();
    const runsOut = place < zone() / 2 || place > mostPlace() - zone() / 2;
    return atEnd || runsOut || away > zone() / 2;
  }

  return {
    get offset() {
      return offset;
    },
    get place() {
      return place;
    },
    get height() {
      return height();
    },
    resize(sizes) {
      if (sizes.content === content && sizes.viewport === viewport) return;
      content = sizes.content;
      viewport = sizes.viewport;
      goTo(offset);
    },
    goTo,
    scrolled(where) {
      // The element answers with the place it was put at, rounded to what the screen can show.
      if (Math.abs(where - place) < 1) return;
      const step = where - place;
      const isSmall = Math.abs(step) <= Math.max(SMALL_STEP, 2 * viewport);
      offset = clamp(isSmall ? offset + step : offsetAt(where), mostOffset());
      place = clamp(where, mostPlace());
      if (isOff()) place = placeOf(offset);
    },
  };
}
