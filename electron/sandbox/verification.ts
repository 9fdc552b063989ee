import type { Context } from "./context.ts";
import { isActive, isUnverified, type Job, readyAt, stateAt } from "./job.ts";

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
