import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";

const MAX_LOG_BYTES = 1024 * 1024;
/** Entries that a diagnostics file describes. */
const READ_ENTRIES = 500;

/**
 * Opens a log with one rotated generation, which several processes may write. An entry begins with its time and may
 * have several lines, which are already redacted. Never throws.
 */
export function openLogFile(file: string, now: () => number): (entry: string) => void {
  return (entry) => {
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      if (size > MAX_LOG_BYTES) renameSync(file, `${file}.1`);
      appendFileSync(file, `${new Date(now()).toISOString()} ${entry}\n`, { mode: 0o600 });
    } catch {
      // A failing log must not break anything.
    }
  };
}

/** Returns the end of a log, the oldest entry first. Returns nothing if the log does not exist. */
export function readLogFile(file: string): string[] {
  try {
    return readFileSync(file, "utf8")
      .split(/\n(?=\d{4}-\d\d-\d\dT)/)
      .slice(-READ_ENTRIES);
  } catch {
    return [];
  }
}
