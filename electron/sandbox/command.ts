import { once } from "node:events";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { DEFAULT_ACCOUNT, DEMO_ACCOUNTS } from "./accounts.ts";
import { FAULT_NAMES, FAULTS, type FaultRule, OPERATIONS, parseFault } from "./faults.ts";
import { createSandbox } from "./sandbox.ts";

interface Flags {
  port: number;
  speed: number;
  fault: FaultRule[];
  account: string;
  state?: string;
  listFaults?: boolean;
}

/** Serves a sandbox until interrupted. Returns the exit code: 0, or 2 for an invalid command. */
export async function runSandboxCommand(argv: string[]): Promise<number> {
  const command = new Command("sandbox")
    .description("Serves the embedded verification service on this machine, for trying things out.")
    .option("--port <number>", "port on 127.0.0.1; 0: any free one", parsePort, 0)
    .option("--speed <factor>", "1: slow enough to watch; Infinity: instant", parseSpeed, 1)
    .option(
      "--fault <name[=value][@account][:operation[:times]]>",
      "a fault to simulate; may be repeated",
      collectFault,
      [],
    )
    .addOption(
      new Option("--account <label>", "the account whose key is shown")
        .choices(DEMO_ACCOUNTS.map(({ label }) => label))
        .default(DEFAULT_ACCOUNT),
    )
    .option("--state <folder>", "the folder to keep jobs and balances in")
    .option("--list-faults", "list every fault and exit")
    .exitOverride();
  try {
    command.parse(argv, { from: "user" });
    const { port, speed, fault: faults, account, state: stateDir = null, listFaults } = command.opts<Flags>();
    if (listFaults === true) return print(FAULT_NAMES.map(describe).join(""));
    const sandbox = await createSandbox({ port, speed, faults, stateDir }).catch((error: unknown) =>
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

function describe(name: (typeof FAULT_NAMES)[number]): string {
  const fault: { about: string; operations: readonly string[]; value?: { about: string; default: number } } =
    FAULTS[name];
  const where =
    fault.operations.length === OPERATIONS.length ? "every operation" : fault.operations.join(", ");
  const value = fault.value === undefined ? "" : ` [=${fault.value.about}, usually ${fault.value.default}]`;
  return `${name.padEnd(24)}${fault.about}${value} (${where})\n`;
}

/** Ignores a reader that closes the pipe early. */
function print(text: string): number {
  process.stdout.once("error", () => undefined);
  process.stdout.write(text);
  return 0;
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

function collectFault(text: string, previous: FaultRule[]): FaultRule[] {
  const rule = parseFault(text);
  if (rule === null) throw new InvalidArgumentError("--list-faults shows all faults.");
  return [...previous, rule];
}
