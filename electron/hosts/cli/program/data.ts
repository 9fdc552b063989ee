import type { Command } from "commander";
import type { SpeechOptions } from "../terminal/speech.ts";
import { spoken } from "./options.ts";
import type { CommandRunner } from "./runner.ts";

/** What is done with everything that Winnow keeps: `backup`, `restore`. */
export function addDataCommands(winnow: Command, { run }: CommandRunner): void {
  spoken(
    winnow
      .command("backup [folder]")
      .description("copy everything but keys to a new folder there, or in Winnow's own data folder"),
  ).action((folder: string | undefined, options: SpeechOptions) =>
    run(async () => (await import("../commands/backup.ts")).backupCommand(folder, options), options, {
      goOn: false,
    }),
  );
  spoken(
    winnow
      .command("restore <folder>")
      .description("replace everything here with a backup; what is here is moved aside"),
  ).action((folder: string, options: SpeechOptions) =>
    run(async () => (await import("../commands/restore.ts")).restoreCommand(folder, options), options, {
      goOn: false,
      onDamage: "go_on",
    }),
  );
}
