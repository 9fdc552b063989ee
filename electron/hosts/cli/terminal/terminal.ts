import { SingleBar } from "cli-progress";
import { count } from "../../../../shared/numbers.ts";
import type { Problem } from "../../../../shared/problems.ts";
import { jsonLine, plainLine, problemLine } from "../../plain-text.ts";
import type { CliProcess } from "../cli-io.ts";
import { withTerminalAdvice } from "./advice.ts";
import { type Agreement, askLine, askSecret } from "./ask.ts";

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

/** Lines suppressed by `--quiet` that are printed before a question. */
const MAX_SUPPRESSED_LINES = 50;
const BAR_TEXT_WIDTH = 44;

/**
 * Output of a command: data on standard output, everything else on standard error. Text is sanitized, so that a line
 * stays a line and contains no control sequences.
 */
export type Terminal = ReturnType<typeof createTerminal>;

/** Creates the terminal. After an interruption it asks no questions and shows no progress bar. */
export function createTerminal(
  { stdin, canRead, stdout, stderr, env, interruption: { signal } }: CliProcess,
  { quiet = false }: OutputOptions = {},
) {
  const isInteractive = stderr.isTTY && !quiet && env.TERM !== "dumb" && !env.NO_COLOR;
  let makeBar: ((columns: number) => SingleBar) | null = null;
  if (isInteractive)
    void import("./terminal.ts").then(({ createProgressBarFactory: barIn }) => {
      makeBar = barIn(stderr);
    });
  const suppressed: string[] = [];
  let bar: SingleBar | null = null;
  let told = "";
  let hasPrintedJson = false;

  function endProgress(): void {
    bar?.stop();
    bar = null;
    told = "";
  }
  // Restore the cursor and line wrapping even if the command is interrupted.
  signal.addEventListener("abort", endProgress, { once: true });
  if (isInteractive) process.once("exit", endProgress);

  function say(line: string): void {
    endProgress();
    stderr.write(`${plainLine(line)}\n`);
  }

  return {
    isTyped: stdin.isTTY === true,
    /** `false` if standard input cannot be read, as in a console of the installed Windows program. */
    canRead,
    /** Separates cells with tabs. */
    data: (...cells: readonly (string | number)[]) =>
      void stdout.write(`${cells.map((cell) => plainLine(String(cell))).join("\t")}\n`),
    /** Prints a value as JSON. Only the first call of a command prints. */
    json(value: unknown) {
      if (hasPrintedJson) return;
      hasPrintedJson = true;
      stdout.write(`${jsonLine(value)}\n`);
    },
    say(line: string) {
      if (!quiet) return say(line);
      suppressed.push(line);
      if (suppressed.length > MAX_SUPPRESSED_LINES) suppressed.shift();
    },
    problem(problem: Problem) {
      endProgress();
      stderr.write(`${problemLine(withTerminalAdvice(problem))}\n`);
    },
    /** Shows `done` of `total`: a bar on a terminal, otherwise a line per ten percent. */
    progress(stage: Stage, done: number, total: number) {
      if (signal.aborted || quiet || total === 0) return;
      if (isInteractive) {
        if (bar === null) {
          if (makeBar === null) return;
          bar = makeBar((stderr.columns ?? 80) - BAR_TEXT_WIDTH);
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
    async confirm(question: string): Promise<Agreement> {
      if (!stdin.isTTY || !canRead || !stderr.isTTY) return "no_terminal";
      // The question may refer to suppressed lines.
      for (const line of suppressed.splice(0)) say(line);
      endProgress();
      stderr.write(`${plainLine(question)} [y/N] `);
      const { text, isComplete } = await askLine({ stdin }, signal);
      if (!isComplete) stderr.write("\n");
      return isComplete ? (/^\s*y(es)?\s*$/i.test(text) ? "yes" : "no") : "left";
    },
    /** Reads a secret without echo, or the first line of standard input; `null` if no answer was given. */
    secret: (question: string) => askSecret({ stdin, stderr }, question, signal),
  };
}

export interface OutputOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const MAX_BAR_WIDTH = 40;
const MIN_BAR_WIDTH = 8;

export function createProgressBarFactory(stream: NodeJS.WritableStream): (columns: number) => SingleBar {
  return (columns) =>
    new SingleBar({
      stream,
      format: "{stage} [{bar}] {value} of {total}",
      barsize: Math.max(MIN_BAR_WIDTH, Math.min(MAX_BAR_WIDTH, columns)),
      hideCursor: true,
      clearOnComplete: true,
    });
}
