import type { Cleaning } from "./bridge/cleanings.ts";
import { passesByItself, type WaitReason } from "./waits.ts";

/**
 * What a cleaning stands still for until somebody does something: what it waits for, or `file` where its results are here
 * and the file that was asked for could not be written. Null: it moves, is over, or waits for what passes by itself.
 */
export function standsStillFor({ state, waiting, out, problem }: Cleaning): WaitReason | "file" | null {
  if (waiting != null) return passesByItself(waiting.for) ? null : waiting.for;
  const isHome = state === "done" || state === "imported";
  return isHome && out !== null && out.rows === null && problem !== null ? "file" : null;
}
