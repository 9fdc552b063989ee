import { runSandboxCommand } from "./command.ts";

process.exitCode = await runSandboxCommand(process.argv.slice(2));
