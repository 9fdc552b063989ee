import { problem } from "../../../../shared/problems.ts";
import { askedAnew, gotOn, smooth, stay, type Transition, to } from "./events.ts";
import { agreedFor, isSettled, jobOf, mayBePaid, type PartRecord, spentOn } from "./record.ts";
import { release } from "./waits.ts";

/** The user has the part tried again, as far as that costs nothing that was not agreed to. */
export function resumed(record: PartRecord): Transition | null {
  const { state } = record;
  // What waits for the user's word is asked for on its own.
  if (state.kind === "waiting") return state.for === "user" ? null : release({ ...record, setbacks: 0 });
  if (state.kind === "failed") {
    if (!canBeTriedAgain(record)) return null;
    if (record.answer !== null) return to({ ...record, ...smooth }, { kind: "checked" }, "user.resumed");
    if (mayBePaid(record) && state.jobId !== null) {
      return to(
        { ...record, ...smooth, ...gotOn, ...askedAnew },
        { kind: "verifying", jobId: state.jobId },
        "user.resumed",
      );
    }
    return to(afresh(record), { kind: "queued" }, "user.resumed");
  }
  if (state.kind === "gone") {
    // Asking costs nothing, and the service may have been wrong.
    return to(
      { ...record, ...smooth, ...gotOn, ...askedAnew, atService: true },
      { kind: "verifying", jobId: state.jobId },
      "user.resumed_gone",
    );
  }
  // Whether a list whose upload is uncertain is sent again is asked for on its own.
  if (state.kind === "uncertain") return null;
  const tried = record.attempts > 0 || record.setbacks > 0;
  return !isSettled(state) && tried ? stay({ ...record, ...smooth, setbacks: 0 }, "user.resumed") : null;
}

/**
 * The user has the list sent again. Where it may have been paid for already, the new price is agreed to before it is
 * started; where its results can still be had for nothing, it is not sent again.
 */
export function sentAgain(record: PartRecord): Transition | null {
  if (!canBeSentAgain(record)) return null;
  const again = afresh(record);
  // A single check has no price to be shown again: whoever has it sent again agrees to its one credit.
  if (record.single)
    return to({ ...again, agreed: record.addresses }, { kind: "queued" }, "user.checked_again");
  return to(
    record.mayBeCharged
      ? { ...again, agreed: 0, earlier: { ...again.earlier, agreed: agreedFor(record) } }
      : again,
    { kind: "queued" },
    "user.sent_again",
  );
}

/** Credits that sending the part again spends without another question: what was agreed to and not spent yet. */
export function spentUnasked(record: PartRecord): number {
  return record.single || !canBeSentAgain(record) || record.mayBeCharged ? 0 : record.agreed;
}

/** Whether the only way on is to send the list again, which is the user's to decide. */
export function canBeSentAgain({ state, problem: why, mayBeCharged, single, answer }: PartRecord): boolean {
  if (state.kind === "uncertain" || state.kind === "gone") return true;
  if (state.kind !== "failed" || !mayBeCharged || answer !== null) return false;
  if (single || state.jobId === null) return true;
  return why?.code === "job_failed" || why?.code === "job_cancelled" || why?.code === "job_unusable";
}

/** Whether it can be tried once more for nothing: sent anew where it was not paid for, asked about where it may have been. */
export function canBeTriedAgain({ state, mayBeCharged, single, answer }: PartRecord): boolean {
  if (state.kind === "gone") return true;
  if (state.kind !== "failed") return false;
  return !mayBeCharged || answer !== null || (!single && state.jobId !== null);
}

/** The part as before it was sent, but for what that cost. */
function afresh(record: PartRecord): PartRecord {
  const { earlier, mayBeCharged, agreed } = record;
  return {
    ...record,
    earlier: mayBeCharged ? { agreed: earlier.agreed + agreed, spent: spentOn(record) } : earlier,
    ...smooth,
    ...gotOn,
    serviceStatus: null,
    answer: null,
    total: null,
    verified: 0,
    counts: null,
    analysis: null,
    uploadedAt: null,
    startedAt: null,
    lostUploads: 0,
    mayBeCharged: false,
    unheardStart: null,
    startSentAt: null,
    atService: false,
    ...askedAnew,
    vanished: 0,
    refusedRemovals: 0,
    missing: 0,
    removal: false,
  };
}

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
