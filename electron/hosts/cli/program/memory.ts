import type { Command } from "commander";
import type { EraseOptions } from "../commands/erase.ts";
import type { ImportOptions } from "../commands/import.ts";
import type { OutputOptions } from "../terminal/terminal.ts";
import { ACCOUNT, type CommandRunner, dayIn, SANDBOX } from "./options.ts";

export function addMemoryCommands(winnow: Command, { run }: CommandRunner): void {
  winnow
    .command("import [file...]")
    .description("import verdicts, bounces, unsubscribes or complaints of other services; nothing is charged")
    .option("--as <source>", "the source of the file, if it is unclear; suppression: never mail anyone in it")
    .option("--map <file>", "a file that defines the columns and words of an unknown file")
    .option("--column <column>", "the column with the recipients' addresses, by its name or its number")
    .option("--dated <yyyy-mm-dd>", "date of entries without one; by default the file's date", dayIn)
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
    .command("restore <folder>")
    .description("replace everything here with a backup; the current data is moved aside")
    .action((folder: string, options: OutputOptions) =>
      run(async () => (await import("../commands/backup.ts")).restoreCommand(folder, options), options, {
        goOn: false,
        onDamage: "go_on",
      }),
    );
}
