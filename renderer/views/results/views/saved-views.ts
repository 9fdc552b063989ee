import type { SavedView } from "../../../../shared/bridge/app.ts";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";

/** Whether two filters say the same, in whatever order they do. */
export function isSameFilter(one: ResultFilter, other: ResultFilter): boolean {
  return saidBy(one) === saidBy(other);
}

function saidBy(part: unknown): string {
  if (Array.isArray(part)) return `[${part.map(saidBy).sort().join()}]`;
  if (typeof part !== "object" || part === null) return JSON.stringify(part);
  const said = Object.entries(part).filter(([, value]) => value !== undefined);
  return `{${said
    .map(([name, value]) => `${name}:${saidBy(value)}`)
    .sort()
    .join()}}`;
}

/** Those of a list, in the order in which they were saved. */
export function viewsOf(saved: readonly SavedView[], listId: string): SavedView[] {
  return saved.filter((view) => view.listId === listId);
}

function isOne(view: SavedView, listId: string, name: string): boolean {
  return view.listId === listId && view.name === name;
}

/** `saved` with `view`: where the one called `instead`, or else one of its own name, stands; or as the last. */
export function withView(saved: readonly SavedView[], view: SavedView, instead = view.name): SavedView[] {
  const { listId, name } = view;
  const at = saved.findIndex((one) => isOne(one, listId, instead));
  if (at < 0) return [...saved.filter((one) => !isOne(one, listId, name)), view];
  return saved.flatMap((one, index) => (index === at ? [view] : isOne(one, listId, name) ? [] : [one]));
}

export function withoutView(saved: readonly SavedView[], view: SavedView): SavedView[] {
  return saved.filter((one) => !isOne(one, view.listId, view.name));
}

/** `saved` with `view` where it stood in `before`: behind the same one. */
export function withViewBack(
  saved: readonly SavedView[],
  view: SavedView,
  before: readonly SavedView[],
): SavedView[] {
  const rest = withoutView(saved, view);
  const place = before.findIndex((one) => isOne(one, view.listId, view.name));
  const earlier = before.slice(0, Math.max(0, place));
  const last = rest.findLastIndex((one) => earlier.some((other) => isOne(one, other.listId, other.name)));
  return [...rest.slice(0, last + 1), view, ...rest.slice(last + 1)];
}
