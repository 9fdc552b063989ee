import { transition } from "../../../../electron/engine/cleanings/part/machine.ts";
import type { PartEvent } from "../../../../electron/engine/cleanings/part/part-events.ts";
import {
  jobOf,
  newPart,
  type PartRecord,
  type PartState,
  STEPS,
  WAIT_REASONS,
} from "../../../../electron/engine/cleanings/part/record.ts";
import type { Reason } from "../../../../electron/engine/cleanings/reasons.ts";
import type {
  Consequence,
  Effect,
  JobStatus,
  ServiceError,
} from "../../../../electron/engine/service/index.ts";
import { PROBLEM_CODES, type Problem, type ProblemCode, problem } from "../../../../shared/problems.ts";

const jobId = "job-1";

const STATES: readonly PartState[] = [
  { kind: "queued" },
  { kind: "uploading" },
  { kind: "checking" },
  { kind: "checked" },
  { kind: "uncertain" },
  { kind: "preparing", jobId },
  { kind: "ready", jobId },
  ...WAIT_REASONS.flatMap((reason) =>
    STEPS.map((step) => ({
      kind: "waiting" as const,
      for: reason,
      step,
      jobId: step === "upload" || step === "check" ? null : jobId,
    })),
  ),
  { kind: "starting", jobId, sent: true },
  { kind: "starting", jobId, sent: false },
  { kind: "verifying", jobId },
  { kind: "downloading", jobId },
  { kind: "done", jobId },
  { kind: "done", jobId: null },
  { kind: "failed", jobId: null },
  { kind: "failed", jobId },
  { kind: "cancelled", jobId: null },
  { kind: "cancelled", jobId },
  { kind: "gone", jobId },
];

/** Only the code of a problem matters to the machine. */
const coded = (code: ProblemCode): Problem => ({ ...problem("rate_limited"), code });

const NOW = 1_000_000_000;
/** Counters and other fields that a record may have beside its state. */
const VARIATIONS: readonly Partial<PartRecord>[] = [
  {},
  { single: true },
  { single: true, answer: { verdict: "deliverable", flags: [], at: 0 } },
  { attempts: 9 },
  { notFound: 9 },
  { unusableFetches: 9, unheardStart: 1, startSentAt: 1 },
  { lostUploads: 99, vanished: 99, notFound: 9 },
  { unheardStart: 999_999_999, startSentAt: 999_999_999 },
  { startSentAt: NOW - 30_000, problem: coded("start_unheard"), total: 9 },
  { notFound: 7, vanished: 2, lostUploads: 12 },
  { notFound: 6, vanished: 3, lostUploads: 11, setbacks: 1, unusableFetches: 3 },
  // Sent again, with its new price not agreed to yet.
  { agreed: 0, earlier: { agreed: 10, spent: 10 }, unusableFetches: 4, shortFetches: 2 },
  { agreed: 12, earlier: { agreed: 7, spent: 0 }, total: 13, verified: 3, missing: 1, refusedRemovals: 1 },
  ...WAIT_REASONS.flatMap((reason) =>
    (["start", "poll"] as const).map((step) => ({
      since: 5,
      wait: { for: reason, step, times: 2, at: 5, balance: step === "start" ? 500 : null },
    })),
  ),
];

/** Returns records in `state` that differ in everything else that the machine reads. */
function recordsIn(state: PartState): PartRecord[] {
  const records: PartRecord[] = [];
  for (const mayBeCharged of [false, true]) {
    for (const variation of VARIATIONS) {
      // A single check never has a job.
      if (variation.single === true && jobOf(state) !== null) continue;
      // Only these states hold an answer.
      if (variation.answer !== undefined && state.kind !== "checked" && state.kind !== "failed") continue;
      for (const why of [null, coded("results_incomplete")]) {
        for (const startedAt of [null, 0]) {
          const base = { ...newPart(10), state, mayBeCharged, ...variation };
          records.push({
            ...base,
            startedAt,
            removal: base.attempts > 0,
            setbacks: base.attempts + base.setbacks,
            problem: why ?? base.problem,
            atService: "jobId" in state && state.jobId !== null,
          });
        }
      }
    }
  }
  return records;
}

const CONSEQUENCES: readonly Consequence[] = ["retry", "user", "credits", "slot", "stop"];
const EFFECTS: readonly Effect[] = ["no", "unknown", "refused"];
/** Problem codes that the state machine handles specially. */
const SPECIAL_CODES = PROBLEM_CODES.filter((code) =>
  /^(job_(gone|started|not|preparing|invalid)|download_restricted|disk_full)/.test(code),
);
const failing = (code: ProblemCode, consequence: Consequence, effect: Effect): ServiceError => ({
  ...{ problem: coded(code), consequence, effect, retryAfter: null },
});
const ERRORS: readonly ServiceError[] = [
  ...CONSEQUENCES.flatMap((consequence) =>
    EFFECTS.map((effect) => failing("rate_limited", consequence, effect)),
  ),
  ...SPECIAL_CODES.flatMap((code) => [
    failing(code, "stop", "refused"),
    failing(code, "retry", "unknown"),
    failing(code, "user", "no"),
  ]),
];

const common = { jobId, createdAt: null };
const progress = { ...common, verified: 3, pending: 7, analysis: null, counts: null };
const STATUSES: readonly JobStatus[] = [
  { ...common, status: "preparing" },
  ...[null, 10, 11].map(
    (total): JobStatus => ({ ...common, status: "ready", total, analysis: null, creditError: null }),
  ),
  { ...progress, status: "verifying", total: 10 },
  { ...progress, status: "completed", total: 10 },
  { ...common, status: "failed", message: "no" },
  { ...common, status: "cancelled", message: "no" },
];

const EVENTS: { readonly [T in PartEvent["type"]]: readonly Extract<PartEvent, { type: T }>[] } = {
  "upload.begun": [{ type: "upload.begun" }],
  "upload.answered": [{ type: "upload.answered", jobId, at: NOW }],
  "upload.failed": ERRORS.map((error) => ({ type: "upload.failed", error, at: NOW })),
  "check.begun": [{ type: "check.begun" }],
  "check.answered": [{ type: "check.answered", answer: { verdict: "deliverable", flags: [], at: NOW } }],
  "check.failed": ERRORS.map((error) => ({ type: "check.failed", error, at: NOW })),
  "check.unsent": [{ type: "check.unsent" }],
  "status.answered": STATUSES.map((status) => ({ type: "status.answered", status, at: NOW })),
  "status.failed": ERRORS.map((error) => ({ type: "status.failed", error, at: NOW })),
  "start.begun": [{ type: "start.begun", at: NOW }],
  "start.unaffordable": [{ type: "start.unaffordable", available: 1, at: NOW }],
  "credits.read": [1, 1_000].map((balance) => ({ type: "credits.read", balance })),
  "start.answered": [{ type: "start.answered", at: NOW }],
  "start.failed": ERRORS.map((error) => ({ type: "start.failed", error, at: NOW, balance: 1_000 })),
  "results.taken": [0, 2].map((missing) => ({ type: "results.taken", missing, remove: missing === 0 })),
  "results.short": [{ type: "results.short", missing: 1, at: NOW }],
  "results.filled_in": [{ type: "results.filled_in", missing: 0 }],
  "fetch.failed": ERRORS.map((error) => ({ type: "fetch.failed", error, at: NOW })),
  "fetch.unusable": [{ type: "fetch.unusable", problem: coded("results_incomplete") }],
  recovered: [{ type: "recovered" }],
  released: [{ type: "released" }],
  "user.resumed": [{ type: "user.resumed" }],
  "user.agreed": [{ type: "user.agreed" }],
  "user.sent_again": [{ type: "user.sent_again" }],
  "user.cancelled": [{ type: "user.cancelled" }],
  "user.gave_up": [{ type: "user.gave_up" }],
  removed: [{ type: "removed" }],
  "removal.failed": ERRORS.map((error) => ({ type: "removal.failed", error })),
};

export interface Observed {
  readonly before: PartRecord;
  readonly event: PartEvent;
  readonly after: PartRecord | null;
  /** The reason for the timeline; `null` if the event changed nothing. */
  readonly why: Reason | null;
}

/** Applies every event to every state in all circumstances that the machine distinguishes. */
export function* everyTransition(): Generator<Observed> {
  for (const state of STATES) {
    for (const before of recordsIn(state)) {
      for (const events of Object.values(EVENTS)) {
        for (const event of events) {
          const made = transition(before, event);
          yield { before, event, after: made?.record ?? null, why: made?.why ?? null };
        }
      }
    }
  }
}
