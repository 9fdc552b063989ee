import { isCheckedAlone } from "../../lists/index.ts";
import { afresh } from "./again.ts";
import { gotOn, type PartEvent, smooth, stay, type Transition, to } from "./events.ts";
import { mayBePaid, type PartRecord } from "./record.ts";

/** A list that was sent and not started is sent anew, without who is suppressed by now: it has cost nothing. */
export function sentWithout(record: PartRecord): Transition | null {
  const { state } = record;
  const isUnstarted = state.kind === "ready" || (state.kind === "starting" && !state.sent);
  if (!isUnstarted || mayBePaid(record)) return null;
  return to(afresh(record), { kind: "queued" }, "suppressed.found");
}

/** The part without who is suppressed by now, and without their price. With nobody left there is nothing to verify. */
export function without(
  record: PartRecord,
  { addresses, rows, leftOut }: Extract<PartEvent, { type: "suppressed.left_out" }>,
): Transition | null {
  const fewer = leftOut - record.leftOut;
  if (record.state.kind !== "queued" || fewer <= 0) return null;
  const left: PartRecord = {
    ...record,
    addresses,
    rows,
    leftOut,
    agreed: Math.max(0, record.agreed - fewer),
    single: isCheckedAlone(addresses),
  };
  return addresses > 0
    ? stay(left, "suppressed.found")
    : to({ ...left, ...smooth, ...gotOn }, { kind: "done", jobId: null }, "suppressed.all");
}
