import { type Problem, problem } from "../../../shared/problems.ts";
import { EXIT, type ExitCode, exitCodeOf } from "./exit-codes.ts";
import { openSession, type Session } from "./session.ts";
import { createTerminal, type Terminal } from "./terminal.ts";

export interface CommandContext {
  readonly session: Session;
  readonly terminal: Terminal;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How a command ends; `reported`: its data on standard output tells of the problem already. */
export type Outcome = { ok: true; value: null } | { ok: false; problem: Problem; reported?: boolean };
export type Command = (context: CommandContext) => Promise<Outcome>;

const INTERRUPTED: Outcome = { ok: false, problem: problem("interrupted") };

/** Opens Winnow, runs `command`, says what is to be said, and answers the exit code. Never throws. */
export async function runCommand(
  command: Command,
  json: boolean,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ExitCode> {
  const terminal = createTerminal();
  const controller = new AbortController();
  const interrupt = () => controller.abort();
  process.once("SIGINT", interrupt);
  process.once("SIGTERM", interrupt);
  const say = (met: Problem, reported = false): ExitCode => {
    terminal.problem(met);
    if (json && !reported) terminal.data(JSON.stringify({ problem: met }));
    return exitCodeOf(met.code);
  };
  const opened = await openSession(env);
  if (!opened.ok) return say(opened.problem);
  const session = opened.value;
  try {
    const aborted = new Promise<Outcome>((resolve) => {
      controller.signal.addEventListener("abort", () =>
        setTimeout(() => resolve(INTERRUPTED), 3_000).unref(),
      );
    });
    const outcome = await Promise.race([
      command({ session, terminal, signal: controller.signal, env }),
      aborted,
    ]);
    return outcome.ok ? EXIT.done : say(outcome.problem, outcome.reported);
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
    await session.engine.close();
  }
}
