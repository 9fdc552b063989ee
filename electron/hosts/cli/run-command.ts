import { isWriteFailure, type Problem, problem } from "../../../shared/problems.ts";
import type { CliProcess } from "./cli-io.ts";
import { EXIT, type ExitCode, exitCodeOf } from "./exit-codes.ts";
import { openSession, type Session, type SessionOptions } from "./session.ts";
import { withTerminalAdvice } from "./terminal/advice.ts";
import { createTerminal, type OutputOptions, type Terminal } from "./terminal/terminal.ts";

export interface CommandContext {
  readonly session: Session;
  readonly terminal: Terminal;
  /** Aborted by Ctrl+C and other termination signals. */
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Call before starting work that may outlast the command. An earlier interruption leaves nothing behind. */
  begin(): void;
  readonly notices: readonly Problem[];
}

/**
 * The outcome of a command.
 * - `isInJson`: the JSON output contains the problem already.
 * - `report`: JSON output to which the problem is added.
 * - `isPrinted`: the problem was printed already.
 * - `underWay`: `resume` continues what the command began.
 */
export type CommandResult =
  | { ok: true; value: null }
  | {
      ok: false;
      problem: Problem;
      isInJson?: boolean;
      report?: object;
      isPrinted?: boolean;
      underWay?: boolean;
    };
export type Command = (context: CommandContext) => Promise<CommandResult>;

export interface RunOptions extends SessionOptions {
  readonly onDamage?: "refuse" | "go_on";
  /** The command reads lists, so its thread can be started early. */
  readonly reads?: boolean;
}

const INTERRUPTED = { ok: false, problem: problem("interrupted", { unfinished: true }) } as const;

const KEYCHAIN = "Waiting for the system's keychain. It may be asking for its password on the screen.";

/** Time for an interrupted command to print its progress, in ms. */
const INTERRUPT_GRACE_MS = 200;

export interface CommandCall extends RunOptions {
  readonly output: OutputOptions;
  readonly io: CliProcess;
}

/** Opens Winnow, runs `command`, prints its outcome and returns the exit code. Never throws. */
export async function runCommand(
  command: Command,
  { output, io, onDamage = "refuse", ...options }: CommandCall,
): Promise<ExitCode> {
  const { env, interruption } = io;
  const { signal } = interruption;
  const json = output.json === true;
  const terminal = createTerminal(io, output);
  const say = (
    met: Problem,
    how: Omit<Extract<CommandResult, { ok: false }>, "ok" | "problem"> = {},
  ): ExitCode => {
    const { isInJson = false, report, isPrinted = false, underWay = false } = how;
    if (!isPrinted) terminal.problem(met);
    if (met.code === "internal" && session !== null) terminal.say(`The log is ${session.logFile}.`);
    if (json && !isInJson) terminal.json({ ...report, problem: withTerminalAdvice(met) });
    if (signal.aborted && met.code === "check_unheard") return EXIT.unfinished;
    return underWay && isWriteFailure(met.code) ? EXIT.unfinished : exitCodeOf(met.code);
  };
  const ended = (code: ExitCode): ExitCode => {
    interruption.setExitCode(code);
    return code;
  };
  if (signal.aborted) return ended(say(problem("not_begun")));
  interruption.begin();
  const opening = openSession(io, options);
  let begun = false;
  const notices: Problem[] = [];
  let session: Session | null = null;
  const begin = () => {
    begun = true;
  };
  const run = async (): Promise<CommandResult> => {
    const opened = await opening;
    if (!opened.ok) return opened;
    session = opened.value;
    const damage = await subscribeToNotices(session);
    return damage === null
      ? command({ session, terminal, signal, env, begin, notices })
      : { ok: false, problem: damage };
  };
  /** Prints engine notices from now on. Returns the damage that blocks the command; `null` if none. */
  const subscribeToNotices = async ({ engine }: Session): Promise<Problem | null> => {
    let damage: Problem | null = null;
    let waits = false;
    engine.on((event) => {
      if (event.event === "keychain.waiting") {
        if (event.waiting && !waits) terminal.say(KEYCHAIN);
        waits = event.waiting;
      }
      if (event.event !== "notice") return;
      const { problem: met } = event;
      if (onDamage === "refuse" && options.readOnly !== true && isHistoryLost(met)) damage = met;
      else {
        notices.push(met);
        terminal.problem(met);
      }
    });
    // The first listener receives startup notices in the next turn of the event loop.
    await Promise.resolve();
    return damage;
  };
  /** Returns the problem of an interruption. Agreements that were still open are not started. */
  const interruptionProblem = (): Problem => {
    const unfinished = (session?.engine.busy().unfinished ?? 0) > 0;
    return unfinished || begun ? problem("interrupted", { unfinished }) : problem("not_begun");
  };
  /** Waits for the purge of the bin, which would otherwise never complete for users of short commands. */
  const tidied = async () => session?.engine.binPurged();
  try {
    const outcome = await Promise.race([run(), interrupted(signal)]);
    if (!signal.aborted) await Promise.race([tidied(), interrupted(signal)]);
    if (outcome.ok) return ended(EXIT.done);
    const { code } = outcome.problem;
    // The interruption cancels pending engine calls.
    const isCut =
      code === "interrupted" || (signal.aborted && (code === "cancelled" || code === "not_begun"));
    return ended(say(isCut ? interruptionProblem() : outcome.problem, outcome));
  } finally {
    const opened = await opening;
    if (opened.ok) await opened.value.close();
    // If no list was read, nothing else ends the thread.
    await options.thread?.end();
  }
}

/** Returns true if the history was damaged and moved aside. Nothing may be paid for before the user knows. */
function isHistoryLost({ code }: Problem): boolean {
  return code === "store_corrupt";
}

function interrupted(signal: AbortSignal): Promise<CommandResult> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () =>
      setTimeout(() => resolve(INTERRUPTED), INTERRUPT_GRACE_MS).unref(),
    );
  });
}
