import { problem } from "../../../../shared/problems.ts";
import { gotOn, smooth, type Transition, to } from "./events.ts";
import { isSettled, jobOf, type PartRecord, spentOn } from "./record.ts";

/** What was not started yet is cancelled; null where it may have been. */
export function cancelled(record: PartRecord): Transition | null {
  const { state } = record;
  // Whoever does not want to pay once more for a check whose answer was lost ends it.
  if (state.kind === "uncertain")
    return to({ ...record, ...smooth }, { kind: "cancelled", jobId: null }, "user.not_sent_again");
  const isCheck = state.kind === "checking" || state.kind === "checked";
  if (isSettled(state) || isCheck || record.mayBeCharged) return null;
  const jobId = jobOf(state);
  return to({ ...record, ...smooth, ...gotOn }, { kind: "cancelled", jobId }, "user.cancelled");
}

/** What was started is over for the user: it counts as spent, and can be asked for once more. */
export function gaveUp(record: PartRecord): Transition | null {
  const { state } = record;
  if (isSettled(state)) return null;
  if (!isStarted(record)) return cancelled(record);
  const { addresses } = record;
  const why = problem("given_up", { addresses, spent: spentOn(record) });
  return to(
    { ...record, ...smooth, ...gotOn, problem: why },
    { kind: "failed", jobId: jobOf(state) },
    "given_up.part",
  );
}

/** Whether the service has begun with the part, or may have: it cannot be cancelled any more. */
export function isStarted({ state, mayBeCharged }: PartRecord): boolean {
  const isCheck = state.kind === "checking" || state.kind === "checked";
  return isCheck || (mayBeCharged && state.kind !== "uncertain");
}
