import type { Command } from "commander";
import type { CreditsOptions } from "../commands/account.ts";
import type { OutputOptions } from "../terminal/terminal.ts";
import { type CommandRunner, nameUpTo } from "./options.ts";

export function addAccountCommands(winnow: Command, { run }: CommandRunner): void {
  winnow
    .command("credits")
    .description("ask the service how many credits each account has")
    .option("--account <label>", "only this account")
    .action((options: CreditsOptions) =>
      run(async () => (await import("../commands/account.ts")).creditsCommand(options), options, {
        readOnly: true,
      }),
    );
  const accounts = winnow
    .command("account")
    .description("connect, list and remove accounts, and replace their keys");
  accounts
    .command("add")
    .description("connect an account; asks for its key, which is never an argument")
    .requiredOption("--label <label>", "what to call the account", nameUpTo(80))
    .option("--base-url <address>", "the service's address")
    .action((options: { label: string; baseUrl?: string } & OutputOptions) =>
      run(async () => (await import("../commands/account.ts")).accountAddCommand(options), options, {
        keyAlone: true,
      }),
    );
  accounts
    .command("list")
    .description("every account, with its balance as last read")
    .action((options: OutputOptions) =>
      run(async () => (await import("../commands/account.ts")).accountListCommand(options), options, {
        readOnly: true,
      }),
    );
  accounts
    .command("replace-key <label>")
    .description("replace an account's key; asks for the key, which is never an argument")
    .action((label: string, options: OutputOptions) =>
      run(
        async () => (await import("../commands/account.ts")).accountReplaceKeyCommand(label, options),
        options,
        {
          keyAlone: true,
          goOn: false,
        },
      ),
    );
  accounts
    .command("remove <label>")
    .description("remove an account, and its key")
    .action((label: string, options: OutputOptions) =>
      run(async () => (await import("../commands/account.ts")).accountRemoveCommand(label, options), options),
    );
}
