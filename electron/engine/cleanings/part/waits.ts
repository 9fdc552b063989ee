import { assertNever } from "../../../../shared/result.ts";
import { smooth, stay, type Transition, to } from "./events.ts";
import { shortOfCredits } from "./failures.ts";
import type { PartRecord } from "./record.ts";

/** The lowest balance counts: where it falls and is filled up again, there is more than there was. */
export function creditsRead(record: PartRecord, balance: number): Transition | null {
  const { state, wait } = record;
  if (state.kind !== "waiting" || state.for !== "credits" || wait === null) return null;
  const lowest = Math.min(wait.balance ?? balance, balance);
  // What is said of the balance is what was read last, be it more than when it was refused.
  return stay(
    { ...record, problem: shortOfCredits(record, balance), wait: { ...wait, balance: lowest } },
    "balance.read",
  );
}

/** A part whose wait is over takes up the step that it waited with. */
export function release(record: PartRecord): Transition {
  const { state } = record;
  if (state.kind !== "waiting") return stay(record, "released");
  const eased: PartRecord = { ...record, ...smooth };
  const { jobId } = state;
  if (jobId === null) return to(eased, { kind: "queued" }, "released");
  switch (state.step) {
    case "upload":
    case "check":
      return to(eased, { kind: "queued" }, "released");
    case "start":
      // The status is read before a start is sent again: much may have happened in the meantime.
      return to(eased, { kind: record.mayBeCharged ? "verifying" : "preparing", jobId }, "released");
    case "fetch":
      return to(eased, { kind: "downloading", jobId }, "released");
    case "poll":
      return to(eased, { kind: record.mayBeCharged ? "verifying" : "preparing", jobId }, "released");
    default:
      return assertNever(state.step);
  }
}
