import { Command as Program } from "commander";
import { plainLine } from "../../plain-text.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT_MEANINGS, EXIT_NOTE } from "../exit-codes.ts";
import { addAccountCommands } from "./account.ts";
import { addCleaningCommands } from "./cleanings.ts";
import { addDataCommands } from "./data.ts";
import { refuseEmpty } from "./empty-values.ts";
import { addMemoryCommands } from "./memory.ts";
import type { CommandRunner } from "./runner.ts";
import { addSuppressCommands } from "./suppress.ts";
import { addVerifyingCommands } from "./verifying.ts";
import { version } from "./version.ts";

/** The exit codes for the help, a line each. */
function exitHelp(): string {
  const lines = Object.entries(EXIT_MEANINGS).map(([code, meaning]) => `  ${code.padEnd(3)}${meaning}`);
  return `Exit codes:\n${lines.join("\n")}\n\n${EXIT_NOTE}`;
}

/** Every command with its options. */
export function program(
  runner: CommandRunner,
  { stdout, stderr }: Pick<CliIo, "stdout" | "stderr"> = process,
): Program {
  const winnow = new Program("winnow")
    .description("Clean email lists: verify addresses, keep every column.")
    .version(version(), "-V, --version", "print the version")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      outputError: (text, write) => write(`${sayable(text)}\n`),
    })
    .addHelpText("after", `\n${exitHelp()}`)
    .hook("preAction", (_program, command) => refuseEmpty(command));
  addVerifyingCommands(winnow, runner);
  addCleaningCommands(winnow, runner);
  addMemoryCommands(winnow, runner);
  addSuppressCommands(winnow, runner);
  addAccountCommands(winnow, runner);
  addDataCommands(winnow, runner);
  winnow
    .command("sandbox")
    .description("run the built-in service as a server")
    .allowUnknownOption()
    .helpOption(false)
    .argument("[options...]")
    .action(() => runner.sandbox());
  return winnow;
}

/** What is wrong with a command, on a line: a shell fills names of files in, and what is too much may be a key. */
export function sayable(text: string): string {
  return plainLine(text.trim().replace(/ but got \d+: .*/s, "."));
}
