import { isOfDisk, type Problem, problem } from "../../../shared/problems.ts";
import type { CliIo } from "./cli-io.ts";
import { EXIT, type ExitCode, exitCodeOf } from "./exit-codes.ts";
import { openSession, type Session, type SessionOptions } from "./session.ts";
import { adviceForTerminal } from "./terminal/advice.ts";
import type { SpeechOptions } from "./terminal/terminal.ts";
import { createTerminal, type Terminal } from "./terminal/terminal.ts";

export interface CommandContext {
  readonly session: Session;
  readonly terminal: Terminal;
  /** Aborted by Ctrl+C, and by whatever else ends a command. */
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called before the first thing that may outlast the command: until then an interruption leaves nothing behind. */
  begin(): void;
  /** What was said when Winnow was opened. */
  readonly told: readonly Problem[];
}

/**
 * How a command ends; `reported`: its data on standard output tells of the problem already; `report`: its data, which the
 * problem is added to; `said`: its words stand on the terminal already; `underWay`: what it began is not over, and goes on with `resume`.
 */
export type Outcome =
  | { ok: true; value: null }
  | {
      ok: false;
      problem: Problem;
      reported?: boolean;
      report?: object;
      said?: boolean;
      underWay?: boolean;
    };
export type Command = (context: CommandContext) => Promise<Outcome>;

export interface RunOptions extends SessionOptions {
  /** What becomes of the command where the history was damaged, and Winnow begins with an empty one. */
  readonly onDamage?: "refuse" | "go_on";
  /** The command reads lists, in a thread that may be on its way before. */
  readonly reads?: boolean;
}

const INTERRUPTED = { ok: false, problem: problem("interrupted", { unfinished: true }) } as const;

/** Said while the keychain is waited for. */
const KEYCHAIN = "Waiting for the system's keychain. It may be asking for its password on the screen.";

/** Milliseconds that an interrupted command has to say how far it is. */
const LAST_WORDS = 200;

export interface CommandCall extends RunOptions {
  readonly speech: SpeechOptions;
  readonly io: CliIo;
}

/** Opens Winnow, runs `command`, says what is to be said, and answers the exit code. Never throws. */
export async function runCommand(
  command: Command,
  { speech, io, onDamage = "refuse", ...options }: CommandCall,
): Promise<ExitCode> {
  const { env, interruption } = io;
  const { signal } = interruption;
  const json = speech.json === true;
  const terminal = createTerminal(io, speech);
  const say = (met: Problem, how: Omit<Extract<Outcome, { ok: false }>, "ok" | "problem"> = {}): ExitCode => {
    const { reported = false, report, said = false, underWay = false } = how;
    if (!said) terminal.problem(met);
    if (json && !reported) terminal.json({ ...report, problem: adviceForTerminal(met) });
    if (signal.aborted && met.code === "check_unheard") return EXIT.unfinished;
    return underWay && isOfDisk(met.code) ? EXIT.unfinished : exitCodeOf(met.code);
  };
  const ended = (code: ExitCode): ExitCode => {
    interruption.endWith(code);
    return code;
  };
  if (signal.aborted) return ended(say(problem("not_begun")));
  interruption.begin();
  const opening = openSession(io, options);
  let begun = false;
  const told: Problem[] = [];
  let session: Session | null = null;
  const begin = () => {
    begun = true;
  };
  const run = async (): Promise<Outcome> => {
    const opened = await opening;
    if (!opened.ok) return opened;
    session = opened.value;
    const damage = await hearNotices(session);
    return damage === null
      ? command({ session, terminal, signal, env, begin, told })
      : { ok: false, problem: damage };
  };
  /** Says what the engine has to tell, from now on; answers the damage that stands in the command's way, or null. */
  const hearNotices = async ({ engine }: Session): Promise<Problem | null> => {
    let damage: Problem | null = null;
    let waits = false;
    engine.on((event) => {
      if (event.event === "keychain.waiting") {
        if (event.waiting && !waits) terminal.say(KEYCHAIN);
        waits = event.waiting;
      }
      if (event.event !== "notice") return;
      const { problem: met } = event;
      if (onDamage === "refuse" && options.look !== true && isUnknown(met)) damage = met;
      else {
        told.push(met);
        terminal.problem(met);
      }
    });
    // Whoever listens first is told in the next turn what was found at the start.
    await Promise.resolve();
    return damage;
  };
  /** What an interruption leaves. What was being agreed to when it came is not begun any more. */
  const left = (): Problem => {
    const unfinished = (session?.engine.busy().unfinished ?? 0) > 0;
    return unfinished || begun ? problem("interrupted", { unfinished }) : problem("not_begun");
  };
  /** A command is over sooner than the bin is emptied, and many people use nothing else. */
  const tidied = async () => session?.engine.tidied();
  try {
    const outcome = await Promise.race([run(), interrupted(signal)]);
    if (!signal.aborted) await Promise.race([tidied(), interrupted(signal)]);
    if (outcome.ok) return ended(EXIT.done);
    const { code } = outcome.problem;
    // What was asked of the engine is cancelled by the interruption.
    const isCut =
      code === "interrupted" || (signal.aborted && (code === "cancelled" || code === "not_begun"));
    return ended(say(isCut ? left() : outcome.problem, outcome));
  } finally {
    const opened = await opening;
    if (opened.ok) await opened.value.close();
    // Nobody else ends it where no list was read.
    await options.thread?.end();
  }
}

/** What was paid for is not in the history any more, and was put aside just now: nothing is paid for before that is said. */
function isUnknown({ code }: Problem): boolean {
  return code === "store_corrupt";
}

function interrupted(signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => setTimeout(() => resolve(INTERRUPTED), LAST_WORDS).unref());
  });
}
