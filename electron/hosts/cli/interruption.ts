import type { Interruption } from "./cli-io.ts";
import { EXIT } from "./exit-codes.ts";

const SIGNALS: readonly NodeJS.Signals[] = [
  "SIGINT",
  "SIGTERM",
  "SIGHUP",
  ...(process.platform === "win32" ? (["SIGBREAK"] as const) : []),
];
/** Time until an interrupted process is ended forcibly, in ms. Durable data is committed earlier. */
const MAX_SHUTDOWN_MS = 900;

/**
 * Handles signals from now on. After the first one, the command has {@link MAX_SHUTDOWN_MS} to end cleanly; later ones are
 * ignored. The exit code is preset to that of unfinished work if any was begun.
 */
export function onInterruption(): Interruption {
  const controller = new AbortController();
  let begun = false;
  const onSignal = () => {
    if (controller.signal.aborted) return;
    process.exitCode = begun ? EXIT.unfinished : EXIT.input;
    setTimeout(exitNow, MAX_SHUTDOWN_MS).unref();
    controller.abort();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return {
    signal: controller.signal,
    begin() {
      begun = true;
    },
    setExitCode(code) {
      process.exitCode = code;
    },
    release() {
      if (!controller.signal.aborted) for (const name of SIGNALS) process.removeListener(name, onSignal);
    },
  };
}

/**
 * Ends the process at once. process.exit would wait for threads blocked in system calls (keychain, DNS, pipe); execve
 * does not, and keeps the exit code. Kills the process if execve is unavailable.
 */
function exitNow(): void {
  try {
    process.execve?.("/bin/sh", ["sh", "-c", `exit ${process.exitCode ?? EXIT.unfinished}`], {});
  } catch {
    // Fall through to the kill.
  }
  process.kill(process.pid, "SIGKILL");
}
