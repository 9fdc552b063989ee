import { SingleBar } from "cli-progress";
import { count } from "../../../shared/numbers.ts";
import type { Problem } from "../../../shared/problems.ts";
import { jsonLine, plainLine, problemLine } from "../plain-text.ts";
import { adviceForTerminal } from "./advice.ts";
import { askLine } from "./ask-line.ts";
import { askSecret, type Secret } from "./ask-secret.ts";

/** `left`: asked, and ended without an answer; `nobody`: there is nobody to ask. */
export type Agreement = "yes" | "no" | "left" | "nobody";

/**
 * Where a command speaks: data on standard output, everything else on standard error. Whatever the words are made of,
 * a line stays a line and steers nothing.
 */
export interface Terminal {
  /** One line of data; its cells, if it has several, stand between tabs. */
  data(...cells: readonly (string | number)[]): void;
  /** One value for a program, as JSON. There is one: what comes after the first is not written. */
  json(value: unknown): void;
  /** One line for the person. */
  say(line: string): void;
  problem(problem: Problem): void;
  /** Shows `done` of `total`; a bar on a terminal, a plain line when the percentage moved by ten elsewhere. */
  progress(stage: string, done: number, total: number): void;
  endProgress(): void;
  /** Asks a yes/no question. */
  confirm(question: string): Promise<Agreement>;
  /** Reads a secret without showing it, or the first line of standard input. */
  secret(question: string): Promise<Secret>;
}

/** `signal`: the command is to end; questions end with it, and a progress bar is not shown again. */
export function createTerminal(env: NodeJS.ProcessEnv, signal: AbortSignal): Terminal {
  const { stdin, stdout, stderr } = process;
  const steers = stderr.isTTY && env.TERM !== "dumb" && !env.NO_COLOR;
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
  process.once("exit", endProgress);

  return {
    data: (...cells) => void stdout.write(`${cells.map((cell) => plainLine(String(cell))).join("\t")}\n`),
    json(value) {
      if (hasReported) return;
      hasReported = true;
      stdout.write(`${jsonLine(value)}\n`);
    },
    say(line) {
      endProgress();
      stderr.write(`${plainLine(line)}\n`);
    },
    problem(problem) {
      endProgress();
      stderr.write(`${problemLine(adviceForTerminal(problem))}\n`);
    },
    progress(stage, done, total) {
      if (signal.aborted) return;
      if (steers) {
        if (bar === null) {
          bar = new SingleBar({
            stream: stderr,
            format: "{stage} [{bar}] {value} of {total}",
            hideCursor: true,
            clearOnComplete: true,
          });
          bar.start(total, done, { stage });
        }
        bar.setTotal(total);
        bar.update(done, { stage });
        return;
      }
      const tenth = total === 0 ? 10 : Math.floor((done * 10) / total);
      const line = `${stage}: ${count(done)} of ${count(total)}`;
      if (told === `${stage}${tenth}`) return;
      told = `${stage}${tenth}`;
      stderr.write(`${line}\n`);
    },
    endProgress,
    async confirm(question) {
      if (!stdin.isTTY || !stderr.isTTY) return "nobody";
      endProgress();
      stderr.write(`${plainLine(question)} [y/N] `);
      const { text, whole } = await askLine(signal);
      if (!whole) stderr.write("\n");
      // An answer counts once it is sent.
      return whole ? (/^\s*y(es)?\s*$/i.test(text) ? "yes" : "no") : "left";
    },
    secret: (question) => askSecret(question, signal),
  };
}
