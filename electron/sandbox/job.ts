import { z } from "zod";

export const analysisCounts = z.object({
  common_isp: z.int(),
  role_based: z.int(),
  disposable: z.int(),
  spamtrap: z.int(),
  syntax_error: z.int(),
});
export type AnalysisCounts = z.infer<typeof analysisCounts>;

const flag = z.number().transform((value) => value !== 0);
/** A list of texts, stored as JSON. */
export const textsSchema = z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text)));

/** The stored state of a job. Its public state is derived from this and the clock alone. */
export const jobSchema = z.object({
  seq: z.int(),
  id: z.string(),
  account: z.string(),
  createdAt: z.int(),
  /** Duration of `preparing`, in ms. */
  prepare: z.number(),
  perSecond: z.union([z.number(), z.literal(Number.POSITIVE_INFINITY)]),
  autoVerify: flag,
  /** The list has no valid address, so preparation ends in `failed`. */
  invalid: flag,
  total: z.int(),
  analysis: z.string().transform((text) => analysisCounts.parse(JSON.parse(text))),
  addressHeader: z.string(),
  extraHeaders: textsSchema,
  /** The decision to start an `auto_verify` list was made. */
  isAutoStartDecided: flag,
  startedAt: z.int().nullable(),
  /** Number of successful starts: 0 or 1. */
  starts: z.int(),
  charged: z.int(),
  cancelledAt: z.int().nullable(),
});
export type Job = Readonly<z.output<typeof jobSchema>>;

export type JobState = "preparing" | "ready" | "verifying" | "completed" | "failed" | "cancelled";

/** Returns the end of preparation, in Unix ms. */
export function readyAt(job: Job): number {
  return job.createdAt + job.prepare;
}

/** Returns the time at which the last address is verified; `null` if the job was not started. */
function completedAt(job: Job): number | null {
  return job.startedAt === null ? null : job.startedAt + (job.total / job.perSecond) * 1000;
}

/** Returns the time at which the address at `index` of a started job is verified. */
export function verifiedAt(job: Job, index: number): number {
  return (job.startedAt ?? job.createdAt) + ((index + 1) / job.perSecond) * 1000;
}

/** Returns the state of the job at `now` (service-spec, 'States and transitions'). */
export function stateAt(job: Job, now: number): JobState {
  if (job.cancelledAt !== null && job.cancelledAt <= now) return "cancelled";
  if (now < readyAt(job)) return "preparing";
  if (job.invalid) return "failed";
  if (job.startedAt === null) return "ready";
  return verifiedCount(job, now) >= job.total ? "completed" : "verifying";
}

export function verifiedCount(job: Job, now: number): number {
  const done = completedAt(job);
  if (job.startedAt === null || done === null || now < job.startedAt) return 0;
  if (now >= done) return job.total;
  return Math.min(job.total, Math.floor(((now - job.startedAt) / 1000) * job.perSecond));
}

/** Returns true if the job counts against the limit of active verifications. */
export function isActive(job: Job, now: number): boolean {
  const state = stateAt(job, now);
  return state === "verifying" || (state === "preparing" && job.autoVerify && !job.invalid);
}

/** Returns true if the job counts against the limit of unverified lists. */
export function isUnverified(job: Job, now: number): boolean {
  const state = stateAt(job, now);
  return state === "preparing" || state === "ready";
}

/** Speed of a job. Stored with it, so that its state depends only on itself and the clock. */
export interface Pace {
  /** Duration of `preparing`, in ms. */
  readonly prepareMs: number;
  /** Addresses per second; Infinity for immediate results. */
  readonly addressesPerSecond: number;
  /** Maximum duration of a verification, in seconds. */
  readonly maxSeconds: number;
}

const DEMO: Pace = { prepareMs: 1500, addressesPerSecond: 400, maxSeconds: 4 };

/**
 * Returns the pace for a speed factor. 1 is suitable for watching: 1.5 s of preparation, then 400 addresses per second,
 * or the whole list within 4 s. Infinity is immediate.
 */
export function paceAt(speed: number): Pace {
  if (!(speed > 0)) throw new RangeError("The speed is a number above 0.");
  if (speed === Number.POSITIVE_INFINITY)
    return {
      prepareMs: 0,
      addressesPerSecond: Number.POSITIVE_INFINITY,
      maxSeconds: Number.POSITIVE_INFINITY,
    };
  return {
    prepareMs: DEMO.prepareMs / speed,
    addressesPerSecond: DEMO.addressesPerSecond * speed,
    maxSeconds: DEMO.maxSeconds / speed,
  };
}

export function rateOf({ addressesPerSecond, maxSeconds }: Pace, total: number): number {
  return Math.max(addressesPerSecond, total / maxSeconds);
}
