import { useSyncExternalStore } from "react";

// The view lives behind the '#', so that every host can serve one page from any folder and reload, Back and Forward
// still return to the same view.
function current(): string {
  return window.location.hash.replace(/^#/, "") || "/";
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  window.addEventListener("popstate", listener);
  return () => {
    window.removeEventListener("hashchange", listener);
    window.removeEventListener("popstate", listener);
  };
}

/** Returns the path of an address's page. */
export function addressPath(address: string): string {
  return `/address?${new URLSearchParams({ q: address })}`;
}

/** Goes to `to` (`/path?search`), as a step in the history unless `replace`. */
export function go(to: string, options: { replace?: boolean } = {}): void {
  const target = `#${to}`;
  if (window.location.hash === target) return;
  if (options.replace) window.history.replaceState(null, "", target);
  else window.history.pushState(null, "", target);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}

export function useHashPath(): [string, (to: string, options?: { replace?: boolean }) => void] {
  const full = useSyncExternalStore(subscribe, current);
  return [full.split("?")[0] || "/", go];
}

export function useHashSearch(): string {
  return useSyncExternalStore(subscribe, current).split("?")[1] ?? "";
}
