import type { Cleaning } from "./bridge/cleanings.ts";
import { count } from "./numbers.ts";
import { VERDICTS, type VerdictCounts } from "./verdicts.ts";
import { isTransientWait, type WaitReason } from "./waits.ts";

/**
 * Returns the reason why a cleaning is blocked until the user acts: a wait reason, or `file` if its results are
 * complete but the requested file could not be written. `null` if it is active, finished, or in a wait that ends
 * without the user.
 */
export function blockedReason({ state, waiting, out, problem }: Cleaning): WaitReason | "file" | null {
  if (waiting != null) return isTransientWait(waiting.for) ? null : waiting.for;
  const isHome = state === "done" || state === "imported";
  return isHome && out !== null && out.rows === null && problem !== null ? "file" : null;
}

/** Returns whether a cleaning's verdicts are simulated. Imported verdicts are real even in a sandbox account. */
export function isSimulated({ sandbox, state }: Pick<Cleaning, "sandbox" | "state">): boolean {
  return sandbox && state !== "imported";
}

export function verdictTotal(counts: VerdictCounts): number {
  return VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);
}

/** Returns the number of distinct addresses without a verdict: suppressed, beyond the limit, or not verified (yet). */
export function withoutVerdict({ unique, counts }: Pick<Cleaning, "unique" | "counts">): number {
  return Math.max(0, unique - verdictTotal(counts));
}

export const DELETE_HERE =
  "The list goes to the bin here and can be restored for 30 days. Nothing changes at the service, and your original file is never touched.";

/** Returns a warning that `copies` of the data may still contain the deleted items. */
export function copiesContain(copies: number): string {
  return copies === 1
    ? "A copy of Winnow's data, made as a backup or by a restore, may still contain it. It stays there until you delete that copy."
    : `${count(copies)} copies of Winnow's data, made as backups or by restores, may still contain it. It stays there until you delete those copies.`;
}
