import type { Cleaning } from "./bridge/cleanings.ts";
import { passesByItself, type WaitReason } from "./waits.ts";

/**
 * Returns the reason why a cleaning is blocked until the user acts: a wait reason, or `file` if its results are
 * complete but the requested file could not be written. `null` if it is active, finished, or in a wait that ends
 * without the user.
 */
export function standsStillFor({ state, waiting, out, problem }: Cleaning): WaitReason | "file" | null {
  if (waiting != null) return passesByItself(waiting.for) ? null : waiting.for;
  const isHome = state === "done" || state === "imported";
  return isHome && out !== null && out.rows === null && problem !== null ? "file" : null;
}
