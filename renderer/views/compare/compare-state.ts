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

/** Reads the search part of the address; what it does not understand is left out. */
export function compareFrom(search: string): CompareState {
  const params = new URLSearchParams(search);
  const side = (name: string) => SIDES.find((one) => one === params.get(name)) ?? null;
  return {
    kind: COMPARISON_KINDS.find((one) => one === params.get("kind")) ?? "changed",
    from: side("from"),
    to: side("to"),
  };
}

/** The search part that stands for `state`; the empty string for the plain view. */
export function compareTo(state: CompareState): string {
  const params = new URLSearchParams();
  if (state.kind !== "changed") params.set("kind", state.kind);
  if (state.from) params.set("from", state.from);
  if (state.to) params.set("to", state.to);
  return params.toString();
}

/** What a move from one verdict to another is: a change only where there was one before and there is one after. */
export function kindOfMove(from: Side, to: Side): Kind {
  if (from === "none") return "gained";
  return to === "none" ? "lost" : "changed";
}

/** Returns the view that shows the same addresses once before and after are swapped. */
export function swapped({ kind, from, to }: CompareState): CompareState {
  const others: Partial<Record<Kind, Kind>> = { gained: "lost", lost: "gained", new: "left", left: "new" };
  return { kind: others[kind] ?? kind, from: to, to: from };
}

type InTime = Pick<Cleaning, "createdAt" | "finishedAt">;

/** When a cleaning came to its results, in Unix milliseconds. */
export function endOf({ finishedAt, createdAt }: InTime): number {
  return finishedAt ?? createdAt;
}

/** Two cleanings in the order in which they came to their results: before, then after. */
export function inOrder<T extends InTime>(one: T, other: T): readonly [T, T] {
  return endOf(one) <= endOf(other) ? [one, other] : [other, one];
}

export type CompareQuery = Omit<CallInput<"results.compare">, "offset" | "limit">;

/** The addresses of a comparison; every answer has its counts and moves. */
export type ComparedRows = WindowedRows<Compared, Comparison>;

export function createComparedRows(bridge: Bridge, query: CompareQuery): ComparedRows {
  return createWindowedRows((window) => bridge.call("results.compare", { ...query, ...window }));
}
