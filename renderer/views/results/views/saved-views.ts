import { useCallback, useState } from "react";
import type { SavedView } from "../../../../shared/bridge/app.ts";
import type { ResultFilter, Summary } from "../../../../shared/bridge/results.ts";
import { ok, type Result } from "../../../../shared/result.ts";
import { useReading } from "../../../stores/reading.ts";
import { useWinnow } from "../../../stores/winnow.tsx";
import { LIST_ORDER } from "../view-state.ts";

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

export function viewsOf(saved: readonly SavedView[], listId: string): SavedView[] {
  return saved.filter((view) => view.listId === listId);
}

function isOne(view: SavedView, listId: string, name: string): boolean {
  return view.listId === listId && view.name === name;
}

/** Returns `saved` with `view` appended, or replacing the one called `instead`. */
export function withView(saved: readonly SavedView[], view: SavedView, instead = view.name): SavedView[] {
  const { listId, name } = view;
  const at = saved.findIndex((one) => isOne(one, listId, instead));
  if (at < 0) return [...saved.filter((one) => !isOne(one, listId, name)), view];
  return saved.flatMap((one, index) => (index === at ? [view] : isOne(one, listId, name) ? [] : [one]));
}

export function withoutView(saved: readonly SavedView[], view: SavedView): SavedView[] {
  return saved.filter((one) => !isOne(one, view.listId, view.name));
}

export function useViewCounts(
  summary: Summary,
  views: readonly SavedView[],
  isReady: boolean,
): ReadonlyMap<string, number> {
  const { bridge } = useWinnow();
  const [page] = useState(() => crypto.randomUUID());
  const { cleaningId } = summary;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the views, the summary for the marks
  const ask = useCallback(async (): Promise<Result<ReadonlyMap<string, number>>> => {
    const counts = new Map<string, number>();
    for (const [at, { name, filter }] of views.entries()) {
      const query = { cleaningId, filter, sort: LIST_ORDER, offset: 0, limit: 1 };
      const answer = await bridge.call("results.rows", { ...query, sequence: at + 1, page: `${page}-${at}` });
      if (answer.ok) counts.set(name, answer.value.total);
    }
    return ok(counts);
  }, [bridge, page, summary, JSON.stringify(views)]);
  return useReading(cleaningId, isReady ? ask : null).value ?? new Map();
}
