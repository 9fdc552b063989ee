import { foldAddress } from "../../shared/fold-addresses.ts";
import {
  type AccountOptions,
  type AccountStore,
  accountOf,
  DEMO_ACCOUNTS,
  openAccountStore,
  type SandboxAccount,
} from "./accounts.ts";
import {
  applyDueChanges,
  type Clock,
  type Context,
  createRateWindow,
  LIMITS,
  type Limits,
} from "./context.ts";
import { openSandboxDatabase } from "./database.ts";
import { type Job, type JobState, paceAt, stateAt, verifiedCount } from "./job.ts";
import { type JobStore, openJobStore } from "./job-store.ts";
import type { Reply, SandboxRequest } from "./messages.ts";
import { listen, SERVER_LIMITS, type ServerLimits } from "./server.ts";
import { respond } from "./service.ts";

/** Middleware: returns the reply to `request`, by default that of `next`. The connection is closed if it throws. */
export type Interceptor = (
  request: SandboxRequest,
  next: (request: SandboxRequest) => Promise<Reply>,
) => Promise<Reply>;

export interface SandboxOptions {
  /** Port on 127.0.0.1; 0 (default) for any free one. */
  readonly port?: number;
  /** Folder of persistent state; `null` (default) for in memory. */
  readonly stateDir?: string | null;
  /** 1 (default) is suitable for watching (400 addresses per second); Infinity is immediate. Jobs keep their speed. */
  readonly speed?: number;
  readonly accounts?: readonly AccountOptions[];
  /** Gives every account a new key, so that keys of earlier runs become invalid. */
  readonly renewKeys?: boolean;
  readonly limits?: Partial<Limits>;
  readonly server?: Partial<ServerLimits>;
  /** Sees every request first. Tests simulate faults with it. */
  readonly intercept?: Interceptor;
}

interface JobSnapshot {
  readonly id: string;
  readonly account: string;
  readonly state: JobState;
  readonly total: number;
  readonly verified: number;
  readonly starts: number;
  readonly charged: number;
  /** Deleted, removed or purged. */
  readonly gone: boolean;
}

export interface Sandbox {
  readonly baseUrl: string;
  account(label: string): SandboxAccount;
  accounts(): readonly SandboxAccount[];
  /** Creates an account, with the free credits unless `credits` is given. */
  createAccount(options: AccountOptions): SandboxAccount;
  setAccountState(label: string, state: SandboxAccount["state"]): void;
  topUp(label: string, credits: number): void;
  advance(milliseconds: number): Promise<void>;
  /** Stops time at `time` (Unix ms). Only `advance` and `setClock` move it from then on. */
  setClock(time: number): Promise<void>;
  /** Cancels a job, as the service may do on its own. */
  cancel(jobId: string): void;
  /** Removes a job, as the service may do on its own. */
  remove(jobId: string): void;
  /** Returns all jobs, including deleted ones, oldest first. */
  snapshot(): { readonly jobs: readonly JobSnapshot[] };
  /** Returns the number of charges per folded address, for existing jobs and single checks. */
  charges(label: string): ReadonlyMap<string, number>;
  /** Returns the uploaded bytes of a job; `null` if it was deleted. */
  uploaded(jobId: string): Uint8Array | null;
  close(): Promise<void>;
}

/** Starts a sandbox on 127.0.0.1 in this process. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const limits = { ...LIMITS, ...options.limits };
  const clock = createSandboxClock();
  const database = openSandboxDatabase(options.stateDir ?? null);
  const accounts = openAccountStore(database);
  const jobs = openJobStore(database);
  const addAccount = (account: AccountOptions) => {
    accounts.add(accountOf(account, limits.freeCredits));
    return known(accounts, account.label);
  };
  for (const account of options.accounts ?? DEMO_ACCOUNTS) addAccount(account);
  if (options.renewKeys === true) accounts.renewKeys();
  const context: Context = {
    accounts,
    jobs,
    clock: { now: () => Math.round(clock.now()) },
    limits,
    pace: paceAt(options.speed ?? 1),
    checkRate: createRateWindow(60_000),
    atomically: (work) => database.transaction(work).immediate(),
  };
  const bounds = { ...SERVER_LIMITS, ...options.server };
  const next = (request: SandboxRequest) => respond(context, bounds, request);
  const { intercept } = options;
  const handle = intercept === undefined ? next : (request: SandboxRequest) => intercept(request, next);
  const server = await listen(options.port ?? 0, bounds, handle).catch((error: unknown) => {
    database.close();
    throw error;
  });
  applyDueChanges(context);
  const jobOf = (jobId: string): Job => {
    const job = jobs.find(jobId);
    if (job === null) throw new Error("There is no such job.");
    return job;
  };

  return {
    baseUrl: `http://127.0.0.1:${server.port}`,
    account: (label) => known(accounts, label),
    accounts: () => accounts.all(),
    createAccount: addAccount,
    setAccountState: (label, state) => accounts.setState(known(accounts, label).label, state),
    topUp(label, credits) {
      // Lists that became ready earlier are decided without the new credits.
      applyDueChanges(context);
      accounts.addCredits(known(accounts, label).label, credits);
    },
    async advance(milliseconds) {
      clock.advance(milliseconds);
      applyDueChanges(context);
    },
    async setClock(time) {
      clock.set(time);
      applyDueChanges(context);
    },
    cancel: (jobId) => jobs.cancel(jobOf(jobId), context.clock.now()),
    remove: (jobId) => jobs.remove(jobOf(jobId), context.clock.now()),
    snapshot() {
      applyDueChanges(context);
      const now = context.clock.now();
      return { jobs: jobs.history().map((one) => snapshotOf(one, now)) };
    },
    charges: (label) => chargesOf(accounts, jobs, label),
    uploaded(jobId) {
      const job = jobs.find(jobId);
      return job === null ? null : jobs.upload(job);
    },
    async close() {
      await server.close();
      database.close();
    },
  };
}

function known(accounts: AccountStore, label: string): SandboxAccount {
  const account = accounts.byLabel(label);
  if (account === null) throw new Error(`There is no account '${label}' in the sandbox.`);
  return account;
}

/** An adjustable clock for tests. It follows the system's clock plus an offset until it is set. */
interface SandboxClock extends Clock {
  advance(milliseconds: number): void;
  /** Stops the clock at `time` (Unix ms) until it is advanced or set again. */
  set(time: number): void;
}

function createSandboxClock(): SandboxClock {
  let offset = 0;
  let stopped: number | null = null;
  return {
    now: () => stopped ?? Date.now() + offset,
    advance(milliseconds) {
      if (stopped === null) offset += milliseconds;
      else stopped += milliseconds;
    },
    set(time) {
      stopped = time;
    },
  };
}

function snapshotOf({ job, gone }: { job: Job; gone: boolean }, now: number): JobSnapshot {
  const { id, account, total, starts, charged } = job;
  const verified = verifiedCount(job, now);
  return { id, account, state: stateAt(job, now), total, verified, starts, charged, gone };
}

/** Returns the number of charges per folded address, for existing started jobs and single checks. */
function chargesOf(accounts: AccountStore, jobs: JobStore, label: string): ReadonlyMap<string, number> {
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
