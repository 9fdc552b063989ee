import type { Command } from "commander";
import type { CancelOptions } from "../commands/cancel.ts";
import type { DeleteOptions } from "../commands/delete.ts";
import type { ExportOptions } from "../commands/export.ts";
import type { ForecastOptions } from "../commands/forecast.ts";
import type { ResumeOptions } from "../commands/resume.ts";
import type { OutputOptions } from "../terminal/terminal.ts";
import {
  ALLOW_SHRINK,
  type CommandRunner,
  KEEP,
  KEEP_EMPTY,
  MAX_BOUNCE,
  OVERWRITE,
  WAIT_FOR_CREDITS,
  wholeNumber,
} from "./options.ts";

export function addCleaningCommands(winnow: Command, { run }: CommandRunner): void {
  winnow
    .command("resume [cleaning]")
    .description("continue every unfinished cleaning; or one, and send again what failed")
    .option("--yes", "agree to the prices that it prints")
    .option("--max-credits <n>", "agree to at most n credits in all", wholeNumber)
    .option(...WAIT_FOR_CREDITS)
    .action((cleaning: string | undefined, options: ResumeOptions) =>
      run(async () => (await import("../commands/resume.ts")).resumeCommand(cleaning, options), options),
    );
  winnow
    .command("cancel <cleaning>")
    .description("end a cleaning that was not started yet: nothing is charged")
    .option("--give-up", "end it even if it was started: its credits count as spent")
    .option("--yes", "agree to giving it up")
    .action((cleaning: string, options: CancelOptions) =>
      run(async () => (await import("../commands/cancel.ts")).cancelCommand(cleaning, options), options, {
        goOn: false,
      }),
    );
  winnow
    .command("delete <cleaning>")
    .description("move a cleaning that has ended to the bin, where it stays for 30 days")
    .option("--yes", "agree to that")
    .action((cleaning: string, options: DeleteOptions) =>
      run(async () => (await import("../commands/delete.ts")).deleteCommand(cleaning, options), options, {
        goOn: false,
      }),
    );
  winnow
    .command("lists")
    .description("every cleaning, newest first")
    .action((options: OutputOptions) =>
      run(async () => (await import("../commands/lists.ts")).listsCommand(options), options, {
        readOnly: true,
      }),
    );
  winnow
    .command("status")
    .description("show what is under way, what it waits for and since when; changes nothing")
    .action((options: OutputOptions) =>
      run(async () => (await import("../commands/status.ts")).statusCommand(options), options, {
        readOnly: true,
      }),
    );
  winnow
    .command("forecast [cleaning]")
    .description(
      "show how much of a cleaned list would bounce; without a name, past mailings and their bounces",
    )
    .option(...MAX_BOUNCE)
    .action((cleaning: string | undefined, options: ForecastOptions) =>
      run(async () => (await import("../commands/forecast.ts")).forecastCommand(cleaning, options), options, {
        goOn: false,
      }),
    );
  winnow
    .command("export <cleaning>")
    .description("write the cleaned list again, from the stored results")
    .requiredOption(
      "--out <file>",
      "where the cleaned list goes, as a workbook if it ends in .xlsx; - prints it",
    )
    .option(...OVERWRITE)
    .option(...ALLOW_SHRINK)
    .option(...KEEP)
    .option(...MAX_BOUNCE)
    .option("--with-verdicts", "append the verdict columns")
    .option("--keep-duplicates", "keep duplicates: every row of an address")
    .option(...KEEP_EMPTY)
    .option("--encoding <name>", "the encoding of the list, if it is unclear")
    .action((cleaning: string, options: ExportOptions) =>
      run(async () => (await import("../commands/export.ts")).exportCommand(cleaning, options), options),
    );
}
