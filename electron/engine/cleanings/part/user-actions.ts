import { problem } from "../../../../shared/problems.ts";
import { release } from "./parking.ts";
import {
  keepState,
  moveTo,
  resetAfterProgress,
  resetAfterSuccess,
  resetResultCounters,
  type Transition,
} from "./part-events.ts";
import { agreedFor, BEFORE_UPLOAD, isSettled, jobOf, mayBePaid, type PartRecord, spentOn } from "./record.ts";

/** Retries the part at the user's request, if that costs nothing that was not agreed to. */
export function resumed(record: PartRecord): Transition | null {
  const { state } = record;
  if (state.kind === "waiting") return state.for === "user" ? null : release({ ...record, setbacks: 0 });
  if (state.kind === "failed") {
    if (!canBeTriedAgain(record)) return null;
    if (record.answer !== null)
      return moveTo({ ...record, ...resetAfterSuccess }, { kind: "checked" }, "user.resumed");
    if (mayBePaid(record) && state.jobId !== null) {
      return moveTo(
        { ...record, ...resetAfterSuccess, ...resetAfterProgress, ...resetResultCounters },
        { kind: "verifying", jobId: state.jobId },
        "user.resumed",
      );
    }
    return moveTo(resetForUpload(record), { kind: "queued" }, "user.resumed");
  }
  if (state.kind === "gone") {
    // Polling is free, and the service may have been wrong.
    return moveTo(
      { ...record, ...resetAfterSuccess, ...resetAfterProgress, ...resetResultCounters, atService: true },
      { kind: "verifying", jobId: state.jobId },
      "user.resumed_gone",
    );
  }
  // Sending a list with an uncertain upload again is a separate action.
  if (state.kind === "uncertain") return null;
  const tried = record.attempts > 0 || record.setbacks > 0;
  return !isSettled(state) && tried
    ? keepState({ ...record, ...resetAfterSuccess, setbacks: 0 }, "user.resumed")
    : null;
}

/**
 * Sends the list again at the user's request, unless its results can still be fetched for free. If it may have been
 * paid for, the new price needs consent before the start.
 */
export function sentAgain(record: PartRecord): Transition | null {
  if (!canBeSentAgain(record)) return null;
  const again = resetForUpload(record);
  // A check has no further price to show: sending it again is consent to its one credit.
  if (record.single)
    return moveTo({ ...again, agreed: record.addresses }, { kind: "queued" }, "user.checked_again");
  return moveTo(
    record.mayBeCharged
      ? { ...again, agreed: 0, earlier: { ...again.earlier, agreed: agreedFor(record) } }
      : again,
    { kind: "queued" },
    "user.sent_again",
  );
}

/** Returns the credits that sending the part again spends without further consent: those agreed to but not spent. */
export function creditsAlreadyAgreed(record: PartRecord): number {
  return record.single || !canBeSentAgain(record) || record.mayBeCharged ? 0 : record.agreed;
}

/** Returns whether sending the list again, which only the user may decide, is the only way to continue. */
export function canBeSentAgain({ state, problem: why, mayBeCharged, single, answer }: PartRecord): boolean {
  if (state.kind === "uncertain" || state.kind === "gone") return true;
  if (state.kind !== "failed" || !mayBeCharged || answer !== null) return false;
  if (single || state.jobId === null) return true;
  return why?.code === "job_failed" || why?.code === "job_cancelled" || why?.code === "job_unusable";
}

/** Returns whether a free retry is possible: upload again if unpaid, poll again if it may be paid. */
export function canBeTriedAgain({ state, mayBeCharged, single, answer }: PartRecord): boolean {
  if (state.kind === "gone") return true;
  if (state.kind !== "failed") return false;
  return !mayBeCharged || answer !== null || (!single && state.jobId !== null);
}

/** Returns the part as it was before the upload; what that cost is kept in `earlier`. */
function resetForUpload(record: PartRecord): PartRecord {
  const { earlier, mayBeCharged, agreed } = record;
  return {
    ...record,
    earlier: mayBeCharged ? { agreed: earlier.agreed + agreed, spent: spentOn(record) } : earlier,
    ...resetAfterSuccess,
    ...resetAfterProgress,
    ...BEFORE_UPLOAD,
    removal: false,
  };
}

/** Cancels a part that was not started; returns `null` if it may have been. */
export function cancelled(record: PartRecord): Transition | null {
  const { state } = record;
  // Lets the user end a check whose answer was lost instead of paying again.
  if (state.kind === "uncertain")
    return moveTo(
      { ...record, ...resetAfterSuccess },
      { kind: "cancelled", jobId: null },
      "user.not_sent_again",
    );
  const isCheck = state.kind === "checking" || state.kind === "checked";
  if (isSettled(state) || isCheck || record.mayBeCharged) return null;
  const jobId = jobOf(state);
  return moveTo(
    { ...record, ...resetAfterSuccess, ...resetAfterProgress },
    { kind: "cancelled", jobId },
    "user.cancelled",
  );
}

/** Gives up a started part: it counts as spent and can be retried later. */
export function gaveUp(record: PartRecord): Transition | null {
  const { state } = record;
  if (isSettled(state)) return null;
  if (!isStarted(record)) return cancelled(record);
  const { addresses } = record;
  const why = problem("given_up", { addresses, spent: spentOn(record) });
  return moveTo(
    { ...record, ...resetAfterSuccess, ...resetAfterProgress, problem: why },
    { kind: "failed", jobId: jobOf(state) },
    "given_up.part",
  );
}

/** Returns whether the service has, or may have, started the part: it can no longer be cancelled. */
export function isStarted({ state, mayBeCharged }: PartRecord): boolean {
  const isCheck = state.kind === "checking" || state.kind === "checked";
  return isCheck || (mayBeCharged && state.kind !== "uncertain");
}
