/** How long what was removed may take to be replaced, and whoever returns the focus by itself to do so. */
const SETTLING_MS = 60;
/** One of several like it: a row, a card, a chip. When one is taken away, the keyboard goes on at the next. */
const ITEM = "li, [data-item]";
const FOCUSABLE = "a[href], button, input, select, textarea, label, [tabindex]:not(#main)";

/** The element that had the focus, and what it stood in when it got it. */
interface Had {
  readonly element: HTMLElement;
  /** What it stood in that has a heading of its own, from the inside out. */
  readonly places: readonly Element[];
  /** The list that the card or screen around it is about: another that is about the same may take its place. */
  readonly list: string | null;
  /** The items around its own, the next ones first, and which control of its own it was. */
  readonly around: readonly Element[];
  readonly control: number;
}

/**
 * Keeps the focus on the screen when the control that had it goes away: on the same control of the next item, where it stood
 * in one of several; else on the heading of what it stood in, of what took that one's place, or of the screen. One that was
 * only disabled gets it back. Ends with the function that it returns.
 */
export function keepFocus(main: HTMLElement): () => void {
  let had: Had | null = null;
  /** What had it last in the screen, not in a dialog or menu above it. */
  let inMain: Had | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function mend(): void {
    const active = document.activeElement;
    if (had === null || (active !== null && active !== document.body)) return;
    if (inMain !== null && !had.element.isConnected && !had.places.some((one) => one.isConnected))
      had = inMain;
    const heir = had.element.isConnected ? had.element : (inNextItem(had) ?? headingFor(had, main));
    if (heir === null || isDisabled(heir) || heir.getClientRects().length === 0) return;
    if (/^H\d$/.test(heir.tagName)) heir.tabIndex = -1;
    heir.focus({ preventScroll: true });
  }

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    had = hadBy(target);
    if (main.contains(target)) inMain = had;
  };
  // A click beside every control gives the focus up.
  const onPointer = ({ target }: PointerEvent) => {
    if (target instanceof Element && target.closest(FOCUSABLE) === null) had = null;
  };
  const observer = new MutationObserver(() => {
    if (had === null || (had.element.isConnected && document.activeElement === had.element)) return;
    clearTimeout(timer);
    timer = setTimeout(mend, SETTLING_MS);
  });
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled", "data-disabled"],
  });
  document.addEventListener("focusin", onFocus);
  document.addEventListener("pointerdown", onPointer, true);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("pointerdown", onPointer, true);
  };
}

function hadBy(element: HTMLElement): Had {
  const places: Element[] = [];
  for (let at = element.parentElement; at !== null; at = at.parentElement)
    if (at.matches("[data-list], section, article, [role=dialog], main")) places.push(at);
  const item = element.closest(ITEM);
  const all =
    item === null ? [] : [...(item.parentElement?.children ?? [])].filter((one) => one.matches(ITEM));
  const at = item === null ? -1 : all.indexOf(item);
  return {
    element,
    places,
    list: element.closest("[data-list]")?.getAttribute("data-list") ?? null,
    around: [...all.slice(at + 1), ...all.slice(0, Math.max(0, at)).reverse()],
    control: item === null ? -1 : controlsIn(item).indexOf(element),
  };
}

/** What can have the focus in an item, itself among it. */
function controlsIn(item: Element): HTMLElement[] {
  const all = [item, ...item.querySelectorAll(FOCUSABLE)];
  return all.filter(
    (one): one is HTMLElement => one instanceof HTMLElement && one.matches(FOCUSABLE) && !isDisabled(one),
  );
}

function inNextItem({ around, control }: Had): HTMLElement | null {
  const next = around.find((one) => one.isConnected);
  const controls = next === undefined ? [] : controlsIn(next);
  return controls[control] ?? controls.at(-1) ?? null;
}

function headingFor({ places, list }: Had, main: HTMLElement): HTMLElement | null {
  const moved = list === null ? null : main.querySelector(`[data-list="${CSS.escape(list)}"]`);
  const left = places.find((place) => place.isConnected && place !== main);
  for (const place of [left, moved, main]) {
    const heading = place?.querySelector<HTMLElement>("h1, h2, h3, h4");
    if (heading) return heading;
  }
  return null;
}

function isDisabled(element: HTMLElement): boolean {
  return element.matches(":disabled, [data-disabled]");
}
