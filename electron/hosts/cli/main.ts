import { homedir } from "node:os";
import { CommanderError } from "commander";
import type { Problem } from "../../../shared/problems.ts";
import { startThread } from "../../engine/threads/thread.ts";
import { programFiles } from "../program-files.ts";
import { takeEnvironment } from "../take-environment.ts";
import { EXIT } from "./exit-codes.ts";
import { onInterruption } from "./interruption.ts";
import type { Doors } from "./program/doors.ts";
import { program } from "./program/program.ts";
import { outliveLostOutput } from "./terminal/lost-output.ts";

// What a command needs is loaded once it is known which one is given.
outliveLostOutput();
const interruption = onInterruption();
const env = takeEnvironment(process.env);

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

const doors: Doors = {
  async run(load, speech, session) {
    await ensureHome(speech.json === true);
    // It loads while this thread does.
    const thread = session?.reads === true ? startThread(programFiles().workers.tasks) : undefined;
    const [{ runCommand }, command] = await Promise.all([import("./run.ts"), load()]);
    process.exitCode = await runCommand(command, { speech, env, interruption, thread, ...session });
  },
  async refuseKey(json) {
    const { refuse } = await import("./refusals.ts");
    refuse("key_in_arguments", json);
  },
  async print(load) {
    process.stdout.write(await load());
  },
  async sandbox() {
    const { runSandboxCommand } = await import("../../sandbox/index.ts");
    interruption.release();
    process.exitCode = await runSandboxCommand(argv.slice(argv.indexOf("sandbox") + 1));
  },
};

/**
 * A user of whom the system has no record has a home only if HOME says so. Where the data folder is named none is needed,
 * but for what would look below it.
 */
async function ensureHome(json: boolean): Promise<void> {
  try {
    homedir();
  } catch {
    if (env.WINNOW_DATA_DIR?.trim()) process.env.HOME = "/";
    else throw new Unusable((await import("./refusals.ts")).noHome(), json);
  }
}

const { argv } = process;
const said = argv.includes("--") ? argv.slice(0, argv.indexOf("--")) : argv;
const wantsJson = said.includes("--json");
try {
  if (said.some((word) => SECRET.test(word))) await doors.refuseKey(wantsJson);
  else {
    const winnow = program(doors).hook("preAction", async (_program, command) => {
      if (command.args.length === 0 && command.options.length === 0) return;
      const { unusableValue } = await import("./program/given-values.ts");
      const met = unusableValue(command);
      if (met !== null) throw new Unusable(met, command.opts().json === true);
    });
    await winnow.parseAsync(argv);
  }
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.input;
    // What is wrong was said by then.
    if (wantsJson && error.exitCode !== 0) {
      const [{ toldInJson }, { notUnderstood }] = await Promise.all([
        import("./refusals.ts"),
        import("./program/given-values.ts"),
      ]);
      process.stdout.write(toldInJson(notUnderstood(error)));
    }
  } else if (error instanceof Unusable) {
    const { refuse } = await import("./refusals.ts");
    refuse(error.met, error.json);
  } else {
    process.stderr.write("Winnow has made a mistake. What is stored is safe. Try again.\n");
    if (env.WINNOW_DEBUG) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = EXIT.service;
    if (wantsJson) process.stdout.write((await import("./refusals.ts")).toldInJson("internal"));
  }
}
interruption.release();
