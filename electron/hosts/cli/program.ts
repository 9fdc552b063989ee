import { Option, Command as Program } from "commander";
import { plainLine } from "../plain-text.ts";
import { USUAL_LIMIT } from "./check-limit.ts";
import type { CleanOptions } from "./clean-options.ts";
import type { CancelOptions } from "./commands/cancel.ts";
import type { CheckOptions } from "./commands/check.ts";

import type { CreditsOptions } from "./commands/credits.ts";
import type { DeleteOptions } from "./commands/delete.ts";
import type { ExportOptions } from "./commands/export.ts";
import type { ResumeOptions } from "./commands/resume.ts";
import type { SuppressAddOptions } from "./commands/suppress.ts";
import { SHELLS } from "./completions/shells.ts";
import { EXIT_MEANINGS, EXIT_NOTE } from "./exit-codes.ts";
import type { ReadingFlags } from "./reading-flags.ts";
import { withReadingFlags } from "./reading-options.ts";
import type { Command, RunOptions } from "./run.ts";
import { PROGRESS_FORMS, type SpeechOptions } from "./speech.ts";
import { version } from "./version.ts";

/** What the declared commands do, once one of them is given. */
export interface Doors {
  /** Runs what `load` answers, which is loaded only now. */
  run(load: () => Promise<Command>, speech: SpeechOptions, session?: RunOptions): Promise<void>;
  /** Refuses what is a key by all likelihood, without repeating it. */
  refuseKey(json: boolean): Promise<void>;
  print(load: () => Promise<string>): Promise<void>;
  sandbox(): Promise<void>;
}

/** The exit codes for the help, a line each. */
function exitHelp(): string {
  const lines = Object.entries(EXIT_MEANINGS).map(([code, meaning]) => `  ${code.padEnd(3)}${meaning}`);
  return `Exit codes:\n${lines.join("\n")}\n\n${EXIT_NOTE}`;
}

/** Every command with its options: what is parsed, and what help, completions and the manual page are made from. */
export function program(doors: Doors): Program {
  const { run } = doors;
  const winnow = new Program("winnow")
    .description("Clean email lists: verify addresses, keep every column.")
    .version(version(), "-V, --version", "print the version")
    .exitOverride()
    .showHelpAfterError(false)
    .configureOutput({
      // It repeats what was typed, and a shell fills that in with names of files.
      outputError: (text, write) => write(`${plainLine(text.trim())}\n`),
    })
    .addHelpText("after", `\n${exitHelp()}`);
  const account = ["--account <label>", "the account to use"] as const;
  const sandbox = ["--sandbox", "use the built-in sandbox: no account, no credits"] as const;
  const waitForCredits = ["--wait-for-credits", "when credits run short, wait until there are more"] as const;
  const overwrite = ["--overwrite", "replace the file that stands there now"] as const;
  const keep = ["--keep <verdicts>", "verdicts to keep, e.g. deliverable,accept_all,unknown"] as const;

  spoken(
    withReadingFlags(
      winnow
        .command("clean <file...>")
        .description("verify a list and write the cleaned one; - reads it from standard input"),
    )
      .requiredOption("--out <file>", "where the cleaned list goes; - prints it; of several lists: a folder")
      .option(...overwrite)
      .option(...keep)
      .option("--with-verdicts", "append the verdict columns")
      .option("--keep-duplicates", "keep duplicates: every row of an address")
      .option("--all-columns", "upload every column, not the addresses alone, whatever the settings say")
      .option("--max-credits <n>", "refuse a higher price")
      .option("--limit <n>", "verify the first n addresses that are not known yet, and leave the others out")
      .option(...waitForCredits)
      .option(...account)
      .option(...sandbox)
      .option("--dry-run", "say what it would cost; nothing leaves the machine, nothing is kept")
      .option("--yes", "agree to the price"),
  ).action((files: string[], options: CleanOptions) =>
    run(async () => (await import("./commands/clean.ts")).cleanCommand(files, options), options, {
      look: options.dryRun === true,
      reads: true,
    }),
  );
  spoken(
    withReadingFlags(
      winnow
        .command("preview <file...>")
        .description("look into a list, - for standard input; nothing leaves the machine"),
    ),
  ).action((files: string[], options: ReadingFlags & SpeechOptions) =>
    run(async () => (await import("./commands/preview.ts")).previewCommand(files, options), options, {
      look: true,
      reads: true,
    }),
  );
  spoken(
    winnow
      .command("check <address...>")
      .description(
        "verify single addresses, for one credit each at most; those on a suppression list are not verified",
      )
      .option("--anyway", "verify those on a suppression list too")
      .option("--again", "verify also what was sent before, may have been paid for, and was not answered")
      .option("--max-credits <n>", `spend no more than so many credits (${USUAL_LIMIT} unless you say so)`)
      .option(...account)
      .option(...sandbox),
  ).action((addresses: string[], options: CheckOptions) =>
    run(async () => (await import("./commands/check.ts")).checkCommand(addresses, options), options),
  );
  spoken(
    winnow
      .command("resume")
      .description("go on with every cleaning that is not finished")
      .option("--yes", "agree to the prices that it prints, which wait for your agreement")
      .option("--max-credits <n>", "agree to no more than so many credits in all")
      .option(...waitForCredits),
  ).action((options: ResumeOptions) =>
    run(async () => (await import("./commands/resume.ts")).resumeCommand(options), options),
  );
  spoken(
    winnow
      .command("retry <cleaning>")
      .description("try the parts of one cleaning again that came to no results")
      .option("--yes", "agree to the price that it prints, where there is one")
      .option("--max-credits <n>", "agree to no more than so many credits")
      .option(...waitForCredits),
  ).action((cleaning: string, options: ResumeOptions) =>
    run(async () => (await import("./commands/retry.ts")).retryCommand(cleaning, options), options),
  );
  spoken(
    winnow
      .command("cancel <cleaning>")
      .description("end a cleaning that was not started yet: nothing is charged")
      .option("--give-up", "end it also once it was started: its credits count as spent")
      .option("--yes", "agree to giving it up"),
  ).action((cleaning: string, options: CancelOptions) =>
    run(async () => (await import("./commands/cancel.ts")).cancelCommand(cleaning, options), options, {
      goOn: false,
    }),
  );
  spoken(
    winnow
      .command("delete <cleaning>")
      .description("put a cleaning that is over into the bin, where it stays for 30 days")
      .option("--yes", "agree to that"),
  ).action((cleaning: string, options: DeleteOptions) =>
    run(async () => (await import("./commands/delete.ts")).deleteCommand(cleaning, options), options, {
      goOn: false,
    }),
  );
  spoken(winnow.command("lists").description("every cleaning, newest first")).action(
    (options: SpeechOptions) =>
      run(async () => (await import("./commands/lists.ts")).listsCommand(options), options, { look: true }),
  );
  spoken(
    winnow
      .command("status")
      .description("what is under way, what it waits for and since when; only looks, for monitoring"),
  ).action((options: SpeechOptions) =>
    run(async () => (await import("./commands/status.ts")).statusCommand(options), options, { look: true }),
  );
  spoken(
    winnow
      .command("credits")
      .description("ask the service how many credits each account has")
      .option("--account <label>", "this account alone"),
  ).action((options: CreditsOptions) =>
    run(async () => (await import("./commands/credits.ts")).creditsCommand(options), options, { look: true }),
  );
  spoken(
    winnow
      .command("export <cleaning>")
      .description("write the cleaned list again, from what is stored here")
      .requiredOption("--out <file>", "where the cleaned list goes; - prints it")
      .option(...overwrite)
      .option(...keep)
      .option("--with-verdicts", "append the verdict columns")
      .option("--keep-duplicates", "keep duplicates: every row of an address")
      .option("--encoding <name>", "the encoding of the list, where that is not certain"),
  ).action((cleaning: string, options: ExportOptions) =>
    run(async () => (await import("./commands/export.ts")).exportCommand(cleaning, options), options),
  );
  spoken(
    winnow
      .command("backup [folder]")
      .description("copy everything but keys into a new folder there, or in Winnow's own data folder"),
  ).action((folder: string | undefined, options: SpeechOptions) =>
    run(async () => (await import("./commands/backup.ts")).backupCommand(folder, options), options, {
      goOn: false,
    }),
  );
  spoken(
    winnow
      .command("restore <folder>")
      .description(
        "put a backup in the place of everything but suppression lists and accounts added since; what is there now is moved aside",
      ),
  ).action((folder: string, options: SpeechOptions) =>
    run(async () => (await import("./commands/restore.ts")).restoreCommand(folder, options), options, {
      goOn: false,
      onDamage: "go_on",
      mayBeLost: true,
    }),
  );
  addSuppressCommands(winnow, doors);
  addAccountCommands(winnow, doors);
  winnow
    .command("completions")
    .description("print what completes commands and options in a shell")
    .addArgument(winnow.createArgument("<shell>", "which shell").choices(SHELLS))
    .action((shell: (typeof SHELLS)[number]) =>
      doors.print(async () => (await import("./completions/completions.ts")).completions(winnow, shell)),
    );
  winnow
    .command("manual", { hidden: true })
    .description("print the manual page, for the build")
    .action(() => doors.print(async () => (await import("./manual-page.ts")).manualPage(winnow, version())));
  winnow
    .command("sandbox")
    .description("run the built-in service as a server")
    .allowUnknownOption()
    .helpOption(false)
    .argument("[options...]")
    .action(() => doors.sandbox());
  return winnow;
}

function addSuppressCommands(winnow: Program, { run }: Doors): void {
  const lists = winnow
    .command("suppress")
    .description("add, list and remove suppression lists: who is on one is neither verified nor written");
  spoken(
    lists
      .command("add [file]")
      .description("add a suppression list: of the addresses and domains in a file, or of rows of a cleaning")
      .option("--name <name>", "what to call it; otherwise by the file or the cleaning")
      .option(
        "--who <unmailable or everyone>",
        "of another service's file: those alone who are not to be mailed by what it says, or everyone in it",
      )
      .option(
        "--from <cleaning>",
        "take the addresses of a cleaning's rows that no suppression list holds yet",
      )
      .option("--door <door>", "with --from: the rows behind this door, e.g. risky; otherwise do_not_send")
      .option(
        "--flag <flags>",
        "with --from: of those the rows with this flag alone, e.g. unwanted: whom another service says not to mail",
      ),
  ).action((file: string | undefined, options: SuppressAddOptions) =>
    run(async () => (await import("./commands/suppress.ts")).suppressAddCommand(file, options), options, {
      goOn: false,
    }),
  );
  spoken(
    lists.command("list").description("every suppression list: its id, date, addresses, domains and name"),
  ).action((options: SpeechOptions) =>
    run(async () => (await import("./commands/suppress.ts")).suppressListCommand(options), options, {
      look: true,
    }),
  );
  spoken(
    lists
      .command("remove <list>")
      .description("remove a suppression list, by its id or its name; who was on it alone is mailed again"),
  ).action((list: string, options: SpeechOptions) =>
    run(async () => (await import("./commands/suppress.ts")).suppressRemoveCommand(list, options), options, {
      goOn: false,
    }),
  );
}

function addAccountCommands(winnow: Program, { run, refuseKey }: Doors): void {
  const accounts = winnow
    .command("account")
    .description("connect, list and remove accounts, and replace their keys");
  spoken(
    accounts
      .command("add")
      .description("connect an account; its key is asked for, and never an argument")
      .requiredOption("--label <label>", "what to call the account")
      .option("--base-url <address>", "the service's address"),
  )
    // What stands behind is a key by all likelihood: it is not repeated.
    .argument("[nothing...]")
    .usage("[options]")
    .action((more: string[], options: { label: string; baseUrl?: string } & SpeechOptions) =>
      more.length > 0
        ? refuseKey(options.json === true)
        : run(async () => (await import("./commands/account.ts")).accountAddCommand(options), options, {
            keyAlone: true,
          }),
    );
  spoken(accounts.command("list").description("every account, with its balance as last read")).action(
    (options: SpeechOptions) =>
      run(async () => (await import("./commands/account.ts")).accountListCommand(options), options, {
        look: true,
      }),
  );
  spoken(
    accounts
      .command("replace-key <label>")
      .description("give an account its new key, which is asked for, and never an argument"),
  )
    .argument("[nothing...]")
    .usage("<label>")
    .action((label: string, more: string[], options: SpeechOptions) =>
      more.length > 0
        ? refuseKey(options.json === true)
        : run(
            async () => (await import("./commands/account.ts")).accountReplaceKeyCommand(label, options),
            options,
            { keyAlone: true, goOn: false },
          ),
    );
  spoken(accounts.command("remove <label>").description("remove an account, and its key")).action(
    (label: string, options: SpeechOptions) =>
      run(async () => (await import("./commands/account.ts")).accountRemoveCommand(label, options), options),
  );
}

/** Gives a command the options that say how it speaks. */
function spoken(command: Program): Program {
  return command
    .option("--json", "print one object for a program to read")
    .option("--quiet", "say nothing but what is wrong and what is asked")
    .addOption(
      new Option("--progress <form>", "tell what happens on standard error, one JSON object a line").choices(
        PROGRESS_FORMS,
      ),
    );
}
