import type { Command } from "commander";
import { LONGEST_SUPPRESSION_NAME } from "../../../../shared/suppression-name.ts";
import type { SuppressAddOptions } from "../commands/suppress.ts";
import type { SpeechOptions } from "../terminal/speech.ts";
import { nameUpTo, spoken } from "./options.ts";
import type { CommandRunner } from "./runner.ts";

/** `suppress add`, `list` and `remove`. */
export function addSuppressCommands(winnow: Command, { run }: CommandRunner): void {
  const lists = winnow
    .command("suppress")
    .description("add, list and remove suppression lists: addresses on one are neither verified nor written");
  spoken(
    lists
      .command("add <file>")
      .description("add a suppression list of the addresses and domains in a file")
      .option(
        "--name <name>",
        "what to call it; otherwise the file's name",
        nameUpTo(LONGEST_SUPPRESSION_NAME),
      )
      .option("--everyone", "another service's file, too: everyone in it, whatever it says of them"),
  ).action((file: string, options: SuppressAddOptions) =>
    run(async () => (await import("../commands/suppress.ts")).suppressAddCommand(file, options), options, {
      goOn: false,
    }),
  );
  spoken(
    lists.command("list").description("every suppression list: its id, date, addresses, domains and name"),
  ).action((options: SpeechOptions) =>
    run(async () => (await import("../commands/suppress.ts")).suppressListCommand(options), options, {
      look: true,
    }),
  );
  spoken(
    lists
      .command("remove <list>")
      .description(
        "remove a suppression list, by its id or its name; addresses on no other are mailed again",
      ),
  ).action((list: string, options: SpeechOptions) =>
    run(async () => (await import("../commands/suppress.ts")).suppressRemoveCommand(list, options), options, {
      goOn: false,
    }),
  );
}
