import { assertNever } from "../../../../shared/result.ts";
import { shortOfCredits } from "./failures.ts";
import { keepState, moveTo, resetAfterSuccess, type Transition } from "./part-events.ts";
import type { PartRecord } from "./record.ts";

/** Keeps the lowest balance: a drop followed by a top-up shows that credits were added. */
export function creditsRead(record: PartRecord, balance: number): Transition | null {
  const { state, wait } = record;
  if (state.kind !== "waiting" || state.for !== "credits" || wait === null) return null;
  const lowest = Math.min(wait.balance ?? balance, balance);
  // The problem shows the last balance read, even if it is higher.
  return keepState(
    { ...record, problem: shortOfCredits(record, balance), wait: { ...wait, balance: lowest } },
    "balance.read",
  );
}

/** Resumes a parked part at the step it was parked with. */
export function release(record: PartRecord): Transition {
  const { state } = record;
  if (state.kind !== "waiting") return keepState(record, "released");
  const eased: PartRecord = { ...record, ...resetAfterSuccess };
  const { jobId } = state;
  if (jobId === null) return moveTo(eased, { kind: "queued" }, "released");
  switch (state.step) {
    case "upload":
    case "check":
      return moveTo(eased, { kind: "queued" }, "released");
    case "start":
      // Poll before sending a start again: its state may have changed.
      return moveTo(eased, { kind: record.mayBeCharged ? "verifying" : "preparing", jobId }, "released");
    case "fetch":
      return moveTo(eased, { kind: "downloading", jobId }, "released");
    case "poll":
      return moveTo(eased, { kind: record.mayBeCharged ? "verifying" : "preparing", jobId }, "released");
    default:
      return assertNever(state.step);
  }
}
