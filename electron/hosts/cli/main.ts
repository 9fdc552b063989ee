import { CommanderError, Command as Program } from "commander";
import { type Problem, problem } from "../../../shared/problems.ts";
import { runSandboxCommand } from "../../sandbox/index.ts";
import { jsonLine, plainLine, problemLine } from "../plain-text.ts";
import { takeEnvironment } from "../take-environment.ts";
import {
  accountAddCommand,
  accountListCommand,
  accountRemoveCommand,
  accountReplaceKeyCommand,
} from "./commands/account.ts";
import { backupCommand } from "./commands/backup.ts";
import { type CancelOptions, cancelCommand } from "./commands/cancel.ts";
import { type CheckOptions, checkCommand, USUAL_LIMIT } from "./commands/check.ts";
import { type CleanOptions, cleanCommand } from "./commands/clean.ts";
import { type ExportOptions, exportCommand } from "./commands/export.ts";
import { listsCommand } from "./commands/lists.ts";
import { previewCommand } from "./commands/preview.ts";
import { restoreCommand } from "./commands/restore.ts";
import { type ResumeOptions, resumeCommand } from "./commands/resume.ts";
import { EXIT, EXIT_MEANINGS, exitCodeOf } from "./exit-codes.ts";
import { notUnderstood, unusableValue } from "./given-values.ts";
import { endOnLostOutput } from "./lost-output.ts";
import { type ReadingFlags, withReadingFlags } from "./reading-flags.ts";
import { type Command, type RunOptions, runCommand } from "./run.ts";

const env = takeEnvironment(process.env);

async function run(command: Command, options: { json?: boolean }, session: RunOptions = {}): Promise<void> {
  process.exitCode = await runCommand(command, options.json === true, env, session);
}

function exitHelp(): string {
  const lines = Object.entries(EXIT_MEANINGS).map(([code, meaning]) => `  ${code.padEnd(3)}${meaning}`);
  return `\nExit codes:\n${lines.join("\n")}`;
}

function program(): Program {
  const winnow = new Program("winnow")
    .description("Clean email lists: verify addresses, keep every column.")
    .exitOverride()
    .showHelpAfterError(false)
    .configureOutput({
      // It repeats what was typed, and a shell fills that in with names of files.
      outputError: (text, write) => write(`${plainLine(text.trim())}\n`),
    })
    .addHelpText("after", exitHelp())
    .hook("preAction", (_program, command) => {
      const met = unusableValue(command);
      if (met !== null) throw new Unusable(met, command.opts().json === true);
    });
  const json = ["--json", "print one object for a program to read"] as const;
  const account = ["--account <label>", "the account to use"] as const;
  const sandbox = ["--sandbox", "use the built-in sandbox: no account, no credits"] as const;
  const waitForCredits = ["--wait-for-credits", "when credits run short, wait until there are more"] as const;
  const out = ["--out <file>", "where the cleaned list goes; - prints it"] as const;
  const overwrite = ["--overwrite", "replace the file that stands there now"] as const;
  const keep = ["--keep <verdicts>", "verdicts to keep, e.g. deliverable,accept_all,unknown"] as const;

  withReadingFlags(winnow.command("clean <file>").description("verify a list and write the cleaned one"))
    .requiredOption(...out)
    .option(...overwrite)
    .option(...keep)
    .option("--with-verdicts", "append the verdict columns")
    .option("--keep-duplicates", "keep every row of a repeated address")
    .option("--all-columns", "upload every column, not the addresses alone, whatever the settings say")
    .option("--max-credits <n>", "refuse a higher price")
    .option("--limit <n>", "verify the first n addresses that are not known yet, and leave the others out")
    .option(...waitForCredits)
    .option(...account)
    .option(...sandbox)
    .option("--yes", "agree to the price")
    .option(...json)
    .action((file: string, options: CleanOptions) => run(cleanCommand(file, options), options));
  withReadingFlags(
    winnow.command("preview <file>").description("look into a list; nothing leaves the machine"),
  )
    .option(...json)
    .action((file: string, options: ReadingFlags & { json?: boolean }) =>
      run(previewCommand(file, options), options, { look: true }),
    );
  winnow
    .command("check <address...>")
    .description(
      "verify single addresses, for one credit each at most; those on a suppression list are not verified",
    )
    .option("--anyway", "verify those on a suppression list too")
    .option("--again", "verify also what was sent before, may have been paid for, and was not answered")
    .option("--max-credits <n>", `spend no more than so many credits (${USUAL_LIMIT} unless you say so)`)
    .option(...account)
    .option(...sandbox)
    .option(...json)
    .action((addresses: string[], options: CheckOptions) => run(checkCommand(addresses, options), options));
  winnow
    .command("resume")
    .description("go on with every cleaning that is not finished")
    .option("--yes", "agree to the prices that it prints, which wait for your agreement")
    .option("--max-credits <n>", "agree to no more than so many credits in all")
    .option(...waitForCredits)
    .option(...json)
    .action((options: ResumeOptions) => run(resumeCommand(options), options));
  winnow
    .command("cancel <cleaning>")
    .description("end a cleaning that was not started yet: nothing is charged")
    .option("--give-up", "end it also once it was started: its credits count as spent")
    .option("--yes", "agree to giving it up")
    .option(...json)
    .action((cleaning: string, options: CancelOptions) =>
      run(cancelCommand(cleaning, options), options, { goOn: false }),
    );
  winnow
    .command("lists")
    .description("every cleaning, newest first")
    .option(...json)
    .action((options: { json?: boolean }) => run(listsCommand(options), options, { look: true }));
  winnow
    .command("export <cleaning>")
    .description("write the cleaned list again, from what is stored here")
    .requiredOption(...out)
    .option(...overwrite)
    .option(...keep)
    .option("--with-verdicts", "append the verdict columns")
    .option("--keep-duplicates", "keep every row of a repeated address")
    .option("--encoding <name>", "the encoding of the list, where that is not certain")
    .option(...json)
    .action((cleaning: string, options: ExportOptions) => run(exportCommand(cleaning, options), options));
  winnow
    .command("backup [folder]")
    .description("copy everything but keys into a new folder there, or in Winnow's own data folder")
    .option(...json)
    .action((folder: string | undefined, options: { json?: boolean }) =>
      run(backupCommand(folder, options), options, { goOn: false }),
    );
  winnow
    .command("restore <folder>")
    .description(
      "put a backup in the place of everything but suppression lists and accounts added since; what is there now is moved aside",
    )
    .option(...json)
    .action((folder: string, options: { json?: boolean }) =>
      run(restoreCommand(folder, options), options, { goOn: false, onDamage: "go_on" }),
    );

  const accounts = winnow
    .command("account")
    .description("connect, list and remove accounts, and replace their keys");
  accounts
    .command("add")
    .description("connect an account; its key is asked for, and never an argument")
    .requiredOption("--label <label>", "what to call the account")
    .option("--base-url <address>", "the service's address")
    .option(...json)
    // What stands behind is a key by all likelihood: it is not repeated.
    .argument("[nothing...]")
    .usage("[options]")
    .action((more: string[], options: { label: string; baseUrl?: string; json?: boolean }) =>
      more.length > 0
        ? refuse(problem("key_in_arguments"), options.json)
        : run(accountAddCommand(options), options, { keyAlone: true }),
    );
  accounts
    .command("list")
    .option(...json)
    .action((options: { json?: boolean }) => run(accountListCommand(options), options, { look: true }));
  accounts
    .command("replace-key <label>")
    .description("give an account its new key, which is asked for, and never an argument")
    .option(...json)
    .argument("[nothing...]")
    .usage("<label>")
    .action((label: string, more: string[], options: { json?: boolean }) =>
      more.length > 0
        ? refuse(problem("key_in_arguments"), options.json)
        : run(accountReplaceKeyCommand(label, options), options, { keyAlone: true, goOn: false }),
    );
  accounts
    .command("remove <label>")
    .option(...json)
    .action((label: string, options: { json?: boolean }) =>
      run(accountRemoveCommand(label, options), options),
    );

  winnow
    .command("sandbox")
    .description("run the built-in service as a server")
    .allowUnknownOption()
    .helpOption(false)
    .argument("[options...]")
    .action(async () => {
      const { argv } = process;
      process.exitCode = await runSandboxCommand(argv.slice(argv.indexOf("sandbox") + 1));
    });
  return winnow;
}

/** What nobody is to name on a command line, by whatever option. */
const SECRET = /^--?(api[-_]?)?(key|token|secret|password)(=|$)/i;

/** A command that cannot be run as it was given. */
class Unusable extends Error {
  readonly met: Problem;
  readonly json: boolean;
  constructor(met: Problem, json: boolean) {
    super(met.title);
    this.met = met;
    this.json = json;
  }
}

function refuse(met: Problem, json = false): void {
  process.stderr.write(`${problemLine(met)}\n`);
  if (json) process.stdout.write(`${jsonLine({ problem: met })}\n`);
  process.exitCode = exitCodeOf(met.code);
}

endOnLostOutput();
const { argv } = process;
const said = argv.includes("--") ? argv.slice(0, argv.indexOf("--")) : argv;
const wantsJson = said.includes("--json");
try {
  if (said.some((word) => SECRET.test(word))) refuse(problem("key_in_arguments"), wantsJson);
  else await program().parseAsync(argv);
} catch (error) {
  if (error instanceof Unusable) refuse(error.met, error.json);
  else if (!(error instanceof CommanderError)) {
    process.stderr.write("Winnow has made a mistake. What is stored is safe. Try again.\n");
    if (env.WINNOW_DEBUG) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = EXIT.service;
    if (wantsJson) process.stdout.write(`${jsonLine({ problem: problem("internal") })}\n`);
  } else {
    process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.input;
    // What is wrong was said by then.
    if (wantsJson && error.exitCode !== 0)
      process.stdout.write(`${jsonLine({ problem: notUnderstood(error) })}\n`);
  }
}
