import type { Records } from "./records.ts";
import type { CleaningRow } from "./rows.ts";

/** A cleaning of which a part moves is under way and watched, whatever it was before. Use it in the move's commit. */
export function putUnderWay(records: Records, row: CleaningRow, now: number): void {
  if (!row.watching) records.setWatching(row.id, true);
  if (row.state === "active") return;
  records.reopen(row);
  records.note(row.id, null, now, row.state, "active", "released");
}
