import { z } from "zod";

export const analysisCounts = z.object({
  common_isp: z.int(),
  role_based: z.int(),
  disposable: z.int(),
  spamtrap: z.int(),
  syntax_error: z.int(),
});
export type AnalysisCounts = z.infer<typeof analysisCounts>;

/** What is stored of a job. With the clock it says everything about the job: nothing else moves it. */
export interface Job {
  readonly seq: number;
  readonly id: string;
  readonly account: string;
  readonly createdAt: number;
  /** Milliseconds in `preparing`. */
  readonly prepare: number;
  /** Addresses a second. */
  readonly perSecond: number;
  readonly autoVerify: boolean;
  /** The list holds nothing that could be verified: preparation ends in `failed`. */
  readonly invalid: boolean;
  /** Distinct addresses. */
  readonly total: number;
  readonly analysis: AnalysisCounts;
  readonly addressHeader: string;
  readonly extraHeaders: readonly string[];
  /** It is decided whether an `auto_verify` list starts by itself. */
  readonly settled: boolean;
  readonly startedAt: number | null;
  /** How often a start took effect: never more than once. */
  readonly starts: number;
  readonly charged: number;
  readonly cancelledAt: number | null;
}

export type JobState = "preparing" | "ready" | "verifying" | "completed" | "failed" | "cancelled";

/** When preparation ends. */
export function readyAt(job: Job): number {
  return job.createdAt + job.prepare;
}

/** When the last address is verified; null while the job is not started. */
function completedAt(job: Job): number | null {
  return job.startedAt === null ? null : job.startedAt + (job.total / job.perSecond) * 1000;
}

/** When address number `index` (from 0) of a started job is verified. */
export function verifiedAt(job: Job, index: number): number {
  return (job.startedAt ?? job.createdAt) + ((index + 1) / job.perSecond) * 1000;
}

/** The state of the job at `now` (service-spec, 'States and transitions'). */
export function stateAt(job: Job, now: number): JobState {
  if (job.cancelledAt !== null && job.cancelledAt <= now) return "cancelled";
  if (now < readyAt(job)) return "preparing";
  if (job.invalid) return "failed";
  if (job.startedAt === null) return "ready";
  return verifiedCount(job, now) >= job.total ? "completed" : "verifying";
}

/** How many addresses are verified at `now`. */
export function verifiedCount(job: Job, now: number): number {
  const done = completedAt(job);
  if (job.startedAt === null || done === null || now < job.startedAt) return 0;
  if (now >= done) return job.total;
  return Math.min(job.total, Math.floor(((now - job.startedAt) / 1000) * job.perSecond));
}

/** Whether the job takes one of the places for lists that are being verified. */
export function isActive(job: Job, now: number): boolean {
  const state = stateAt(job, now);
  return state === "verifying" || (state === "preparing" && job.autoVerify && !job.invalid);
}

/** Whether the job takes one of the places for lists that are not verified yet. */
export function isUnverified(job: Job, now: number): boolean {
  const state = stateAt(job, now);
  return state === "preparing" || state === "ready";
}
