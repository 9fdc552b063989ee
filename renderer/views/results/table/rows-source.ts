import { useRef, useSyncExternalStore } from "react";
import type { ResultFilter, ResultRow, ResultSort } from "../../../../shared/bridge/results.ts";
import { ok, type Result } from "../../../../shared/result.ts";
import type { Bridge } from "../../../bridge.ts";
import { createWindowedRows, type WindowedRows } from "../../../stores/windowed-rows.ts";

export const MAX_RANGE = 20_000;
const BATCH = 500;

interface Query {
  readonly cleaningId: string;
  readonly filter: ResultFilter;
  readonly sort: ResultSort;
  /** Scope of the request sequence; one per window. */
  readonly page?: string;
}

/** Fetches the rows at positions `first` to `last` inclusive, in batches. Ends after a problem. */
export async function* rowBatches(
  bridge: Bridge,
  query: Query,
  first: number,
  last: number,
): AsyncGenerator<Result<readonly ResultRow[]>> {
  // A separate page id, so that these requests and the table's don't cancel each other.
  const page = crypto.randomUUID();
  for (let offset = first, sequence = 1; offset <= last; offset += BATCH, sequence++) {
    const limit = Math.min(BATCH, last - offset + 1);
    const answer = await bridge.call("results.rows", { ...query, offset, limit, sequence, page });
    yield answer.ok ? ok(answer.value.rows) : answer;
    if (!answer.ok) return;
  }
}

/** Returns the row numbers at positions `first` to `last` inclusive; `null` if the range is too long. */
export async function rowsBetween(
  bridge: Bridge,
  query: Query,
  source: RowsSource,
  first: number,
  last: number,
): Promise<Result<number[] | null>> {
  const length = last - first + 1;
  if (length > MAX_RANGE) return ok(null);
  const here = Array.from({ length }, (_, at) => source.row(first + at)?.row);
  const known = here.filter((row) => row !== undefined);
  if (known.length === length) return ok(known);
  const rows: number[] = [];
  for await (const batch of rowBatches(bridge, query, first, last)) {
    if (!batch.ok) return batch;
    rows.push(...batch.value.map(({ row }) => row));
  }
  return ok(rows);
}

export type RowsSource = WindowedRows<ResultRow>;

/**
 * Creates the windowed rows of a query. `nextSequence` must increase with every request of the page, so that the engine
 * can cancel those of an older query.
 */
export function createRowsSource(bridge: Bridge, query: Query, nextSequence: () => number): RowsSource {
  return createWindowedRows((window) =>
    bridge.call("results.rows", { ...query, ...window, sequence: nextSequence() }),
  );
}

export function useTotal(source: RowsSource): number | null {
  return useSyncExternalStore(source.subscribe, source.total);
}

/** Returns the source to render: the previous one until the new one has rows, to avoid a blank table. */
export function useDrawn(source: RowsSource, cleaningId: string): RowsSource {
  const drawn = useRef({ source, cleaningId });
  const isHere = useSyncExternalStore(
    source.subscribe,
    () => source.total() !== null || source.problem() !== null,
  );
  if (isHere || drawn.current.cleaningId !== cleaningId) drawn.current = { source, cleaningId };
  return drawn.current.source;
}
