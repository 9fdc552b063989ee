import { SingleBar } from "cli-progress";
import { count } from "../../../../shared/numbers.ts";
import type { Problem } from "../../../../shared/problems.ts";
import { jsonLine, plainLine, problemLine } from "../../plain-text.ts";
import type { CliIo } from "../cli-io.ts";
import { adviceForTerminal } from "./advice.ts";
import { askLine, askSecret } from "./ask.ts";

/** `left`: asked, and ended without an answer; `nobody`: there is nobody to ask. */
export type Agreement = "yes" | "no" | "left" | "nobody";

/** What can be far along, in words. */
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
 * Where a command speaks: data on standard output, everything else on standard error. Whatever the words are made of,
 * a line stays a line and steers nothing.
 */
export interface Terminal {
  /** Whether standard input is a keyboard. */
  readonly isTyped: boolean;
  /** `false` if standard input cannot be read: in a console of the installed Windows program. */
  readonly canRead: boolean;
  /** One line of data; its cells, if it has several, stand between tabs. */
  data(...cells: readonly (string | number)[]): void;
  /** One value for a program, as JSON. There is one: what comes after the first is not written. */
  json(value: unknown): void;
  /** One line for the person. */
  say(line: string): void;
  problem(problem: Problem): void;
  /** Shows `done` of `total`; a bar on a terminal, a plain line when the percentage moved by ten elsewhere. */
  progress(stage: Stage, done: number, total: number): void;
  endProgress(): void;
  /** Asks a yes/no question. */
  confirm(question: string): Promise<Agreement>;
  /** Reads a secret without showing it, or the first line of standard input; null: left without an answer. */
  secret(question: string): Promise<string | null>;
}

/** Lines that were kept to themselves and are said before a question that may depend on them. */
const MOST_KEPT = 50;
/** Columns that a bar's own words take beside it. */
const BESIDE_BAR = 44;

/** Once the command is to end, questions end and a progress bar is not shown again. */
export function createTerminal(
  { stdin, canRead, stdout, stderr, env, interruption: { signal } }: CliIo,
  { quiet = false }: SpeechOptions = {},
): Terminal {
  const steers = stderr.isTTY && !quiet && env.TERM !== "dumb" && !env.NO_COLOR;
  // Loaded where it is shown; until it is here there is nothing to see yet.
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
  // However the command ends, the terminal gets its cursor and its line wrapping back.
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
      // Of nothing, nothing is far along.
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
      // What was kept to itself may be what the question rests on.
      for (const line of kept.splice(0)) say(line);
      endProgress();
      stderr.write(`${plainLine(question)} [y/N] `);
      const { text, whole } = await askLine({ stdin }, signal);
      if (!whole) stderr.write("\n");
      // An answer counts once it is sent.
      return whole ? (/^\s*y(es)?\s*$/i.test(text) ? "yes" : "no") : "left";
    },
    secret: (question) => askSecret({ stdin, stderr }, question, signal),
  };
}

/** How a command is asked to speak. */
export interface SpeechOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const WIDEST = 40;
const NARROWEST = 8;

/** Makes progress bars on `stream`, of so many columns where that is a bar at all. */
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
