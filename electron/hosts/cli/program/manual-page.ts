import type { Command, Option } from "commander";
import { EXIT_MEANINGS, EXIT_NOTE } from "../exit-codes.ts";

/** What the environment says to a command; the rest is for tests and for whoever changes Winnow. */
const VARIABLES: Readonly<Record<string, string>> = {
  WINNOW_DATA_DIR: "where the data lives; the system's folder for application data otherwise",
  WINNOW_BASE_URL: "with WINNOW_API_KEY: an account for this run only",
  WINNOW_API_KEY: "its key; never an argument",
  NO_COLOR: "set: nothing on standard error steers the terminal; so it is with TERM=dumb",
};

/** The manual page of `program` in roff's man macros. `version`: whose it is. */
export function manualPage(program: Command, version: string): string {
  return [
    `.TH WINNOW 1 "" "Winnow ${roff(version)}" "User Commands"`,
    ".SH NAME",
    `winnow \\- ${roff(program.description())}`,
    ".SH SYNOPSIS",
    ".B winnow",
    "[options] [command]",
    ".SH OPTIONS",
    ...optionsOf(program).flatMap(optionLines),
    ".SH COMMANDS",
    ...commandsOf(program).flatMap(commandLines),
    ".SH EXIT STATUS",
    ...Object.entries(EXIT_MEANINGS).flatMap(([code, meaning]) => [".TP", `.B ${code}`, roff(meaning)]),
    ".PP",
    roff(EXIT_NOTE),
    ".SH ENVIRONMENT",
    ...Object.entries(VARIABLES).flatMap(([name, meaning]) => [".TP", `.B ${roff(name)}`, roff(meaning)]),
    "",
  ].join("\n");
}

/** Every command that does something by itself, as the help shows them. */
export function commandsOf(command: Command): Command[] {
  const below = command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== "help");
  return below.length === 0 ? [command] : below.flatMap(commandsOf);
}

export function optionsOf(command: Command): Option[] {
  return command.createHelp().visibleOptions(command);
}

function commandLines(command: Command): string[] {
  const usage = roff(command.createHelp().commandUsage(command)).replaceAll('"', "\\(dq");
  return [`.SS "${usage}"`, roff(command.description()), ...optionsOf(command).flatMap(optionLines)];
}

function optionLines({ flags, description }: Option): string[] {
  return [".TP", `\\fB${roff(flags)}\\fR`, roff(description)];
}

/** Text as it is: a dash that can be copied, and nothing at the beginning of a line that roff takes for its own. */
function roff(text: string): string {
  return text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replace(/^[.']/, "\\&$&");
}
