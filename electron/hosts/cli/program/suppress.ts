import { type Command, Option } from "commander";
import { MAX_SUPPRESSION_NAME_LENGTH, SUPPRESSION_SHAPES } from "../../../../shared/suppression-formats.ts";
import type { SuppressAddOptions, SuppressExportOptions } from "../commands/suppress.ts";
import type { OutputOptions } from "../terminal/terminal.ts";
import { type CommandRunner, dayIn, nameUpTo, OVERWRITE } from "./options.ts";

export function addSuppressCommands(winnow: Command, { run }: CommandRunner): void {
  const lists = winnow
    .command("suppress")
    .description(
      "add, list, export and remove suppression lists: addresses on one are neither verified nor written",
    );
  lists
    .command("add <file>")
    .description("add a suppression list of the addresses and domains in a file")
    .option(
      "--name <name>",
      "what to call it; otherwise the file's name",
      nameUpTo(MAX_SUPPRESSION_NAME_LENGTH),
    )
    .option("--column <column>", "the column to suppress, by its name or its number")
    .option("--everyone", "also accept another service's file, and suppress everyone in it")
    .action((file: string, options: SuppressAddOptions) =>
      run(async () => (await import("../commands/suppress.ts")).suppressAddCommand(file, options), options, {
        goOn: false,
      }),
    );
  lists
    .command("list")
    .description("every suppression list: its id, date, addresses, domains and name")
    .action((options: OutputOptions) =>
      run(async () => (await import("../commands/suppress.ts")).suppressListCommand(options), options, {
        readOnly: true,
      }),
    );
  lists
    .command("export")
    .description("write all addresses not to be mailed, for a mailing service to import")
    .addOption(
      new Option("--as <service>", "in the format of this service")
        .choices(SUPPRESSION_SHAPES)
        .default("list"),
    )
    .option("--since <yyyy-mm-dd>", "only those who became known here since", dayIn)
    .requiredOption("--out <file>", "where the file goes")
    .option(...OVERWRITE)
    .action((options: SuppressExportOptions) =>
      run(async () => (await import("../commands/suppress.ts")).suppressExportCommand(options), options, {
        goOn: false,
      }),
    );
  lists
    .command("remove <list>")
    .description("remove a suppression list, by its id or its name; addresses on no other are mailed again")
    .action((list: string, options: OutputOptions) =>
      run(
        async () => (await import("../commands/suppress.ts")).suppressRemoveCommand(list, options),
        options,
        {
          goOn: false,
        },
      ),
    );
}
