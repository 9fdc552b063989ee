import type { AccountStore } from "./account-store.ts";
import type { SandboxAccount } from "./accounts.ts";
import type { Clock } from "./clock.ts";
import type { ActiveFaults } from "./faults.ts";
import type { JobStore } from "./job-store.ts";
import type { Limits } from "./limits.ts";
import type { Pace } from "./pace.ts";
import type { RateWindow } from "./rate.ts";
import type { SandboxRequest } from "./request.ts";

export interface Context {
  readonly accounts: AccountStore;
  readonly jobs: JobStore;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly pace: Pace;
  readonly checkRate: RateWindow;
  atomically<T>(work: () => T): T;
}

export interface Call {
  readonly context: Context;
  readonly account: SandboxAccount;
  readonly request: SandboxRequest;
  readonly faults: ActiveFaults;
}
