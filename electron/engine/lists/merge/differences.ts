import { foldAddress } from "../../../../shared/addresses.ts";
import type { Preflight } from "../../../../shared/bridge/lists.ts";
import type { CallOutput } from "../../../../shared/bridge.ts";

type Difference = CallOutput<"lists.mergeable">["differences"][number];

/** How each list differs from the first; none: they can be merged. */
export function mergeDifferences(lists: readonly Preflight[]): Difference[] {
  const [first] = lists;
  if (first === undefined) return [];
  const own = keysOf(first.columns.map(({ name }) => name));
  return lists.flatMap((list): Difference[] => {
    const differs = (reason: Difference["reason"], missing: string[] = [], extra: string[] = []) => [
      { name: list.name, reason, missing, extra },
    ];
    if (list.kind === "results") return differs("results");
    if (list === first) return [];
    if (list.hasHeader !== first.hasHeader) return differs("header");
    const keys = keysOf(list.columns.map(({ name }) => name));
    const missing = first.columns.flatMap(({ name }, at) => (keys.includes(own[at] ?? "") ? [] : [name]));
    const extra = list.columns.flatMap(({ name }, at) => (own.includes(keys[at] ?? "") ? [] : [name]));
    if (missing.length + extra.length > 0) return differs("columns", missing, extra);
    return keys[list.addressColumn ?? -1] === own[first.addressColumn ?? -1] ? [] : differs("address");
  });
}

/** Lines of the lists that are no rows, and are not in the merged list: blank ones, and those above a header. */
export function leftBehind(lists: readonly Preflight[]): number {
  return lists.reduce((sum, { oddities }) => {
    const own = oddities.filter(({ code }) => code === "blank_line" || code === "line_above");
    return sum + own.reduce((lines, { count }) => lines + count, 0);
  }, 0);
}

/** What a column is matched by: its header without case and outer blanks, and which one of that name it is. */
export function keysOf(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const key = foldAddress(name.trim());
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return `${key} ${before}`;
  });
}
