import type { Compared, Comparison } from "../../../shared/bridge/results.ts";
import type { CallInput } from "../../../shared/bridge.ts";
import type { Bridge } from "../../bridge.ts";
import { createWindowedRows, type WindowedRows } from "../../stores/windowed-rows.ts";

export type CompareQuery = Omit<CallInput<"results.compare">, "offset" | "limit">;

/** The addresses of a comparison; every answer has its counts and moves. */
export type ComparedRows = WindowedRows<Compared, Comparison>;

export function createComparedRows(bridge: Bridge, query: CompareQuery): ComparedRows {
  return createWindowedRows((window) => bridge.call("results.compare", { ...query, ...window }));
}
