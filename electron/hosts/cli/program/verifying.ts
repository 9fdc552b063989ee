import type { Command } from "commander";
import type { CheckOptions } from "../commands/check.ts";
import type { CleanOptions } from "../commands/clean.ts";
import type { GateOptions } from "../commands/gate.ts";
import type { PreviewOptions } from "../commands/preview.ts";
import {
  ACCOUNT,
  ALLOW_SHRINK,
  type CommandRunner,
  KEEP,
  KEEP_EMPTY,
  MAX_BOUNCE,
  numberAboveZero,
  OVERWRITE,
  SANDBOX,
  WAIT_FOR_CREDITS,
  wholeNumber,
  withDomains,
  withReadingFlags,
} from "./options.ts";

export function addVerifyingCommands(winnow: Command, { run }: CommandRunner): void {
  withDomains(
    withReadingFlags(
      winnow
        .command("clean <file>")
        .description("verify a list and write the cleaned one; - reads it from standard input"),
    ),
  )
    .option("--verify-dead-domains", "verify addresses at domains that cannot receive mail, too")
    .option(
      "--out <file>",
      "where the cleaned list goes, as a workbook if it ends in .xlsx; - prints it; a dry run needs none",
    )
    .option(...OVERWRITE)
    .option(...ALLOW_SHRINK)
    .option(...KEEP)
    .option("--with-verdicts", "append the verdict columns")
    .option("--keep-duplicates", "keep duplicates: every row of an address")
    .option(...KEEP_EMPTY)
    .option("--max-credits <n>", "refuse a higher price", wholeNumber)
    .option(
      "--limit <n>",
      "verify the first n addresses that are not known yet, and leave the others out",
      numberAboveZero,
    )
    .option(...WAIT_FOR_CREDITS)
    .option(...ACCOUNT)
    .option(...SANDBOX)
    .option("--dry-run", "show what it would cost; nothing leaves the machine, nothing is kept")
    .option("--yes", "agree to the price")
    .action((file: string, options: CleanOptions, command: Command) => {
      if (options.out === undefined && options.dryRun !== true)
        command.error("error: required option '--out <file>' not specified");
      return run(async () => (await import("../commands/clean.ts")).cleanCommand(file, options), options, {
        readOnly: options.dryRun === true,
        reads: true,
        resolver: options.resolver,
      });
    });
  withDomains(
    withReadingFlags(
      winnow
        .command("preview <file>")
        .description("show what is in a list, - for standard input; nothing leaves the machine"),
    ),
  ).action((file: string, options: PreviewOptions) =>
    run(async () => (await import("../commands/preview.ts")).previewCommand(file, options), options, {
      readOnly: true,
      reads: true,
      resolver: options.resolver,
    }),
  );
  withDomains(
    withReadingFlags(
      winnow
        .command("gate <file>")
        .description(
          "check whether a list may be sent, for use in hooks: exits with 0, or with 7 if too much would bounce",
        ),
    ),
  )
    .requiredOption(...MAX_BOUNCE)
    .option("--verify", "first verify addresses that are not known yet, for credits")
    .option("--max-credits <n>", "spend at most n credits on that", wholeNumber)
    .option(...ACCOUNT)
    .option(...SANDBOX)
    .action((file: string, options: GateOptions) =>
      run(async () => (await import("../commands/gate.ts")).gateCommand(file, options), options, {
        // A gate without `--verify` can run beside Winnow's window; paying needs the data folder's lock.
        readOnly: options.verify !== true,
        reads: true,
        resolver: options.resolver,
      }),
    );
  winnow
    .command("check <address...>")
    .description(
      "verify single addresses, for one credit each at most; - reads them from standard input; those on a suppression list are not verified",
    )
    .option("--anyway", "verify those on a suppression list too")
    .option("--again", "also verify addresses sent before without an answer, which may be paid for already")
    .option("--max-credits <n>", "spend at most n credits (20 by default)", wholeNumber)
    .option(...ACCOUNT)
    .option(...SANDBOX)
    .action((addresses: string[], options: CheckOptions) =>
      run(async () => (await import("../commands/check.ts")).checkCommand(addresses, options), options),
    );
}
