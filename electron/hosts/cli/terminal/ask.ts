import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { assertNever, fail, ok, type Result } from "../../../../shared/result.ts";
import type { CliProcess } from "../cli-io.ts";

const MAX_LINE_LENGTH = 4096;

export interface AskedLine {
  readonly text: string;
  /** False if the input ended before the line did. */
  readonly isComplete: boolean;
}

/**
 * Reads the next line of `stdin`, as edited in the terminal. Resolves early with the partial line when the input ends
 * or `signal` aborts. Afterwards stdin does not keep the process alive.
 */
export function askLine({ stdin }: Pick<CliProcess, "stdin">, signal: AbortSignal): Promise<AskedLine> {
  return new Promise((resolve) => {
    let text = "";
    const settle = (isComplete: boolean) => {
      stdin.off("data", take).off("end", stop).off("error", stop).off("close", stop);
      signal.removeEventListener("abort", stop);
      stdin.pause();
      resolve({ text, isComplete });
    };
    const stop = () => settle(false);
    const take = (piece: string) => {
      text += piece;
      const end = text.search(/\r|\n/);
      if (end < 0 && text.length <= MAX_LINE_LENGTH) return;
      text = text.slice(0, end < 0 ? MAX_LINE_LENGTH : end);
      settle(end >= 0);
    };
    signal.addEventListener("abort", stop, { once: true });
    stdin.setEncoding("utf8").on("data", take).on("end", stop).on("error", stop).on("close", stop);
    // An earlier question has paused it.
    stdin.resume();
    if (signal.aborted || stdin.readableEnded || stdin.destroyed) stop();
  });
}

/** Reads a secret without echo, or a line if stdin is not a terminal; `null` if no answer was given. */
export async function askSecret(
  { stdin, stderr }: Pick<CliProcess, "stdin" | "stderr">,
  question: string,
  signal: AbortSignal,
): Promise<string | null> {
  if (!stdin.isTTY) {
    const { text } = await askLine({ stdin }, signal);
    return signal.aborted ? null : text.trim();
  }
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // Turn off echo before the question is shown.
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 });
  stderr.write(`${question} (input is hidden): `);
  const text = await new Promise<string | null>((resolve) => {
    const leave = () => resolve(null);
    lines.on("SIGINT", leave).on("close", leave);
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
    // Ignore empty lines of pasted input before the secret.
    lines.on("line", (line) => line.trim() !== "" && resolve(line.trim()));
  });
  lines.close();
  stderr.write("\n");
  return text;
}

/** Answer to a question. `left`: input ended without one. `no_terminal`: neither end is interactive. */
export type Agreement = "yes" | "no" | "left" | "no_terminal";

/**
 * Asks the user unless `--yes` was given. `advice`: how to agree without a terminal. `unfinished`: work is left if the
 * input ends.
 */
export async function confirmOrFail(
  terminal: { confirm(question: string): Promise<Agreement> },
  question: string,
  {
    yes = false,
    advice = "Agree to it with --yes.",
    declined = problem("not_begun"),
    noTerminal = { ...declined, action: advice },
    unfinished = false,
  }: {
    readonly yes?: boolean | undefined;
    readonly advice?: string;
    readonly declined?: Problem;
    readonly noTerminal?: Problem;
    readonly unfinished?: boolean;
  },
): Promise<Result<null>> {
  if (yes) return ok(null);
  const answer = await terminal.confirm(question);
  switch (answer) {
    case "yes":
      return ok(null);
    case "no":
      return fail(declined);
    case "left":
      return fail(problem("interrupted", { unfinished }));
    case "no_terminal":
      return fail(noTerminal);
    default:
      return assertNever(answer);
  }
}
