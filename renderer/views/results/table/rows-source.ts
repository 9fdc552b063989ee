import { useRef, useSyncExternalStore } from "react";
import type { ResultFilter, ResultRow, ResultSort } from "../../../../shared/bridge/results.ts";
import type { Bridge } from "../../../bridge.ts";
import { createWindowedRows, type WindowedRows } from "../../../stores/windowed-rows.ts";

export type RowsSource = WindowedRows<ResultRow>;

interface Query {
  readonly cleaningId: string;
  readonly filter: ResultFilter;
  readonly sort: ResultSort;
  /** Who asks, apart from other windows. */
  readonly page?: string;
}

/**
 * The rows of one filtered, sorted list. `nextSequence` grows with every request of the page, so that the engine can
 * drop those of an older query.
 */
export function createRowsSource(bridge: Bridge, query: Query, nextSequence: () => number): RowsSource {
  return createWindowedRows((window) =>
    bridge.call("results.rows", { ...query, ...window, sequence: nextSequence() }),
  );
}

/** How many rows pass the filter; null until the first answer. */
export function useTotal(source: RowsSource): number | null {
  return useSyncExternalStore(source.subscribe, source.total);
}

/** The source to draw from: the one before until the new one has rows, so that nothing goes blank while it is asked. */
export function useDrawn(source: RowsSource, cleaningId: string): RowsSource {
  const drawn = useRef({ source, cleaningId });
  const isHere = useSyncExternalStore(
    source.subscribe,
    () => source.total() !== null || source.problem() !== null,
  );
  if (isHere || drawn.current.cleaningId !== cleaningId) drawn.current = { source, cleaningId };
  return drawn.current.source;
}
