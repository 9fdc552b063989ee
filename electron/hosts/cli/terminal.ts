import { createInterface } from "node:readline/promises";
import { SingleBar } from "cli-progress";
import type { Problem } from "../../../shared/problems.ts";

/** Where a command speaks: data on standard output, everything else on standard error. */
export interface Terminal {
  /** One line of data. */
  data(line: string): void;
  /** One line for the person. */
  say(line: string): void;
  problem(problem: Problem): void;
  /** Shows `done` of `total`; a bar on a terminal, a plain line when the percentage moved by ten elsewhere. */
  progress(stage: string, done: number, total: number): void;
  endProgress(): void;
  /** Asks a yes/no question; null where nobody can answer. */
  confirm(question: string): Promise<boolean | null>;
  /** Reads a secret without showing it, or the first line of standard input. */
  secret(question: string): Promise<string>;
}

export function createTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  let bar: SingleBar | null = null;
  let told = "";

  function endProgress(): void {
    bar?.stop();
    bar = null;
    told = "";
  }

  return {
    data: (line) => void stdout.write(`${line}\n`),
    say(line) {
      endProgress();
      stderr.write(`${line}\n`);
    },
    problem({ title, detail, action }) {
      endProgress();
      stderr.write(`${title}. ${detail}${action === undefined ? "" : ` ${action}`}\n`);
    },
    progress(stage, done, total) {
      if (stderr.isTTY) {
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
      const line = `${stage}: ${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`;
      if (told === `${stage}${tenth}`) return;
      told = `${stage}${tenth}`;
      stderr.write(`${line}\n`);
    },
    endProgress,
    async confirm(question) {
      if (!stdin.isTTY || !stderr.isTTY) return null;
      endProgress();
      const lines = createInterface({ input: stdin, output: stderr });
      const answer = await lines.question(`${question} [y/N] `);
      lines.close();
      return /^y(es)?$/i.test(answer.trim());
    },
    async secret(question) {
      if (stdin.isTTY) stderr.write(`${question}: `);
      const lines = createInterface({ input: stdin, terminal: false });
      if (stdin.isTTY) stdin.setRawMode(false);
      for await (const line of lines) {
        lines.close();
        return line.trim();
      }
      return "";
    },
  };
}
