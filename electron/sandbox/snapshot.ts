import { foldAddress } from "../../shared/addresses.ts";
import type { AccountStore } from "./account-store.ts";
import { type JobState, stateAt, verifiedCount } from "./job.ts";
import type { JobStore } from "./job-store.ts";

export interface JobSnapshot {
  readonly id: string;
  readonly account: string;
  readonly state: JobState;
  readonly total: number;
  readonly verified: number;
  readonly starts: number;
  readonly charged: number;
  /** Deleted, purged or vanished. */
  readonly gone: boolean;
}

export interface SandboxSnapshot {
  readonly accounts: readonly { readonly label: string; readonly credits: number }[];
  /** All jobs, including deleted ones, oldest first. */
  readonly jobs: readonly JobSnapshot[];
}

export function snapshotOf(accounts: AccountStore, jobs: JobStore, now: number): SandboxSnapshot {
  return {
    accounts: accounts.all().map(({ label, credits }) => ({ label, credits })),
    jobs: jobs.history().map(({ job, gone }) => ({
      id: job.id,
      account: job.account,
      state: stateAt(job, now),
      total: job.total,
      verified: verifiedCount(job, now),
      starts: job.starts,
      charged: job.charged,
      gone,
    })),
  };
}

/** Returns the number of charges per folded address, for existing started jobs and single checks. */
export function chargesOf(
  accounts: AccountStore,
  jobs: JobStore,
  label: string,
): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  const count = (address: string, by: number) => {
    const folded = foldAddress(address);
    times.set(folded, (times.get(folded) ?? 0) + by);
  };
  for (const job of jobs.list(label)) {
    if (job.starts === 0) continue;
    for (const chunk of jobs.chunks(job)) for (const address of chunk.addresses) count(address, job.starts);
  }
  for (const address of accounts.checked(label)) count(address, 1);
  return times;
}
