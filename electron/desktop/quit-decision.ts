import type { EngineActivity } from "../engine/engine-types.ts";

/** Why Winnow is asked to go: its window is closed, the user quits, or the system ends the session. */
export type LeaveReason = "window" | "quit" | "session";

/**
 * What happens then. On macOS a closed window leaves Winnow in the dock and cleanings go on. Elsewhere, and on quitting,
 * the user is asked while something is being transferred or written. The end of a session is never held up.
 */
export function decideLeave(
  reason: LeaveReason,
  platform: NodeJS.Platform,
  { transferring, writing }: Pick<EngineActivity, "transferring" | "writing">,
): "hide" | "ask" | "quit" {
  if (reason === "session") return "quit";
  if (reason === "window" && platform === "darwin") return "hide";
  return transferring || writing ? "ask" : "quit";
}
