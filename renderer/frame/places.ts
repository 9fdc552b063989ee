/** One of the four places; everything that Winnow shows is in one of them. */
export type Place = "clean" | "lists" | "check" | "settings";

export function placeOf(path: string): Place {
  if (path.startsWith("/lists") || path.startsWith("/cleanings") || path.startsWith("/compare"))
    return "lists";
  if (path.startsWith("/check")) return "check";
  return path.startsWith("/settings") ? "settings" : "clean";
}

/** The cleaning whose results or progress are shown at `path`; null: another screen is. */
export function cleaningAt(path: string): string | null {
  return /^\/cleanings\/([^/]+)/.exec(path)?.[1] ?? null;
}
