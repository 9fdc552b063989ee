export {
  DEMO_ACCOUNTS,
  type SandboxAccount,
} from "./accounts.ts";
export { runSandboxCommand } from "./command.ts";
export {
  FAULT_NAMES,
  FAULTS,
  type FaultName,
  type FaultRule,
  type Operation,
  QUIRKS,
} from "./faults.ts";
export { launchSandbox } from "./launch.ts";
export { LIMITS } from "./limits.ts";
export { createSandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";
export { sandboxVerdict } from "./verdicts.ts";
