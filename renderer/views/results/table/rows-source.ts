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
