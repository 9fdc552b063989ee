import type { AccountStore, SandboxAccount } from "./accounts.ts";
import { isActive, isUnverified, type Job, type Pace, readyAt, stateAt } from "./job.ts";
import type { JobStore } from "./job-store.ts";
import type { Parameters } from "./messages.ts";

/** The service's limits (service-spec, 'Limits'). Tests may lower them. */
export interface Limits {
  /** Maximum size of an uploaded CSV file, in bytes. */
  readonly fileBytes: number;
  readonly addresses: number;
  readonly unverifiedLists: number;
  readonly activeVerifications: number;
  /** Maximum single checks per key in 60 seconds. */
  readonly checksPerMinute: number;
  /** Time until a job and its results are purged, in ms. */
  readonly retention: number;
  readonly freeCredits: number;
}

export const LIMITS: Limits = {
  fileBytes: 10_000_000,
  addresses: 500_000,
  unverifiedLists: 500,
  activeVerifications: 100,
  checksPerMinute: 120,
  retention: 30 * 24 * 60 * 60 * 1000,
  freeCredits: 100,
};

export interface Clock {
  /** In Unix ms. */
  now(): number;
}

export interface Context {
  readonly accounts: AccountStore;
  readonly jobs: JobStore;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly pace: Pace;
  readonly checkRate: RateWindow;
  atomically<T>(work: () => T): T;
}

/** An authenticated call of an operation. */
export interface Call {
  readonly context: Context;
  readonly account: SandboxAccount;
  readonly parameters: Parameters;
}

type RateWindow = ReturnType<typeof createRateWindow>;

/** `length` is in ms. */
export function createRateWindow(length: number) {
  const times = new Map<string, number[]>();
  return {
    /** Counts an event for `key` at `now` unless `maximum` was reached in the window. Returns true if it was counted. */
    take(key: string, now: number, maximum: number): boolean {
      const recent = (times.get(key) ?? []).filter((time) => time > now - length);
      const free = recent.length < maximum;
      if (free) recent.push(now);
      times.set(key, recent);
      return free;
    },
  };
}

export type StartOutcome = "started" | "already" | "credits" | "not_allowed";

export function hasVerificationSlot(context: Context, account: string): boolean {
  const now = context.clock.now();
  return (
    context.jobs.list(account).filter((job) => isActive(job, now)).length < context.limits.activeVerifications
  );
}

export function hasListSlot(context: Context, account: string): boolean {
  const now = context.clock.now();
  return (
    context.jobs.list(account).filter((job) => isUnverified(job, now)).length < context.limits.unverifiedLists
  );
}

/** Starts a ready job and charges one credit per address, atomically. */
export function startJob(context: Context, job: Job, at: number): StartOutcome {
  return context.atomically(() => {
    const account = context.accounts.byLabel(job.account);
    if (account?.state !== "active") return "not_allowed";
    if (account.credits < job.total) return "credits";
    // Another process may share the state and have started the job.
    if (!context.jobs.start(job, Math.round(at), job.total)) return "already";
    context.accounts.addCredits(account.label, -job.total);
    return "started";
  });
}

/**
 * Applies everything that is due: starts `auto_verify` lists in the order in which they became ready, leaves those
 * without enough credits in `ready`, and purges jobs after the retention. Called before every operation, so that the
 * state doesn't depend on when it is read.
 */
export function applyDueChanges(context: Context): void {
  const now = context.clock.now();
  for (const job of context.jobs.createdUntil(now - context.limits.retention)) context.jobs.remove(job, now);
  const due = context.jobs.pending().filter((job) => stateAt(job, now) === "ready");
  due.sort((a, b) => readyAt(a) - readyAt(b));
  for (const job of due) {
    if (startJob(context, job, readyAt(job)) !== "started") context.jobs.settle(job);
  }
}
