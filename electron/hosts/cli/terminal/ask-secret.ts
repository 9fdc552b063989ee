import { emitKeypressEvents, type Key } from "node:readline";
import type { CliIo } from "../cli-io.ts";
import { askLine } from "./ask-line.ts";

/** What came of asking for a secret. `several`: more than one line at once, of which none is surely the secret. */
export type Secret =
  | { readonly kind: "given"; readonly text: string }
  | { readonly kind: "several" }
  | { readonly kind: "left" };

/**
 * Asks for a secret at the terminal without showing anything of it, or reads the first line of standard input where that
 * is no terminal. The terminal is left as it was, whatever ends the question.
 */
export async function askSecret(
  { stdin, stderr }: Pick<CliIo, "stdin" | "stderr">,
  question: string,
  signal: AbortSignal,
): Promise<Secret> {
  if (!stdin.isTTY) {
    const { text } = await askLine({ stdin }, signal);
    return signal.aborted ? { kind: "left" } : { kind: "given", text: text.trim() };
  }
  // What is typed from here on is not shown by the terminal itself: first that, then the question.
  stdin.setRawMode?.(true);
  stderr.write(`${question} (it is not shown): `);
  try {
    return await typed(stdin, signal);
  } finally {
    try {
      stdin.setRawMode?.(false);
    } catch {
      // The terminal is gone.
    }
    stdin.pause();
    stderr.write("\n");
  }
}

function typed(stdin: CliIo["stdin"], signal: AbortSignal): Promise<Secret> {
  emitKeypressEvents(stdin);
  return new Promise((resolve) => {
    let line = "";
    const lines: string[] = [];
    const settle = (secret: Secret) => {
      stdin.off("keypress", press).off("end", leave).off("error", leave).off("close", leave);
      signal.removeEventListener("abort", leave);
      resolve(secret);
    };
    const leave = () => settle({ kind: "left" });
    /** All of what was pasted at once comes in one turn: line ends before and after the secret are not an answer. */
    const finish = () => {
      const [text = "", ...more] = [...lines, line].map((one) => one.trim()).filter((one) => one !== "");
      settle(more.length > 0 ? { kind: "several" } : { kind: "given", text });
    };
    const press = (text: string | undefined, key: Key) => {
      if (key.name === "return" || key.name === "enter") {
        if (lines.length === 0) setImmediate(finish);
        lines.push(line);
        line = "";
      } else if (key.ctrl && (key.name === "c" || key.name === "d")) leave();
      else if (key.ctrl && (key.name === "u" || key.name === "w")) line = "";
      else if (key.name === "backspace") line = [...line].slice(0, -1).join("");
      else if (text !== undefined && !key.ctrl && !key.meta && !/\p{Cc}/u.test(text)) line += text;
    };
    stdin.on("keypress", press).on("end", leave).on("error", leave).on("close", leave);
    signal.addEventListener("abort", leave, { once: true });
    stdin.resume();
    if (signal.aborted || stdin.readableEnded || stdin.destroyed) leave();
  });
}
