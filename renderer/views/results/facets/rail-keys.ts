const ITEM = "[data-rail-item]";

/** The item that the keyboard goes to from `at`, in the order on screen; null: the key does not move. */
function target(items: readonly HTMLElement[], at: number, key: string): HTMLElement | null {
  switch (key) {
    case "ArrowDown":
      return items[Math.min(items.length - 1, at + 1)] ?? null;
    case "ArrowUp":
      return items[Math.max(0, at - 1)] ?? null;
    case "Home":
      return items[0] ?? null;
    case "End":
      return items.at(-1) ?? null;
    default:
      return null;
  }
}

function itemsOf(rail: HTMLElement): HTMLElement[] {
  return [...rail.querySelectorAll<HTMLElement>(ITEM)];
}

/** Moves the focus by a key; whether it did. An open heading is closed by ArrowLeft, a closed one opened by ArrowRight. */
export function moveInRail(rail: HTMLElement, key: string): boolean {
  const items = itemsOf(rail);
  const active = document.activeElement;
  const at = active instanceof HTMLElement ? items.indexOf(active) : -1;
  if (at < 0) return false;
  const expanded = items[at]?.getAttribute("aria-expanded");
  if ((key === "ArrowRight" && expanded === "false") || (key === "ArrowLeft" && expanded === "true")) {
    items[at]?.click();
    return true;
  }
  const to = target(items, at, key);
  to?.focus();
  return to !== null;
}

/** Makes one item the only stop of the Tab key: the one that had the focus last, or else the first. */
export function keepOneStop(rail: HTMLElement, last: Element | null): void {
  const items = itemsOf(rail);
  const stop = items.find((item) => item === last) ?? items[0];
  for (const item of items) item.tabIndex = item === stop ? 0 : -1;
}

/** Puts the keyboard into the rail, where it was last. */
export function enterRail(rail: HTMLElement): void {
  (itemsOf(rail).find((item) => item.tabIndex === 0) ?? itemsOf(rail)[0])?.focus();
}
