import { type Problem, problem } from "../../../../shared/problems.ts";
import { emptyVerdictCounts } from "../../../../shared/verdicts.ts";
import { keepState, moveTo, resetAfterProgress, resetAfterSuccess, type Transition } from "./part-events.ts";
import type { PartRecord, SingleAnswer } from "./record.ts";

/** Applies an upload's response. If the part was cancelled in between, keeps the job id for the cleanup. */
export function uploaded(record: PartRecord, jobId: string, at: number): Transition | null {
  const { state } = record;
  const there: PartRecord = {
    ...record,
    uploadedAt: at,
    atService: true,
    ...resetAfterSuccess,
    ...resetAfterProgress,
  };
  if (state.kind === "uploading") {
    return moveTo(there, { kind: "preparing", jobId }, "upload.answered");
  }
  return state.kind === "cancelled" && state.jobId === null
    ? moveTo(there, { kind: "cancelled", jobId }, "upload.arrived")
    : null;
}

export function checked(record: PartRecord, answer: SingleAnswer): Transition {
  return moveTo(
    { ...withAnswer(record, answer), ...resetAfterSuccess },
    { kind: "checked" },
    "check.answered",
  );
}

export function withAnswer(record: PartRecord, answer: SingleAnswer): PartRecord {
  const counts = { ...emptyVerdictCounts(), [answer.verdict]: 1 };
  return { ...record, answer, counts, verified: 1, startedAt: answer.at };
}

/** Returns whether a single check was given up while its paid answer was in flight. */
export function isGivenUpCheck({ state, single, mayBeCharged, answer }: PartRecord): boolean {
  return state.kind === "failed" && single && mayBeCharged && answer === null;
}

export function verifying(record: PartRecord, jobId: string, at: number): Transition {
  return moveTo(
    { ...record, mayBeCharged: true, startedAt: at, ...resetAfterSuccess, ...resetAfterProgress },
    { kind: "verifying", jobId },
    "verifying",
  );
}

/** Schedules another fetch with growing backoff because results are missing. */
export function retryShortResults(record: PartRecord, missing: number, at: number): Transition {
  const shortFetches = record.shortFetches + 1;
  const { addresses } = record;
  return keepState(
    {
      ...record,
      shortFetches,
      attempts: shortFetches,
      notFound: 0,
      since: record.since ?? at,
      problem: problem("results_incomplete", { expected: addresses, received: addresses - missing }),
    },
    "results.short",
  );
}

/** Fetches of unusable results before the part fails. */
const MAX_UNUSABLE_FETCHES = 5;

export function retryUnusableResults(record: PartRecord, jobId: string, what: Problem): Transition {
  const unusableFetches = record.unusableFetches + 1;
  const counted: PartRecord = { ...record, unusableFetches, notFound: 0, problem: what };
  return unusableFetches < MAX_UNUSABLE_FETCHES
    ? keepState({ ...counted, attempts: record.attempts + 1 }, "results.unusable")
    : moveTo(counted, { kind: "failed", jobId }, "results.unreadable");
}
