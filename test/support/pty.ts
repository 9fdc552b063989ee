import { spawn } from "@lydell/node-pty";
import { onTestFinished } from "vitest";
import { PROGRAM, root } from "./winnow.ts";

export interface PtyOptions {
  /** Overrides the test's environment variables. `undefined` removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly columns?: number;
}

/** A program in a pseudo-terminal. */
export interface InPty {
  shown(): string;
  /** Resolves once the terminal has shown `words`. Rejects if the program exits before. */
  waitForText(words: string | RegExp): Promise<void>;
  type(keys: string): void;
  kill(signal: NodeJS.Signals): void;
  /** Exit code, or 128 plus the signal's number. */
  readonly ended: Promise<{ code: number; shown: string }>;
}

export const CTRL_C = "\x03";
export const CTRL_D = "\x04";
export const BACKSPACE = "\x7f";
export const ENTER = "\r";

/** Runs the command line in a pseudo-terminal, without an account or color settings in its environment. */
export function winnowInPty(args: readonly string[], options: PtyOptions = {}): InPty {
  return inPty(process.execPath, [PROGRAM, ...args], options);
}

export function inPty(program: string, args: readonly string[], options: PtyOptions = {}): InPty {
  const wanted: Record<string, string | undefined> = {
    ...process.env,
    TERM: "xterm-256color",
    NO_COLOR: undefined,
    FORCE_COLOR: undefined,
    WINNOW_BASE_URL: undefined,
    WINNOW_API_KEY: undefined,
    ...options.env,
  };
  const env = Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const child = spawn(program, [...args], {
    name: env.TERM ?? "dumb",
    cols: options.columns ?? 80,
    rows: 24,
    cwd: root,
    env,
  });
  let text = "";
  let over = false;
  const waiting = new Set<() => void>();
  const look = () => {
    for (const one of [...waiting]) one();
  };
  child.onData((piece) => {
    text += piece;
    look();
  });
  const ended = new Promise<{ code: number; shown: string }>((resolve) => {
    child.onExit(({ exitCode, signal }) => {
      over = true;
      look();
      resolve({ code: signal ? 128 + signal : exitCode, shown: text });
    });
  });
  onTestFinished(() => {
    if (!over) child.kill("SIGKILL");
  });
  return {
    shown: () => text,
    waitForText: (words) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const found = typeof words === "string" ? text.includes(words) : words.test(text);
          if (!found && !over) return;
          waiting.delete(check);
          if (found) resolve();
          else reject(new Error(`the program ended without showing ${String(words)}: ${text}`));
        };
        waiting.add(check);
        check();
      }),
    type: (keys) => child.write(keys),
    kill: (signal) => child.kill(signal),
    ended,
  };
}
