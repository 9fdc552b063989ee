import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import type { CliIo } from "../cli-io.ts";
import { askLine } from "./ask-line.ts";

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
