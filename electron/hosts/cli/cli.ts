import { homedir } from "node:os";
import { CommanderError } from "commander";
import { startThread } from "../../engine/store/threads.ts";
import type { CliIo } from "./cli-io.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import type { CommandRunner } from "./program/options.ts";
import { program } from "./program/program.ts";
import type { Refused } from "./refusals.ts";

/** What nobody is to name on a command line, by whatever option. */
const SECRET = /^--?(api[-_]?)?(key|token|secret|password)(=|$)/i;

/** There is no place for Winnow's data. */
class NoHome extends Error {}

/** Runs the command line `args` (without the program's name); answers its exit code. Never throws. */
export async function runCli(args: readonly string[], io: CliIo): Promise<ExitCode> {
  const said = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  const json = said.includes("--json");
  let code: ExitCode = EXIT.done;

  // What a command needs is loaded once it is known which one is given.
  const refuse = async (met: Refused): Promise<ExitCode> => {
    const { refused } = await import("./refusals.ts");
    return refused(io, met, json);
  };
  const runner: CommandRunner = {
    async run(load, speech, session) {
      ensureHome(io.env);
      // It loads while this thread does.
      const thread = session?.reads === true ? startThread(io.files.workers.tasks) : undefined;
      const [{ runCommand }, command] = await Promise.all([import("./run.ts"), load()]);
      code = await runCommand(command, { speech, io, thread, ...session });
    },
    async sandbox() {
      const { runSandboxCommand } = await import("../../sandbox/index.ts");
      io.interruption.release();
      const isDone = (await runSandboxCommand(args.slice(args.indexOf("sandbox") + 1))) === 0;
      code = isDone ? EXIT.done : EXIT.input;
    },
  };

  try {
    if (said.some((word) => SECRET.test(word))) return await refuse("key_in_arguments");
    await program(runner, io).parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof NoHome) return refuse("no_home");
    const { jsonProblem, notUnderstood } = await import("./refusals.ts");
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.done;
      // What is wrong was said by then.
      if (json) io.stdout.write(jsonProblem(notUnderstood(error)));
      return EXIT.input;
    }
    io.stderr.write("Winnow has made a mistake. What is stored is safe. Try again.\n");
    if (io.env.WINNOW_DEBUG) io.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    if (json) io.stdout.write(jsonProblem("internal"));
    return EXIT.service;
  }
}

/**
 * A user of whom the system has no record has a home only if HOME says so. Where the data folder is named none is needed,
 * but for what would look below it.
 */
function ensureHome(env: CliIo["env"]): void {
  try {
    homedir();
  } catch {
    if (!env.WINNOW_DATA_DIR?.trim()) throw new NoHome();
    process.env.HOME = "/";
  }
}
