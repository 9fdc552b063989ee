import { type Command, Option } from "commander";
import { MAX_SUPPRESSION_NAME_LENGTH, SUPPRESSION_SHAPES } from "../../../../shared/suppression-formats.ts";
import type { EraseOptions } from "../commands/erase.ts";
import type { ImportOptions } from "../commands/import.ts";
import type {
  SuppressAddOptions,
  SuppressAllowOptions,
  SuppressExportOptions,
} from "../commands/suppress.ts";
import type { OutputOptions } from "../terminal/terminal.ts";
import {
  ACCOUNT,
  type CommandRunner,
  datesOption,
  dayIn,
  leaveOutOption,
  nameUpTo,
  OVERWRITE,
  SANDBOX,
} from "./options.ts";

export function addMemoryCommands(winnow: Command, { run }: CommandRunner): void {
  winnow
    .command("import [file...]")
    .description(
      "import verdicts, bounces, unsubscribes or complaints of other services, or bounces saved as mail (.eml, .mbox, a ZIP or folder of messages); nothing is charged",
    )
    .option("--as <source>", "the source of the file, if it is unclear; suppression: never mail anyone in it")
    .option("--map <file>", "a file that defines the columns and words of an unknown file")
    .option("--column <column>", "the column with the recipients' addresses, by its name or its number")
    .addOption(leaveOutOption().choices(["certain", "all"]))
    .option("--dated <yyyy-mm-dd>", "date of entries without one; by default the file's date", dayIn)
    .addOption(datesOption())
    .option(...ACCOUNT)
    .option(...SANDBOX)
    .option("--undo <import>", "undo an import of bounces, unsubscribes or complaints, by its id or its name")
    .option("--yes", "import it without asking")
    .action((files: string[], options: ImportOptions & { undo?: string }, command: Command) => {
      const { undo } = options;
      if (undo === undefined && files.length === 0) command.error("error: missing required argument 'file'");
      const loaded = async () =>
        undo === undefined
          ? (await import("../commands/import.ts")).importCommand(files, options)
          : (await import("../commands/import-undo.ts")).importUndoCommand(undo, options);
      return run(loaded, options, { reads: undo === undefined, goOn: false });
    });
  winnow
    .command("address <address>")
    .description("show everything known about an address, across lists and sources")
    .action((address: string, options: OutputOptions) =>
      run(
        async () => (await import("../commands/address-history.ts")).addressCommand(address, options),
        options,
        {
          goOn: false,
        },
      ),
    );
  winnow
    .command("erase [address...]")
    .description("erase addresses or whole domains (@acme.example) from everything kept here, for good")
    .option("--file <list>", "also erase everyone in this file")
    .option("--receipt <file>", "write a record of what was found and erased")
    .option("--forget-request", "let erased people back in, so that they may be verified and written again")
    .option("--yes", "erase without asking")
    .action((addresses: string[], options: EraseOptions) =>
      run(async () => (await import("../commands/erase.ts")).eraseCommand(addresses, options), options, {
        goOn: false,
      }),
    );
}

export function addDataCommands(winnow: Command, { run }: CommandRunner): void {
  winnow
    .command("backup [folder]")
    .description("copy everything but keys to a new folder there, or in Winnow's own data folder")
    .action((folder: string | undefined, options: OutputOptions) =>
      run(async () => (await import("../commands/backup.ts")).backupCommand(folder, options), options, {
        goOn: false,
      }),
    );
  winnow
    .command("diagnostics")
    .description("write a file to send us about a fault: codes and counts, no names, addresses or keys")
    .option("--out <file>", "where to write it, instead of Winnow's own data folder")
    .action((options: OutputOptions & { out?: string }) =>
      run(async () => (await import("../commands/diagnostics.ts")).diagnosticsCommand(options), options, {
        readOnly: true,
      }),
    );
  winnow
    .command("restore <folder>")
    .description("replace everything here with a backup; the current data is moved aside")
    .option("--yes", "replace what is here without asking")
    .action((folder: string, options: OutputOptions & { yes?: boolean }) =>
      run(async () => (await import("../commands/backup.ts")).restoreCommand(folder, options), options, {
        goOn: false,
        onDamage: "go_on",
      }),
    );
}

export function addSuppressCommands(winnow: Command, { run }: CommandRunner): void {
  const lists = winnow
    .command("suppress")
    .description(
      "add, list, export and remove suppression lists: addresses on one are neither verified nor written",
    );
  lists
    .command("add <file>")
    .description(
      "add a suppression list of the addresses and domains in a file; - reads standard input. acme.example covers only that domain, *.acme.example also its subdomains",
    )
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
    .command("allow <address...>")
    .description("let addresses back in that signed up again; a later opt-out suppresses them again")
    .option("--reason <text>", "why, kept with the address", nameUpTo(200))
    .option("--yes", "let them back in without asking")
    .action((addresses: string[], options: SuppressAllowOptions) =>
      run(
        async () => (await import("../commands/suppress.ts")).suppressAllowCommand(addresses, options),
        options,
        { goOn: false },
      ),
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
