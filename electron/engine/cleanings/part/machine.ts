import { assertNever } from "../../../../shared/result.ts";
import { onCheckFailure, onFailure, shortOfCredits, uncertainCheck } from "./failures.ts";
import { onStatus } from "./job-status.ts";
import { creditsRead, release } from "./parking.ts";
import {
  keepState,
  moveTo,
  type PartEvent,
  resetAfterProgress,
  resetAfterSuccess,
  type Transition,
} from "./part-events.ts";
import { isSettled, jobOf, type PartRecord, priceOf, type Step } from "./record.ts";
import {
  checked,
  isGivenUpCheck,
  retryShortResults,
  retryUnusableResults,
  uploaded,
  verifying,
  withAnswer,
} from "./successes.ts";
import { cancelled, gaveUp, resumed, sentAgain } from "./user-actions.ts";

/** Returns the part's next request; `null` if it waits for something else. Pure. */
export function nextStep({ state, single }: Pick<PartRecord, "state" | "single">): Step | null {
  switch (state.kind) {
    case "queued":
      return single ? "check" : "upload";
    case "uploading":
      return "upload";
    case "checking":
      return "check";
    case "checked":
      return "fetch";
    case "preparing":
    case "verifying":
      return "poll";
    case "ready":
      return "start";
    case "starting":
      return state.sent ? "poll" : "start";
    case "downloading":
      return "fetch";
    case "uncertain":
    case "waiting":
    case "done":
    case "failed":
    case "cancelled":
    case "gone":
      return null;
    default:
      return assertNever(state);
  }
}

/**
 * Returns the transition for an event; `null` if nothing changes. Pure: no clock, no I/O.
 * The executor commits it before it sends any request that follows from it.
 */
export function transition(record: PartRecord, event: PartEvent): Transition | null {
  const { state } = record;
  switch (event.type) {
    case "upload.begun":
      return nextStep(record) === "upload" && state.kind === "queued"
        ? moveTo(record, { kind: "uploading" }, "upload.begun")
        : null;
    case "upload.answered":
      return uploaded(record, event.jobId, event.at);
    case "upload.failed":
      return state.kind === "uploading" ? onFailure(record, "upload", event) : null;
    case "check.begun":
      return nextStep(record) === "check" && state.kind === "queued"
        ? moveTo({ ...record, mayBeCharged: true }, { kind: "checking" }, "check.begun")
        : null;
    case "check.answered":
      if (isGivenUpCheck(record)) return keepState(withAnswer(record, event.answer), "given_up.answered");
      // A late answer of a check that was presumed lost has been paid for like any other.
      return state.kind === "checking" || (state.kind === "uncertain" && record.single)
        ? checked(record, event.answer)
        : null;
    case "check.failed":
      return state.kind === "checking" ? onCheckFailure(record, event) : null;
    case "check.unsent":
      return state.kind === "checking"
        ? moveTo({ ...record, mayBeCharged: false }, { kind: "queued" }, "check.unsent")
        : null;
    case "status.answered":
      return onStatus(record, event);
    case "status.failed":
      return nextStep(record) === "poll" ? onFailure(record, "poll", event) : null;
    case "start.begun":
      return state.kind === "ready" || (state.kind === "starting" && !state.sent)
        ? moveTo(
            { ...record, mayBeCharged: true, startSentAt: event.at },
            { kind: "starting", jobId: state.jobId, sent: true },
            "start.begun",
          )
        : null;
    case "start.unaffordable":
      return nextStep(record) === "start" || (state.kind === "queued" && record.single)
        ? moveTo(
            {
              ...record,
              problem: shortOfCredits(record, event.available),
              since: record.since ?? event.at,
              wait: { for: "credits", step: "start", times: 0, at: event.at, balance: event.available },
            },
            {
              kind: "waiting",
              for: "credits",
              step: record.single ? "check" : "start",
              jobId: jobOf(state),
            },
            "start.unaffordable",
          )
        : null;
    case "credits.read":
      return creditsRead(record, event.balance);
    case "start.answered":
      return state.kind === "starting" ? verifying(record, state.jobId, event.at) : null;
    case "start.failed":
      if (state.kind !== "starting") return null;
      return event.error.problem.code === "job_started"
        ? verifying(record, state.jobId, event.at)
        : onFailure(record, "start", event);
    case "results.taken":
      // Results may be found on disk in any of these states.
      return nextStep(record) !== null
        ? moveTo(
            {
              ...record,
              missing: event.missing,
              verified: record.total ?? record.addresses,
              removal: event.remove && event.missing === 0,
              ...resetAfterSuccess,
              ...resetAfterProgress,
            },
            { kind: "done", jobId: jobOf(state) },
            event.missing === 0 ? "results.taken" : "results.taken_short",
          )
        : null;
    case "results.short":
      return state.kind === "downloading" ? retryShortResults(record, event.missing, event.at) : null;
    case "results.filled_in":
      return state.kind === "done"
        ? keepState({ ...record, missing: event.missing }, "results.filled_in")
        : null;
    case "fetch.failed":
      return state.kind === "downloading" ? onFailure(record, "fetch", event) : null;
    case "fetch.unusable":
      // The paid answer is already stored here; ingest it as soon as this machine can.
      if (state.kind === "checked")
        return keepState(
          { ...record, attempts: record.attempts + 1, problem: event.problem },
          { code: "problem", problem: event.problem },
        );
      return state.kind === "downloading" ? retryUnusableResults(record, state.jobId, event.problem) : null;
    case "recovered":
      return recovered(record);
    case "released":
      return state.kind === "waiting" && state.for !== "user" ? release(record) : null;
    case "user.resumed":
      return resumed(record);
    case "user.agreed":
      return state.kind === "waiting" && state.for === "user"
        ? release({
            ...record,
            since: null,
            agreed: Math.max(record.agreed, priceOf(record)),
          })
        : null;
    case "user.sent_again":
      return sentAgain(record);
    case "user.cancelled":
      return cancelled(record);
    case "user.gave_up":
      return gaveUp(record);
    case "removed":
      return record.atService ? keepState({ ...record, atService: false, attempts: 0 }, "removed") : null;
    case "removal.failed":
      return isSettled(state) && record.atService
        ? keepState(
            {
              ...record,
              attempts: record.attempts + 1,
              // Only a refusal counts, not an unreachable or failing service.
              refusedRemovals: record.refusedRemovals + (event.error.effect === "refused" ? 1 : 0),
            },
            { code: "problem", problem: event.error.problem },
          )
        : null;
    default:
      return assertNever(event);
  }
}

function recovered(record: PartRecord): Transition | null {
  const { state } = record;
  if (state.kind === "checking") return uncertainCheck(record);
  if (state.kind !== "uploading") return null;
  // Repeated uploads are free until the list is started.
  return moveTo({ ...record, lostUploads: record.lostUploads + 1 }, { kind: "queued" }, "upload.interrupted");
}
