import type { EngineActivity } from "../engine/index.ts";

export type LeaveReason = "window" | "quit" | "session";

/**
 * Returns the action on closing or quitting. On macOS, closing the window hides it and cleanings continue. Otherwise
 * returns `ask` during a transfer or write. The end of a session is never delayed.
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
