import { existsSync } from "node:fs";
import type { Journal, Layout } from "../store/index.ts";
import { openArchive } from "./archive.ts";

/**
 * Ends the claims of whoever did not outlive an earlier run: single checks, and cleanings that never began. Call it once,
 * before the first claim.
 */
export function recoverLedger({ db }: Journal, layout: Layout): void {
  db.prepare("UPDATE ledger SET is_open = 0 WHERE cleaning_id IS NULL").run();
  if (!existsSync(layout.archive)) return;
  const began = db.prepare("SELECT 1 FROM cleanings WHERE id = ?");
  const archive = openArchive(layout.archive);
  try {
    archive.dropClaims((cleaningId) => began.get(cleaningId) !== undefined);
  } finally {
    archive.close();
  }
}
