export { DEMO_ACCOUNTS, type SandboxAccount } from "./accounts.ts";
export { runSandboxCommand } from "./command.ts";
export { LIMITS } from "./context.ts";
export { launchSandbox } from "./launch.ts";
export { createSandbox, type Interceptor, type Sandbox, type SandboxOptions } from "./sandbox.ts";
export { sandboxVerdict } from "./verdicts.ts";
