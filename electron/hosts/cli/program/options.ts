import { type Command, Option } from "commander";
import { VERDICT_SOURCES } from "../../../../shared/verdict-sources.ts";
import { PROGRESS_FORMS } from "../terminal/speech.ts";

// Options that several commands have, with their lines of help.
export const ACCOUNT = ["--account <label>", "the account to use"] as const;
export const SANDBOX = ["--sandbox", "use the built-in sandbox: no account, no credits"] as const;
export const WAIT_FOR_CREDITS = [
  "--wait-for-credits",
  "when credits run short, wait until there are more",
] as const;
export const OVERWRITE = ["--overwrite", "replace the file that stands there now"] as const;
export const KEEP_EMPTY = ["--keep-empty", "keep the rows whose address cell is empty"] as const;
export const KEEP = ["--keep <verdicts>", "verdicts to keep, e.g. deliverable,accept_all,unknown"] as const;

/** Gives a command the options that say how it speaks. */
export function spoken(command: Command): Command {
  return command
    .option("--json", "print one object for a program to read")
    .option("--quiet", "say nothing but what is wrong and what is asked")
    .addOption(
      new Option("--progress <form>", "tell what happens on standard error, one JSON object a line").choices(
        PROGRESS_FORMS,
      ),
    );
}

/** Gives a command the options that answer how a list is read. */
export function withReadingFlags(command: Command): Command {
  return command
    .option("--column <name or number>", "the column that holds the addresses")
    .option("--encoding <name>", "the encoding of the list, e.g. windows-1250")
    .option("--delimiter <character>", "what stands between cells: , ; | or tab")
    .option(
      "--rows <lines or addresses>",
      "what a row is: a line of a table, or each of several addresses on it",
    )
    .option("--sheet <name>", "the sheet of a workbook")
    .option("--header-line <n>", "the line of the header; what stands above is kept")
    .option("--no-header", "the list has no header")
    .option("--read-as <results or list>", "a file with verdicts: take them in, or verify its addresses")
    .option(
      "--results-of <service>",
      `with --read-as results: whose verdicts, where several could be meant: ${VERDICT_SOURCES.join(", ")}`,
    )
    .option("--fix-cells", "verify and write cells such as 'a@b.com.' in their proposed corrections");
}
