export {
  ACCOUNT_STATES,
  type AccountOptions,
  DEFAULT_ACCOUNT,
  DEMO_ACCOUNTS,
  type SandboxAccount,
} from "./accounts.ts";
export { runSandboxCommand } from "./command.ts";
export {
  FAULT_NAMES,
  FAULTS,
  type FaultName,
  type FaultRule,
  type Faults,
  LIES,
  OPERATIONS,
  type Operation,
  parseFault,
  QUIRKS,
} from "./faults.ts";
export { type LaunchedSandbox, type LaunchOptions, launchSandbox } from "./launch.ts";
export { LIMITS, type Limits } from "./limits.ts";
export type { LoggedRequest } from "./log.ts";
export { createSandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";
export type { JobSnapshot, SandboxSnapshot } from "./snapshot.ts";
export { judge, VERDICT_RULES } from "./verdicts.ts";
