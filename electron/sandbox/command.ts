import { once } from "node:events";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { DEFAULT_ACCOUNT, DEMO_ACCOUNTS } from "./accounts.ts";
import { createSandbox } from "./sandbox.ts";

interface Flags {
  port: number;
  speed: number;
  account: string;
  state?: string;
}

/** Serves a sandbox until interrupted. Returns the exit code: 0, or 2 for an invalid command. */
export async function runSandboxCommand(argv: string[]): Promise<number> {
  const command = new Command("sandbox")
    .description("Serves the embedded verification service on this machine, for trying things out.")
    .option("--port <number>", "port on 127.0.0.1; 0: any free one", parsePort, 0)
    .option("--speed <factor>", "1: slow enough to watch; Infinity: instant", parseSpeed, 1)
    .addOption(
      new Option("--account <label>", "the account whose key is shown")
        .choices(DEMO_ACCOUNTS.map(({ label }) => label))
        .default(DEFAULT_ACCOUNT),
    )
    .option("--state <folder>", "the folder to keep jobs and balances in")
    .exitOverride();
  try {
    command.parse(argv, { from: "user" });
    const { port, speed, account, state: stateDir = null } = command.opts<Flags>();
    const sandbox = await createSandbox({ port, speed, stateDir }).catch((error: unknown) =>
      command.error(`The sandbox cannot start: ${error instanceof Error ? error.message : "unknown"}`),
    );
    process.stdout.write(`Sandbox at ${sandbox.baseUrl} key ${sandbox.account(account).key}\n`);
    await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
    await sandbox.close();
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError("A port is 0 to 65535.");
  return port;
}

function parseSpeed(text: string): number {
  const speed = Number(text);
  if (!(speed > 0)) throw new InvalidArgumentError("A speed is a number above 0, or Infinity.");
  return speed;
}
