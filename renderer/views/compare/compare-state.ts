import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { COMPARISON_KINDS } from "../../../shared/bridge/constants.ts";
import type { Compared, Comparison } from "../../../shared/bridge/results.ts";

import type { CallInput } from "../../../shared/bridge.ts";
import { VERDICTS } from "../../../shared/verdicts.ts";
import type { Bridge } from "../../bridge.ts";
import { createWindowedRows, type WindowedRows } from "../../stores/windowed-rows.ts";

export const SIDES = [...VERDICTS, "none"] as const;
export type Side = (typeof SIDES)[number];
export type Kind = (typeof COMPARISON_KINDS)[number];

export interface CompareState {
  readonly kind: Kind;
  readonly from: Side | null;
  readonly to: Side | null;
}

/** Parses the URL's query string; ignores unknown values. */
export function compareFrom(search: string): CompareState {
  const params = new URLSearchParams(search);
  const side = (name: string) => SIDES.find((one) => one === params.get(name)) ?? null;
  return {
    kind: COMPARISON_KINDS.find((one) => one === params.get("kind")) ?? "changed",
    from: side("from"),
    to: side("to"),
  };
}

/** Serialises `state` as a query string; empty for the default view. */
export function compareTo(state: CompareState): string {
  const params = new URLSearchParams();
  if (state.kind !== "changed") params.set("kind", state.kind);
  if (state.from) params.set("from", state.from);
  if (state.to) params.set("to", state.to);
  return params.toString();
}

/** Returns the kind of a move between verdicts; `changed` requires a verdict on both sides. */
export function kindOfMove(from: Side, to: Side): Kind {
  if (from === "none") return "gained";
  return to === "none" ? "lost" : "changed";
}

type InTime = Pick<Cleaning, "createdAt" | "finishedAt">;

/** Returns the time of a cleaning's results, in Unix ms. */
export function endOf({ finishedAt, createdAt }: InTime): number {
  return finishedAt ?? createdAt;
}

/** Orders two cleanings by the time of their results. */
export function byFinishTime<T extends InTime>(one: T, other: T): readonly [T, T] {
  return endOf(one) <= endOf(other) ? [one, other] : [other, one];
}

export type CompareQuery = Omit<CallInput<"results.compare">, "offset" | "limit">;

export type ComparedRows = WindowedRows<Compared, Comparison>;

export function createComparedRows(bridge: Bridge, query: CompareQuery): ComparedRows {
  return createWindowedRows((window) => bridge.call("results.compare", { ...query, ...window }));
}
