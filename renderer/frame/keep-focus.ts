/** Which list a card or a screen is about: another that is about the same list may take its place. */
const LIST = "data-list";

/** How long what was removed may take to be replaced, and whoever returns the focus by itself to do so. */
const SETTLING_MS = 60;

/** One of several like it: a row, a card, a chip. When one is taken away, the keyboard goes on at the next. */
const ITEM = "li, [data-item]";

interface Place {
  readonly element: Element;
  readonly list: string | null;
  /** Where it is an item: those around it, the next ones first, and which of its controls had the focus. */
  readonly item: { readonly around: readonly Element[]; readonly control: number } | null;
}

/** The element that had the focus, and what it stood in, from the inside out. */
interface Had {
  readonly element: HTMLElement;
  readonly places: readonly Place[];
  readonly byPointer: boolean;
}

/**
 * Keeps the focus where the user is when the control that had it goes away: on the same control of the next item, where
 * it stood in one of several; else on the heading of what it stood in, of what took that one's place, or of the screen. One that was only disabled gets it back. Ends with the function that it returns.
 */
export function keepFocus(main: HTMLElement): () => void {
  let had: Had | null = null;
  let hadInMain: Had | null = null;
  let byPointer = false;
  // Whether the focus was taken from the element, not given up by a click beside it.
  let isLost = false;
  // What stood where its list goes on in another card may be drawn only later: until then the screen's heading has the focus.
  let awaited: { readonly lists: readonly string[]; readonly at: Element } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function mend(): void {
    const active = document.activeElement;
    if (had === null || (active !== null && active !== document.body)) return;
    if (had.element.isConnected) {
      if (isLost && !isDisabled(had.element) && isShown(had.element)) give(had.element, had.byPointer);
      return;
    }
    const lists = listsOf(had, hadInMain);
    const heir = heirOf(had, main) ?? (hadInMain === null ? null : heirOf(hadInMain, main));
    const instead = heir ?? headingIn(main);
    if (instead === null) return;
    give(instead, had.byPointer);
    awaited = heir === null && lists.length > 0 ? { lists, at: instead } : null;
  }

  /** Goes on to what took the place of the list, now that it is there. */
  function follow(): void {
    if (awaited === null || document.activeElement !== awaited.at) return;
    const places = awaited.lists.flatMap(
      (list) => main.querySelector(`[${LIST}="${CSS.escape(list)}"]`) ?? [],
    );
    const heading = places.map(headingIn).find((found) => found !== null);
    if (heading) give(heading, byPointer);
  }

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    had = { element: target, places: placesOf(target), byPointer };
    if (main.contains(target)) hadInMain = had;
    isLost = false;
    if (target !== awaited?.at) awaited = null;
  };
  const onPointer = ({ target }: PointerEvent) => {
    byPointer = true;
    awaited = null;
    // A click beside every control gives the focus up.
    if (target instanceof Element && target.closest(FOCUSABLE) === null) had = null;
  };
  const onKey = () => {
    byPointer = false;
    awaited = null;
  };
  const onChange = () => {
    follow();
    if (had !== null && (!had.element.isConnected || isDisabled(had.element))) isLost = true;
    if (!isLost) return;
    clearTimeout(timer);
    // What a card had goes on in another: nobody else returns it, and a key that is pressed meanwhile is to find it there.
    if (had !== null && !had.element.isConnected && listsOf(had).length > 0) return mend();
    timer = setTimeout(mend, SETTLING_MS);
  };
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled", "data-disabled"],
  });
  document.addEventListener("focusin", onFocus);
  document.addEventListener("pointerdown", onPointer, true);
  document.addEventListener("keydown", onKey, true);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("pointerdown", onPointer, true);
    document.removeEventListener("keydown", onKey, true);
  };
}

const FOCUSABLE = "a[href], button, input, select, textarea, label, [tabindex]:not(#main)";

function placesOf(element: HTMLElement): Place[] {
  const places: Place[] = [];
  const first = element.matches(ITEM) ? element : element.parentElement;
  for (let at: Element | null = first; at !== null; at = at.parentElement)
    places.push({
      element: at,
      list: at.getAttribute(LIST),
      item: at.matches(ITEM) ? itemOf(at, element) : null,
    });
  return places;
}

/** The lists that these stood in, from the inside out. */
function listsOf(...of: readonly (Had | null)[]): string[] {
  return of.flatMap((had) => had?.places ?? []).flatMap(({ list }) => list ?? []);
}

function itemOf(item: Element, element: HTMLElement): Place["item"] {
  const all = [...(item.parentElement?.children ?? [])].filter((one) => one.matches(ITEM));
  const at = all.indexOf(item);
  const around = [...all.slice(at + 1), ...all.slice(0, at).reverse()];
  return { around, control: controlsIn(item).indexOf(element) };
}

/** What can have the focus in an item, itself among it. */
function controlsIn(item: Element): HTMLElement[] {
  return [item, ...item.querySelectorAll(FOCUSABLE)].filter(
    (one): one is HTMLElement =>
      one instanceof HTMLElement && one.matches(FOCUSABLE) && !isDisabled(one) && isShown(one),
  );
}

/** The same control of the next item that is still there, or of the one before. */
function inNextItem({ around, control }: NonNullable<Place["item"]>): HTMLElement | null {
  for (const one of around) {
    if (!one.isConnected) continue;
    const controls = controlsIn(one);
    const heir = controls[control] ?? controls.at(-1);
    if (heir !== undefined) return heir;
  }
  return null;
}

function heirOf({ element, places }: Had, main: HTMLElement): HTMLElement | null {
  if (element.isConnected) return isDisabled(element) || !isShown(element) ? null : element;
  for (const { element: place, list, item } of places) {
    const next = item === null || place.isConnected ? null : inNextItem(item);
    if (next !== null) return next;
    if (place === main || place === document.body) return null;
    const now = place.isConnected
      ? place
      : list === null
        ? null
        : main.querySelector(`[${LIST}="${CSS.escape(list)}"]`);
    // Among the cards of a screen no one is next of kin: their own headings do not speak for it.
    const heading =
      now === null || !now.matches(`[${LIST}], section, article, [role=dialog]`) ? null : headingIn(now);
    if (heading !== null) return heading;
  }
  return null;
}

function headingIn(place: Element): HTMLElement | null {
  return place.querySelector<HTMLElement>("h1, h2, h3, h4");
}

function isDisabled(element: HTMLElement): boolean {
  return element.matches(":disabled, [data-disabled]");
}

function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0;
}

function give(element: HTMLElement, byPointer: boolean): void {
  if (/^H\d$/.test(element.tagName)) element.tabIndex = -1;
  // Nothing moves under the pointer.
  element.focus({ preventScroll: byPointer });
}
