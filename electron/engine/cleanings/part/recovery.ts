import { problem } from "../../../../shared/problems.ts";
import { askedAnew, gotOn, stay, type Transition, to } from "./events.ts";
import { uncertainCheck } from "./failures.ts";
import { isSettled, jobOf, mayBePaid, type PartRecord, priceOf, type Step } from "./record.ts";

/** Winnow ended in the middle of the request that the part was sending. */
export function recovered(record: PartRecord): Transition | null {
  const { state } = record;
  if (state.kind === "checking") return uncertainCheck(record);
  if (state.kind !== "uploading") return null;
  // Until it is started the list costs nothing, however often it arrives.
  return to({ ...record, lostUploads: record.lostUploads + 1 }, { kind: "queued" }, "upload.interrupted");
}

/**
 * What may have gone on elsewhere asks the service first where there is a job, and the user where there is none: before
 * anything is uploaded or started. What the service holds stays there.
 */
export function restored(record: PartRecord): Transition | null {
  const { state } = record;
  const jobId = jobOf(state);
  const back: PartRecord = { ...record, ...gotOn, ...askedAnew, attempts: 0, removal: false, restored: true };
  if (isSettled(state)) {
    const acts = record.atService && (state.kind === "cancelled" || record.removal === true);
    return acts || state.kind === "failed" || state.kind === "gone" ? stay(back, "restored.settled") : null;
  }
  // What is stored here needs nobody's answer.
  if (state.kind === "checked") return null;
  // What is uncertain asks already; sent again, it may have been paid for.
  if (state.kind === "uncertain") return stay(back, "restored.settled");
  if (state.kind === "checking") return uncertainCheck(back);
  if (jobId === null) return unsure(back, null);
  return to(
    { ...back, mayBeCharged: true, problem: problem("restored_paused") },
    { kind: "verifying", jobId },
    "restored.paused",
  );
}

/** The user decides whether what may have been paid for already is verified at its price. */
export function unsure(record: PartRecord, jobId: string | null): Transition {
  return to(
    { ...record, problem: problem("restored_unsure", { credits: priceOf(record) }) },
    { kind: "waiting", for: "user", step: unsureStep(record, jobId), jobId },
    "restored.unsure",
  );
}

/** The user decides whether what may have been paid for in the meantime is sent (again), or started. */
export function doubted(record: PartRecord): Transition {
  const jobId = jobOf(record.state);
  return to(
    {
      ...record,
      ...gotOn,
      attempts: 0,
      restored: true,
      problem: problem("balance_fell", { credits: priceOf(record) }),
    },
    { kind: "waiting", for: "user", step: unsureStep(record, jobId), jobId },
    "balance.fell",
  );
}

/** The price of what was not sent yet was agreed to for the account of the key before. What waits for a yes says so already. */
export function rekeyed(record: PartRecord): Transition | null {
  const { state } = record;
  const isUnsent =
    state.kind === "queued" ||
    state.kind === "uploading" ||
    (state.kind === "waiting" && state.for !== "user" && state.jobId === null);
  if (!isUnsent) return null;
  return to(
    { ...record, ...gotOn, attempts: 0, problem: problem("key_changed", { credits: priceOf(record) }) },
    { kind: "waiting", for: "user", step: unsureStep(record, null), jobId: null },
    "key.changed",
  );
}

/** Before a start with another key the service is asked once more what it has under the list's id. */
export function unproved(record: PartRecord): Transition | null {
  const { state } = record;
  if (state.kind !== "ready" && (state.kind !== "starting" || state.sent)) return null;
  const kind = mayBePaid(record) ? "verifying" : "preparing";
  return to(record, { kind, jobId: state.jobId }, "key.unproved");
}

/** The list was never paid for, and is not to be found with the account's key: sending it with that one is asked for. */
export function notOfThisKey(record: PartRecord): Transition {
  return to(
    {
      ...record,
      ...gotOn,
      attempts: 0,
      atService: false,
      serviceStatus: null,
      createdAt: null,
      total: null,
      analysis: null,
      problem: problem("key_changed", { credits: record.addresses }),
    },
    { kind: "waiting", for: "user", step: unsureStep(record, null), jobId: null },
    "key.changed",
  );
}

function unsureStep({ single }: PartRecord, jobId: string | null): Step {
  if (jobId !== null) return "start";
  return single ? "check" : "upload";
}
