import type { Context } from "./context.ts";
import { isActive, isUnverified, type Job, readyAt, stateAt } from "./job.ts";

export type StartOutcome = "started" | "already" | "credits" | "not_allowed";

/** Whether the account has a place left for one more list under verification. */
export function hasActivePlace(context: Context, account: string): boolean {
  const now = context.clock.now();
  return (
    context.jobs.list(account).filter((job) => isActive(job, now)).length < context.limits.activeVerifications
  );
}

/** Whether the account has a place left for one more unverified list. */
export function hasListPlace(context: Context, account: string): boolean {
  const now = context.clock.now();
  return (
    context.jobs.list(account).filter((job) => isUnverified(job, now)).length < context.limits.unverifiedLists
  );
}

/** Starts a ready job at `at` and charges one credit for each of its addresses; both or neither. */
export function startJob(context: Context, job: Job, at: number): StartOutcome {
  return context.atomically(() => {
    const account = context.accounts.byLabel(job.account);
    if (account?.state !== "active") return "not_allowed";
    if (account.credits < job.total) return "credits";
    // Another process may share the state, and have started it since it was read.
    if (!context.jobs.start(job, Math.round(at), job.total)) return "already";
    context.accounts.addCredits(account.label, -job.total);
    return "started";
  });
}

/**
 * Brings the books up to now: `auto_verify` lists whose preparation has ended start, in the order in which they
 * got ready, or stay `ready` for good when there are not enough credits; what is older than the retention goes.
 * Whatever asks, and whenever, the books are brought up to date first: so they do not depend on who asks.
 */
export function settle(context: Context): void {
  const now = context.clock.now();
  for (const job of context.jobs.createdUntil(now - context.limits.retention)) context.jobs.remove(job, now);
  const due = context.jobs.pending().filter((job) => stateAt(job, now) === "ready");
  due.sort((a, b) => readyAt(a) - readyAt(b));
  for (const job of due) {
    if (startJob(context, job, readyAt(job)) !== "started") context.jobs.settle(job);
  }
}
