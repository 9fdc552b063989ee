import { homedir } from "node:os";
import { CommanderError } from "commander";
import { stackOf } from "../../../shared/errors.ts";
import { checkFolderOwnership, layoutOf, openLogFile, redact, startThread } from "../../engine/index.ts";
import { dataDirOf } from "../data-dir.ts";
import type { CliProcess } from "./cli-io.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import type { CommandRunner } from "./program/options.ts";
import { program } from "./program/program.ts";
import type { RefusalReason } from "./refusals.ts";

/** Options that would put a secret on the command line, where other users can read it. */
const SECRET_OPTION = /^--?(api[-_]?)?(key|token|secret|password)(=|$)/i;

class NoDataFolderError extends Error {}

/** Runs the command line `args` (without the program's name) and returns its exit code. Never throws. */
export async function runCli(args: readonly string[], io: CliProcess): Promise<ExitCode> {
  const said = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  const json = said.includes("--json");
  let code: ExitCode = EXIT.done;

  // Modules are imported lazily, once the command is known.
  const refuse = async (met: RefusalReason): Promise<ExitCode> => {
    const { refused } = await import("./refusals.ts");
    return refused(io, met, json);
  };
  const runner: CommandRunner = {
    async run(load, output, session) {
      ensureHome(io.env);
      // Start the thread first, so that it loads in parallel.
      const thread = session?.reads === true ? startThread(io.files.workers.tasks) : undefined;
      const [{ runCommand }, command] = await Promise.all([import("./run-command.ts"), load()]);
      code = await runCommand(command, { output, io, thread, ...session });
    },
    async sandbox() {
      const { runSandboxCommand } = await import("../../sandbox/index.ts");
      io.interruption.release();
      const isDone = (await runSandboxCommand(args.slice(args.indexOf("sandbox") + 1))) === 0;
      code = isDone ? EXIT.done : EXIT.input;
    },
  };

  try {
    if (said.some((word) => SECRET_OPTION.test(word))) return await refuse("key_in_arguments");
    await program(runner, io).parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof NoDataFolderError) return refuse("no_home");
    const { jsonProblem, parserProblem } = await import("./refusals.ts");
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.done;
      if (json) io.stdout.write(jsonProblem(parserProblem(error)));
      return EXIT.input;
    }
    const entry = redact(`bug in the command line: ${stackOf(error)}`, []);
    logIn(dataDirOf(io.env), entry);
    if (io.env.WINNOW_DEBUG) io.stderr.write(`${entry}\n`);
    return refuse("internal");
  }
}

/** Logs an entry, unless the data folder is not the user's own. Never throws. */
function logIn(dataDir: string, entry: string): void {
  try {
    if (checkFolderOwnership(dataDir) === null) openLogFile(layoutOf(dataDir).log, Date.now)(entry);
  } catch {
    // The folder can't be read, so it can't be written to either.
  }
}

/**
 * Makes `homedir()` work for a user without a passwd entry and HOME: sets HOME to `/` if the data folder is named, since
 * no home is needed then. Throws otherwise.
 */
function ensureHome(env: CliProcess["env"]): void {
  try {
    homedir();
  } catch {
    if (!env.WINNOW_DATA_DIR?.trim()) throw new NoDataFolderError();
    process.env.HOME = "/";
  }
}
