import { nextStep } from "../../../../electron/engine/cleanings/part/machine.ts";
import {
  agreedFor,
  claimOf,
  type PartRecord,
  reservedFor,
  spentOn,
} from "../../../../electron/engine/cleanings/part/record.ts";
import {
  canBeSentAgain,
  canBeTriedAgain,
  creditsAlreadyAgreed,
} from "../../../../electron/engine/cleanings/part/user-actions.ts";
import type { Observed } from "./every-transition.ts";

const DERIVED: Readonly<Record<string, (record: PartRecord) => unknown>> = {
  "next step": nextStep,
  claim: claimOf,
  spent: spentOn,
  promised: reservedFor,
  "agreed in all": agreedFor,
  "spent unasked": creditsAlreadyAgreed,
  "can be sent again": canBeSentAgain,
  "can be tried again": canBeTriedAgain,
};

/**
 * Summarises all transitions, one line per event and pair of states: how often it occurred, and how often each field
 * changed to which value.
 */
export function outcomesOf(observed: Iterable<Observed>): string {
  const lines = new Map<string, { times: number; readonly changes: Map<string, number> }>();
  for (const { before, event, after, why } of observed) {
    if (after === null || why === null) continue;
    const reason = typeof why === "string" ? why : why.code;
    const way = `${event.type}: ${before.state.kind} → ${stateOf(after)} (${reason})`;
    const line = lines.get(way) ?? { times: 0, changes: new Map<string, number>() };
    lines.set(way, line);
    line.times++;
    for (const change of changesOf(before, after)) {
      line.changes.set(change, (line.changes.get(change) ?? 0) + 1);
    }
  }
  return [...lines]
    .map(([way, { times, changes }]) => {
      const counted = [...changes].map(([change, count]) =>
        count === times ? change : `${change} ×${count}`,
      );
      return `${way} ×${times}: ${counted.toSorted().join(", ")}\n`;
    })
    .toSorted()
    .join("");
}

function stateOf({ state }: PartRecord): string {
  if (state.kind === "waiting") return `waiting for ${state.for} to ${state.step}`;
  return state.kind === "starting" ? `starting (${state.sent ? "sent" : "not sent"})` : state.kind;
}

function* changesOf(before: PartRecord, after: PartRecord): Generator<string> {
  for (const key of Object.keys(after) as (keyof PartRecord)[]) {
    if (key === "state" || before[key] === after[key]) continue;
    const [was, is] = [serialize(before[key]), serialize(after[key])];
    if (was !== is) yield `${key} ${is}`;
  }
  for (const [name, read] of Object.entries(DERIVED)) {
    const [was, is] = [String(read(before)), String(read(after))];
    if (was !== is) yield `[${name}] ${was} → ${is}`;
  }
}

function serialize(value: PartRecord[keyof PartRecord]): string {
  if (typeof value !== "object" || value === null) return String(value);
  return "code" in value ? JSON.stringify({ code: value.code, values: value.values }) : JSON.stringify(value);
}
