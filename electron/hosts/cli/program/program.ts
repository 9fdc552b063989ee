import { readFileSync } from "node:fs";
import { type Command, Command as Program } from "commander";
import { plainLine } from "../../plain-text.ts";
import type { CliProcess } from "../cli-io.ts";
import { EXIT_MEANINGS, EXIT_NOTE } from "../exit-codes.ts";
import { addAccountCommands } from "./account.ts";
import { addCleaningCommands } from "./cleanings.ts";
import { addDataCommands, addMemoryCommands, addSuppressCommands } from "./memory.ts";
import type { CommandRunner } from "./options.ts";
import { addTeamCommands } from "./team.ts";
import { addVerifyingCommands } from "./verifying.ts";

/** Matches in the built program, where this module is part of a file in out/main/ or its chunks. */
const built = /^(.*\/)out\/main\//.exec(import.meta.url);
const manifest = new URL("package.json", built?.[1] ?? new URL("../../../..", import.meta.url));

/** Returns Winnow's version. Imports nothing else, so that `--version` is fast. */
function version(): string {
  const read: unknown = JSON.parse(readFileSync(manifest, "utf8"));
  const isNamed = typeof read === "object" && read !== null && "version" in read;
  return isNamed && typeof read.version === "string" ? read.version : "";
}

/**
 * Refuses empty values, which usually come from an unset variable: an empty path would mean the current folder, and an
 * empty name the only cleaning. Variadic arguments are checked by their commands.
 */
function refuseEmpty(command: Command): void {
  const given: [name: string, value: unknown][] = [
    ...command.registeredArguments.map((argument, at): [string, unknown] => [
      `<${argument.name()}>`,
      argument.variadic ? undefined : command.args[at],
    ]),
    ...command.options.map((option): [string, unknown] => [
      option.long ?? option.flags,
      command.getOptionValue(option.attributeName()),
    ]),
  ];
  // A blank is a valid delimiter.
  const empty = given.find(
    ([name, value]) => typeof value === "string" && (name === "--delimiter" ? value : value.trim()) === "",
  );
  if (empty !== undefined)
    command.error(`error: ${empty[0]} is empty, perhaps because it comes from a variable that is not set`);
}

/** Adds the options that all commands of the program have. */
function addOutputOptions(group: Command): void {
  for (const command of group.commands) {
    if (command.commands.length > 0) addOutputOptions(command);
    else
      command
        .option("--json", "print one JSON object for a program")
        .option("--quiet", "print only problems and questions");
  }
}

function exitHelp(): string {
  const lines = Object.entries(EXIT_MEANINGS).map(([code, meaning]) => `  ${code.padEnd(3)}${meaning}`);
  return `Exit codes:\n${lines.join("\n")}\n\n${EXIT_NOTE}`;
}

export function program(
  runner: CommandRunner,
  { stdout, stderr }: Pick<CliProcess, "stdout" | "stderr"> = process,
): Program {
  const winnow = new Program("winnow")
    .description("Clean email lists: verify addresses, keep every column.")
    .version(version(), "-V, --version", "print the version")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      outputError: (text, write) => write(`${sanitizeParserError(text)}\n`),
    })
    .addHelpText("after", `\n${exitHelp()}`)
    .hook("preAction", (_program, command) => refuseEmpty(command));
  addVerifyingCommands(winnow, runner);
  addCleaningCommands(winnow, runner);
  addMemoryCommands(winnow, runner);
  addSuppressCommands(winnow, runner);
  addAccountCommands(winnow, runner);
  addDataCommands(winnow, runner);
  addTeamCommands(winnow, runner);
  addOutputOptions(winnow);
  winnow
    .command("sandbox")
    .description("run the built-in service as a server")
    .allowUnknownOption()
    .helpOption(false)
    .argument("[options...]")
    .action(() => runner.sandbox());
  return winnow;
}

/** Returns a parser error on one line, without excess arguments: they may be expanded file names or a key. */
export function sanitizeParserError(text: string): string {
  return plainLine(text.trim().replace(/ but got \d+: .*/s, "."));
}
