import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";

const MAX_LOG_BYTES = 1024 * 1024;

/** Opens a log with one line per entry and one rotated generation. Lines are already redacted. Never throws. */
export function openLogFile(file: string, now: () => number): (line: string) => void {
  return (line) => {
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      if (size > MAX_LOG_BYTES) renameSync(file, `${file}.1`);
      appendFileSync(file, `${new Date(now()).toISOString()} ${line}\n`, { mode: 0o600 });
    } catch {
      // A failing log must not break anything.
    }
  };
}
