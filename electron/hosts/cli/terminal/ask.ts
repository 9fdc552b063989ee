import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import type { CliIo } from "../cli-io.ts";

/** No answer is longer; what goes on without an end is not read to it. */
const MOST = 4096;

export interface AskedLine {
  readonly text: string;
  /** False: what was asked ended before the line did. */
  readonly whole: boolean;
}

/**
 * The next line of `stdin`, as the terminal's own editing makes it. Ends early, with what came so far, when the
 * input ends or `signal` is aborted. Standard input does not keep the process up afterwards.
 */
export function askLine({ stdin }: Pick<CliIo, "stdin">, signal: AbortSignal): Promise<AskedLine> {
  return new Promise((resolve) => {
    let text = "";
    const settle = (whole: boolean) => {
      stdin.off("data", take).off("end", stop).off("error", stop).off("close", stop);
      signal.removeEventListener("abort", stop);
      stdin.pause();
      resolve({ text, whole });
    };
    const stop = () => settle(false);
    const take = (piece: string) => {
      text += piece;
      const end = text.search(/\r|\n/);
      if (end < 0 && text.length <= MOST) return;
      text = text.slice(0, end < 0 ? MOST : end);
      settle(end >= 0);
    };
    signal.addEventListener("abort", stop, { once: true });
    stdin.setEncoding("utf8").on("data", take).on("end", stop).on("error", stop).on("close", stop);
    if (signal.aborted || stdin.readableEnded || stdin.destroyed) stop();
  });
}

/**
 * Asks for a secret at the terminal without showing anything of it, or reads the first line of standard input where that
 * is no terminal. Null: left without an answer.
 */
export async function askSecret(
  { stdin, stderr }: Pick<CliIo, "stdin" | "stderr">,
  question: string,
  signal: AbortSignal,
): Promise<string | null> {
  if (!stdin.isTTY) {
    const { text } = await askLine({ stdin }, signal);
    return signal.aborted ? null : text.trim();
  }
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // From here on the terminal does not show what is typed: first that, then the question.
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 });
  stderr.write(`${question} (it is not shown): `);
  const text = await new Promise<string | null>((resolve) => {
    const leave = () => resolve(null);
    lines.on("SIGINT", leave).on("close", leave);
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
    // Line ends before the secret are not an answer to a question that was pasted into.
    lines.on("line", (line) => line.trim() !== "" && resolve(line.trim()));
  });
  lines.close();
  stderr.write("\n");
  return text;
}
