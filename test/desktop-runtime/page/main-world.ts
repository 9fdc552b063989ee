import type { Boundary } from "./boundary.ts";

/* Runs as text in the page's world before the page's scripts, so it must not reference anything outside itself. */

/**
 * Waits for the preload's world to pass the element that joins both, in an event with a secret name, and defines what
 * it exposes. `window.open` asks for permission and returns `null`, as in Electron.
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
    // Must be the first offer on this side, as the other side calls it by its number.
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
