import { useRef, useSyncExternalStore } from "react";
import type { ResultFilter, ResultRow, ResultSort } from "../../../../shared/bridge/results.ts";
import type { Bridge } from "../../../bridge.ts";
import { createWindowedRows, type WindowedRows } from "../../../stores/windowed-rows.ts";

export type RowsSource = WindowedRows<ResultRow>;

interface Query {
  readonly cleaningId: string;
  readonly filter: ResultFilter;
  readonly sort: ResultSort;
  /** Scope of the request sequence; one per window. */
  readonly page?: string;
}

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
