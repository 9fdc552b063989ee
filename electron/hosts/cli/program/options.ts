import { type Command, InvalidArgumentError, Option } from "commander";
import { localDay } from "../../../../shared/times.ts";
import { VERDICTS, VERIFIER_IDS, type Verdict } from "../../../../shared/verdicts.ts";
import { isDnsServer } from "../../dns-server.ts";
import type { Command as RunnableCommand, RunOptions } from "../run-command.ts";
import type { OutputOptions } from "../terminal/terminal.ts";

export const ACCOUNT = ["--account <label>", "the account to use"] as const;
export const SANDBOX = ["--sandbox", "use the built-in sandbox: no account, no credits"] as const;
export const WAIT_FOR_CREDITS = [
  "--wait-for-credits",
  "if credits run short, wait until there are more",
] as const;
export const OVERWRITE = ["--overwrite", "replace the file that is there now"] as const;
export const ALLOW_SHRINK = [
  "--allow-shrink",
  "also replace a file that is ten times as long or longer",
] as const;
export const KEEP_EMPTY = ["--keep-empty", "keep the rows whose address cell is empty"] as const;
export const MAX_BOUNCE = ["--max-bounce <percent>", "how much may bounce, e.g. 2", percentIn] as const;
export const KEEP = [
  "--keep <verdicts>",
  "verdicts to keep, e.g. deliverable,accept_all,unknown",
  verdictsIn,
] as const;

export function withReadingFlags(command: Command): Command {
  return command
    .option("--column <name or number>", "the column that contains the addresses")
    .option("--encoding <name>", "the encoding of the list, e.g. windows-1250")
    .option("--delimiter <character>", "what separates cells: , ; | or tab")
    .addOption(
      new Option(
        "--rows <what>",
        "what a row is: a line of a table, or each of several addresses on it",
      ).choices(["lines", "addresses"]),
    )
    .option("--sheet <name>", "the sheet of a workbook")
    .addOption(
      new Option("--hidden-rows <what>", "rows that a workbook hides: read them, or leave them out").choices([
        "keep",
        "skip",
      ]),
    )
    .addOption(
      new Option("--header-line <n>", "the line of the header; lines above it are kept")
        .argParser(numberAboveZero)
        .conflicts("header"),
    )
    .option("--no-header", "the list has no header")
    .addOption(
      new Option("--read-as <what>", "a file with verdicts: import them, or verify its addresses").choices([
        "results",
        "list",
      ]),
    )
    .addOption(
      new Option("--results-of <service>", "import verdicts as this service's, if several match")
        .choices(VERIFIER_IDS)
        .implies({ readAs: "results" }),
    )
    .addOption(leaveOutOption().choices(["certain", "all", "none"]))
    .addOption(datesOption())
    .option("--fix-cells", "verify and write cells such as 'a@b.com.' as proposed");
}

/** Option for lists that say who opted out. */
export function leaveOutOption(): Option {
  return new Option("--leave-out <whom>", "who is left out if the list says who opted out");
}

/** Option for files with dates in which the day or the month may come first. */
export function datesOption(): Option {
  return new Option(
    "--dates <order>",
    "in dates such as 03/04/2026, what comes first; by default as the file tells",
  ).choices(["day-first", "month-first"]);
}

export function withDomains(command: Command): Command {
  return command
    .option("--domains", "find domains that cannot receive mail; only their names leave the machine, to DNS")
    .addOption(
      new Option("--resolver <ip[:port]>", "the DNS server to ask, instead of the system's")
        .argParser(dnsServerIn)
        .implies({ domains: true }),
    );
}

function dnsServerIn(text: string): string {
  if (!isDnsServer(text))
    throw new InvalidArgumentError("It takes an IP address, such as 9.9.9.9 or 127.0.0.1:5353.");
  return text;
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError("It takes a whole number.");
  return Number(text);
}

export function numberAboveZero(text: string): number {
  const number = wholeNumber(text);
  if (number === 0) throw new InvalidArgumentError("It takes a number above 0.");
  return number;
}

function percentIn(text: string): number {
  const percent = /^\d{1,3}(\.\d{1,3})?%?$/.test(text) ? Number.parseFloat(text) : Number.NaN;
  if (!(percent >= 0 && percent <= 100))
    throw new InvalidArgumentError("It takes a percentage, such as 2 or 0.5.");
  return percent;
}

export function nameUpTo(most: number): (text: string) => string {
  return (text) => {
    if (text.length > most) throw new InvalidArgumentError(`It takes ${most} characters at most.`);
    return text;
  };
}

function verdictsIn(text: string): Verdict[] {
  const words = text.split(",").map((word) => word.trim().toLowerCase().replace(/[- ]/g, "_"));
  const found = VERDICTS.filter((verdict) => words.includes(verdict));
  if (words.some((word) => !VERDICTS.some((verdict) => verdict === word)))
    throw new InvalidArgumentError(`It takes ${VERDICTS.join(", ")}.`);
  return found;
}

/** Returns the start of the day in UTC, in Unix ms. */
export function dayIn(text: string): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isFinite(at) || at > Date.now())
    throw new InvalidArgumentError("It takes a date in the past, such as 2026-03-31.");
  return at;
}

/** Returns the start of the day in this computer's time zone, in Unix ms. */
export function localDayIn(text: string): number {
  dayIn(text);
  return localDay(text);
}

export interface CommandRunner {
  /** Runs the command returned by `load`, which is imported only then. */
  run(load: () => Promise<RunnableCommand>, speech: OutputOptions, session?: RunOptions): Promise<void>;
  sandbox(): Promise<void>;
}
