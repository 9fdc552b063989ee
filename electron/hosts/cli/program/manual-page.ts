import type { Command } from "commander";
import { EXIT_MEANINGS, EXIT_NOTE } from "../exit-codes.ts";
import { type Described, described, everyCommand } from "./completions/described.ts";

/** What the environment says to a command; the rest is for tests and for whoever changes Winnow. */
const VARIABLES: Readonly<Record<string, string>> = {
  WINNOW_DATA_DIR: "where the data lives; the system's folder for application data otherwise",
  WINNOW_BASE_URL: "with WINNOW_API_KEY: an account for this run only",
  WINNOW_API_KEY: "its key; never an argument",
  NO_COLOR: "set: nothing on standard error steers the terminal; so it is with TERM=dumb",
};

/** The manual page of `program` in roff's man macros. `version`: whose it is. */
export function manualPage(program: Command, version: string): string {
  const top = described(program);
  const commands = everyCommand(top).filter(({ path, commands }) => path.length > 0 && commands.length === 0);
  return [
    `.TH WINNOW 1 "" "Winnow ${roff(version)}" "User Commands"`,
    ".SH NAME",
    `winnow \\- ${roff(top.description)}`,
    ".SH SYNOPSIS",
    ".B winnow",
    "[options] [command]",
    ".SH OPTIONS",
    ...top.options.flatMap(optionLines),
    ".SH COMMANDS",
    ...commands.flatMap(commandLines),
    ".SH EXIT STATUS",
    ...Object.entries(EXIT_MEANINGS).flatMap(([code, meaning]) => [".TP", `.B ${code}`, roff(meaning)]),
    ".PP",
    roff(EXIT_NOTE),
    ".SH ENVIRONMENT",
    ...Object.entries(VARIABLES).flatMap(([name, meaning]) => [".TP", `.B ${roff(name)}`, roff(meaning)]),
    "",
  ].join("\n");
}

function commandLines({ usage, description, options }: Described): string[] {
  return [
    `.SS "${roff(usage).replaceAll('"', "\\(dq")}"`,
    roff(description),
    ...options.flatMap(optionLines),
  ];
}

function optionLines({ flags, value, description }: Described["options"][number]): string[] {
  const takes = value === null ? "" : ` \\fI${roff(value.name)}\\fR`;
  return [".TP", `\\fB${flags.map(roff).join("\\fR, \\fB")}\\fR${takes}`, roff(description)];
}

/** Text as it is: a dash that can be copied, and nothing at the beginning of a line that roff takes for its own. */
function roff(text: string): string {
  return text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replace(/^[.']/, "\\&$&");
}
