/** Grace period for a removed element to be replaced, and for components that restore the focus themselves. */
const SETTLING_MS = 60;
/** An item of a collection: a row, card or chip. When one is removed, the focus moves to the next. */
const ITEM = "li, [data-item]";
/** Dialogs, except those beside the screen, such as the details panel. */
export const DIALOGS = "[role=dialog]:not([data-beside] *)";
const FOCUSABLE = "a[href], button, input, select, textarea, label, [tabindex]:not(#main)";

/** The last focused element and its surroundings at that time. */
interface FocusRecord {
  readonly element: HTMLElement;
  /** Ancestors that have a heading, innermost first. */
  readonly places: readonly Element[];
  /** Id of the list that the enclosing card or screen is about; its replacement has the same id. */
  readonly list: string | null;
  /** Sibling items, nearest following ones first. */
  readonly around: readonly Element[];
  /** Index of the control within its own item. */
  readonly control: number;
}

/**
 * Restores the focus when the focused control is removed: to the same control of the next item, or else to the heading
 * of its container, of the container's replacement, or of the screen. A control that was only disabled gets the focus
 * back. Returns a cleanup function.
 */
export function keepFocus(main: HTMLElement): () => void {
  let last: FocusRecord | null = null;
  /** The last focus inside the screen, excluding dialogs and menus. */
  let inMain: FocusRecord | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function restore(): void {
    const active = document.activeElement;
    if (last === null || (active !== null && active !== document.body)) return;
    if (inMain !== null && !last.element.isConnected && !last.places.some((one) => one.isConnected))
      last = inMain;
    const found = last.element.isConnected ? last.element : (inNextItem(last) ?? headingFor(last, main));
    const dialog = [...document.querySelectorAll(DIALOGS)].at(-1);
    const isBehind = dialog !== undefined && !dialog.contains(found);
    const heir = isBehind ? dialog.querySelector<HTMLElement>("h1, h2, h3, h4") : found;
    if (heir === null || isDisabled(heir) || heir.getClientRects().length === 0) return;
    if (/^H\d$/.test(heir.tagName)) heir.tabIndex = -1;
    heir.focus({ preventScroll: true });
  }

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    last = hadBy(target);
    if (main.contains(target)) inMain = last;
  };
  // A click outside of all controls clears the focus on purpose.
  const onPointer = ({ target }: PointerEvent) => {
    if (target instanceof Element && target.closest(FOCUSABLE) === null) last = null;
  };
  const observer = new MutationObserver(() => {
    if (last === null || (last.element.isConnected && document.activeElement === last.element)) return;
    clearTimeout(timer);
    timer = setTimeout(restore, SETTLING_MS);
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

function hadBy(element: HTMLElement): FocusRecord {
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

/** Returns the focusable controls of an item, including the item itself. */
function controlsIn(item: Element): HTMLElement[] {
  const all = [item, ...item.querySelectorAll(FOCUSABLE)];
  return all.filter(
    (one): one is HTMLElement => one instanceof HTMLElement && one.matches(FOCUSABLE) && !isDisabled(one),
  );
}

function inNextItem({ around, control }: FocusRecord): HTMLElement | null {
  const next = around.find((one) => one.isConnected);
  const controls = next === undefined ? [] : controlsIn(next);
  return controls[control] ?? controls.at(-1) ?? null;
}

function headingFor({ places, list }: FocusRecord, main: HTMLElement): HTMLElement | null {
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
