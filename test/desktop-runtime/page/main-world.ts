import type { Boundary } from "./boundary.ts";

/*
 * Runs in the page's own world, as text, before any script of the page: it may use nothing from outside itself.
 */

/**
 * Waits for the preload's world to show the element that joins both, under an event's name that nobody can guess, and
 * takes in what it exposes. `window.open` asks whether it may, and is answered as Electron answers: with null.
 */
export function joinPreload(
  openBoundary: (gate: EventTarget, here: string, there: string) => Boundary,
  secret: string,
): void {
  if (window !== window.top) return;
  const deepFreeze = (value: unknown): void => {
    if ((typeof value !== "object" && typeof value !== "function") || value === null) return;
    for (const item of Object.values(value)) deepFreeze(item);
    Object.freeze(value);
  };
  const join = (event: Event) => {
    event.stopImmediatePropagation();
    const gate = (event as MouseEvent).relatedTarget;
    if (gate === null) return;
    const boundary = openBoundary(gate, "page", "preload");
    // The first thing that this side offers, as the other expects it.
    boundary.offer((key, api) => {
      const name = String(key);
      if (Object.hasOwn(window, name))
        throw new Error(`Cannot bind an API on top of an existing property on the window object`);
      deepFreeze(api);
      Object.defineProperty(window, name, { value: api, enumerable: true });
    });
    const open = 1;
    window.open = (url) => {
      boundary.call(open, [new URL(String(url ?? "about:blank"), document.baseURI).href]);
      return null;
    };
  };
  document.addEventListener(secret, join, { once: true, capture: true });
}
