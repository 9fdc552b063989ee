import type { Interruption } from "./cli-io.ts";
import { EXIT } from "./exit-codes.ts";

/** The ways of a terminal, a system or a script to end a command. */
const SIGNALS: readonly NodeJS.Signals[] = [
  "SIGINT",
  "SIGTERM",
  "SIGHUP",
  ...(process.platform === "win32" ? (["SIGBREAK"] as const) : []),
];
/** Milliseconds after which the process ends, whatever hangs in it. What counts is committed before. */
const MOST_ENDING = 900;

/**
 * Hears the signals that end a command, from now on. Whoever hears of one has until {@link MOST_ENDING} to end in order;
 * later ones change nothing. Until somebody knows better the exit code is that of unfinished work, once there may be any.
 */
export function onInterruption(): Interruption {
  const controller = new AbortController();
  let begun = false;
  const heard = () => {
    if (controller.signal.aborted) return;
    process.exitCode = begun ? EXIT.unfinished : EXIT.input;
    setTimeout(endNow, MOST_ENDING).unref();
    controller.abort();
  };
  for (const name of SIGNALS) process.on(name, heard);
  return {
    signal: controller.signal,
    begin() {
      begun = true;
    },
    endWith(code) {
      process.exitCode = code;
    },
    release() {
      if (!controller.signal.aborted) for (const name of SIGNALS) process.removeListener(name, heard);
    },
  };
}

/**
 * process.exit waits for threads that wait for the system: a keychain, a name server, a pipe. Becoming a program that ends
 * does not, and keeps the exit code; where there is no such thing the process is killed.
 */
function endNow(): void {
  try {
    process.execve?.("/bin/sh", ["sh", "-c", `exit ${process.exitCode ?? EXIT.unfinished}`], {});
  } catch {
    // Killed below.
  }
  process.kill(process.pid, "SIGKILL");
}
