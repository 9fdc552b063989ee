export type Place = "clean" | "lists" | "check" | "settings";

export function placeOf(path: string): Place {
  if (path.startsWith("/lists") || path.startsWith("/cleanings") || path.startsWith("/compare"))
    return "lists";
  if (path.startsWith("/check")) return "check";
  return path.startsWith("/settings") ? "settings" : "clean";
}

/** Returns the id of the cleaning shown at `path`; `null` for other screens. */
export function cleaningAt(path: string): string | null {
  return /^\/cleanings\/([^/]+)/.exec(path)?.[1] ?? null;
}
