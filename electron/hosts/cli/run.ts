import { type Problem, problem } from "../../../shared/problems.ts";
import { EXIT, type ExitCode, exitCodeOf } from "./exit-codes.ts";
import { onInterruption } from "./interruption.ts";
import { openSession, type Session, type SessionOptions } from "./session.ts";
import { createTerminal, type Terminal } from "./terminal.ts";

export interface CommandContext {
  readonly session: Session;
  readonly terminal: Terminal;
  /** Aborted by Ctrl+C, and by whatever else ends a command. */
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How a command ends; `reported`: its data on standard output tells of the problem already. */
export type Outcome = { ok: true; value: null } | { ok: false; problem: Problem; reported?: boolean };
export type Command = (context: CommandContext) => Promise<Outcome>;

const INTERRUPTED = { ok: false, problem: problem("interrupted") } as const;

/** Milliseconds that an interrupted command has to say how far it is. */
const LAST_WORDS = 200;

/** Opens Winnow, runs `command`, says what is to be said, and answers the exit code. Never throws. */
export async function runCommand(
  command: Command,
  json: boolean,
  env: Readonly<Record<string, string | undefined>>,
  options: Omit<SessionOptions, "signal"> = {},
): Promise<ExitCode> {
  const terminal = createTerminal();
  const { signal, release } = onInterruption();
  const say = (met: Problem, reported = false): ExitCode => {
    terminal.problem(met);
    if (json && !reported) terminal.data(JSON.stringify({ problem: met }));
    return exitCodeOf(met.code);
  };
  const opening = openSession(env, { ...options, signal });
  const run = async (): Promise<Outcome> => {
    const opened = await opening;
    return opened.ok ? command({ session: opened.value, terminal, signal, env }) : opened;
  };
  try {
    const outcome = await Promise.race([run(), interrupted(signal)]);
    if (outcome.ok) return EXIT.done;
    // What was asked of the engine is cancelled by the interruption.
    const cut = signal.aborted && outcome.problem.code === "cancelled";
    return cut ? say(INTERRUPTED.problem) : say(outcome.problem, outcome.reported);
  } finally {
    const opened = await opening;
    if (opened.ok) await opened.value.engine.close();
    release();
  }
}

function interrupted(signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => setTimeout(() => resolve(INTERRUPTED), LAST_WORDS).unref());
  });
}
