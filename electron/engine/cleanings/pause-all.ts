import { type Problem, problem } from "../../../shared/problems.ts";
import type { Clock } from "../handlers.ts";
import { transition } from "./part/machine.ts";
import type { Records } from "./records.ts";
import type { CleaningRow } from "./rows.ts";

/**
 * Pauses every cleaning that is not finished, and puts what has been done about any of them elsewhere in doubt: the
 * data came back from a backup, or is a copy. Nothing is asked of the service. Answers how many are paused. Use it in a
 * commit.
 */
export function pauseAll(records: Records, clock: Clock): number {
  const at = clock.now();
  let paused = 0;
  for (const id of records.all()) {
    const row = records.cleaning(id);
    if (row === null) continue;
    if (row.state === "active") {
      records.setWatching(id, false);
      paused++;
    }
    // A file that was to be written may have been, and have been worked on since.
    if (row.out !== null && row.out.rows === null) records.setOut(id, { ...row.out, held: true });
    for (const { ordinal, record } of records.parts(id)) {
      const next = transition(record, { type: "restored" });
      if (next === null) continue;
      records.savePart(id, ordinal, next.record, at);
      records.note(id, ordinal, at, record.state.kind, next.record.state.kind, next.why);
    }
  }
  return paused;
}

/** Why the file that a cleaning was to write is left as it is; null: it may be written. */
export function heldOut({ out }: CleaningRow): Problem | null {
  if (!out?.held) return null;
  return problem(out.held === "exists" ? "out_exists" : "out_held", { path: out.path });
}
