import { SingleBar } from "cli-progress";
import { count } from "../../../../shared/numbers.ts";
import type { Problem } from "../../../../shared/problems.ts";
import { jsonLine, plainLine, problemLine } from "../../plain-text.ts";
import type { CliIo } from "../cli-io.ts";
import { adviceForTerminal } from "./advice.ts";
import { askLine, askSecret } from "./ask.ts";

/** `left`: ended without an answer. `nobody`: there is no terminal to ask on. */
export type Agreement = "yes" | "no" | "left" | "nobody";

const STAGES = {
  reading: "Reading",
  checking: "Checked",
  uploading: "Uploading",
  preparing: "Preparing",
  verifying: "Verifying",
  fetching: "Fetching results",
  domains: "Asking DNS",
  erasing: "Searching",
  done: "Done",
} as const;
export type Stage = keyof typeof STAGES;

/**
 * Output of a command: data on standard output, everything else on standard error. Text is sanitized, so that a line
 * stays a line and contains no control sequences.
 */
export interface Terminal {
  readonly isTyped: boolean;
  /** `false` if standard input cannot be read, as in a console of the installed Windows program. */
  readonly canRead: boolean;
  /** Separates cells with tabs. */
  data(...cells: readonly (string | number)[]): void;
  /** Prints a value as JSON. Only the first call of a command prints. */
  json(value: unknown): void;
  say(line: string): void;
  problem(problem: Problem): void;
  /** Shows `done` of `total`: a bar on a terminal, otherwise a line per ten percent. */
  progress(stage: Stage, done: number, total: number): void;
  endProgress(): void;
  confirm(question: string): Promise<Agreement>;
  /** Reads a secret without echo, or the first line of standard input; `null` if no answer was given. */
  secret(question: string): Promise<string | null>;
}

/** Lines suppressed by `--quiet` that are printed before a question. */
const MOST_KEPT = 50;
const BESIDE_BAR = 44;

/** Creates the terminal. After an interruption it asks no questions and shows no progress bar. */
export function createTerminal(
  { stdin, canRead, stdout, stderr, env, interruption: { signal } }: CliIo,
  { quiet = false }: SpeechOptions = {},
): Terminal {
  const steers = stderr.isTTY && !quiet && env.TERM !== "dumb" && !env.NO_COLOR;
  let makeBar: ((columns: number) => SingleBar) | null = null;
  if (steers)
    void import("./terminal.ts").then(({ barIn }) => {
      makeBar = barIn(stderr);
    });
  const kept: string[] = [];
  let bar: SingleBar | null = null;
  let told = "";
  let hasReported = false;

  function endProgress(): void {
    bar?.stop();
    bar = null;
    told = "";
  }
  // Restore the cursor and line wrapping even if the command is interrupted.
  signal.addEventListener("abort", endProgress, { once: true });
  if (steers) process.once("exit", endProgress);

  function say(line: string): void {
    endProgress();
    stderr.write(`${plainLine(line)}\n`);
  }

  return {
    isTyped: stdin.isTTY === true,
    canRead,
    data: (...cells) => void stdout.write(`${cells.map((cell) => plainLine(String(cell))).join("\t")}\n`),
    json(value) {
      if (hasReported) return;
      hasReported = true;
      stdout.write(`${jsonLine(value)}\n`);
    },
    say(line) {
      if (!quiet) return say(line);
      kept.push(line);
      if (kept.length > MOST_KEPT) kept.shift();
    },
    problem(problem) {
      endProgress();
      stderr.write(`${problemLine(adviceForTerminal(problem))}\n`);
    },
    progress(stage, done, total) {
      if (signal.aborted || quiet || total === 0) return;
      if (steers) {
        if (bar === null) {
          if (makeBar === null) return;
          bar = makeBar((stderr.columns ?? 80) - BESIDE_BAR);
          bar.start(total, done, { stage: STAGES[stage] });
        }
        bar.setTotal(total);
        bar.update(done, { stage: STAGES[stage] });
        return;
      }
      const tenth = Math.floor((done / total) * 10);
      if (told === `${stage}${tenth}`) return;
      told = `${stage}${tenth}`;
      stderr.write(`${STAGES[stage]}: ${count(done)} of ${count(total)}\n`);
    },
    endProgress,
    async confirm(question) {
      if (!stdin.isTTY || !canRead || !stderr.isTTY) return "nobody";
      // The question may refer to suppressed lines.
      for (const line of kept.splice(0)) say(line);
      endProgress();
      stderr.write(`${plainLine(question)} [y/N] `);
      const { text, whole } = await askLine({ stdin }, signal);
      if (!whole) stderr.write("\n");
      return whole ? (/^\s*y(es)?\s*$/i.test(text) ? "yes" : "no") : "left";
    },
    secret: (question) => askSecret({ stdin, stderr }, question, signal),
  };
}

export interface SpeechOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const WIDEST = 40;
const NARROWEST = 8;

export function barIn(stream: NodeJS.WritableStream): (columns: number) => SingleBar {
  return (columns) =>
    new SingleBar({
      stream,
      format: "{stage} [{bar}] {value} of {total}",
      barsize: Math.max(NARROWEST, Math.min(WIDEST, columns)),
      hideCursor: true,
      clearOnComplete: true,
    });
}
