const ITEM = "[data-rail-item]";

/** Returns the item that a key moves to from `at`; `null` if the key doesn't move. */
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

/** Moves the focus, or opens or closes a group, by a key. Returns whether the key was handled. */
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

/** Makes one item the only tab stop (roving tabindex): the last focused one, or else the first. */
export function keepOneStop(rail: HTMLElement, last: Element | null): void {
  const items = itemsOf(rail);
  const stop = items.find((item) => item === last) ?? items[0];
  for (const item of items) item.tabIndex = item === stop ? 0 : -1;
}

export function enterRail(rail: HTMLElement): void {
  (itemsOf(rail).find((item) => item.tabIndex === 0) ?? itemsOf(rail)[0])?.focus();
}
