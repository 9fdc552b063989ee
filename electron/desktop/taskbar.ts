import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import type { EngineActivity } from "../engine/index.ts";

export interface Taskbar {
  readonly value: number;
  readonly mode: "none" | "normal" | "indeterminate" | "paused" | "error";
}

const NONE: Taskbar = { value: -1, mode: "none" };

/**
 * Returns the progress for dock and taskbar: an unseen failure first, otherwise overall progress, paused if every
 * cleaning waits. `states`: the cleanings seen in this run.
 */
export function taskbarOf(
  activity: Pick<EngineActivity, "unfinished" | "progress">,
  states: readonly Cleaning["state"][],
  unseenFailure: boolean,
): Taskbar {
  if (unseenFailure) return { value: 1, mode: "error" };
  if (activity.unfinished === 0) return NONE;
  const paused =
    !states.includes("running") && states.some((state) => state === "waiting" || state === "paused");
  if (activity.progress === null) return paused ? NONE : { value: 2, mode: "indeterminate" };
  const value = Math.min(1, Math.max(0, activity.progress));
  return { value, mode: paused ? "paused" : "normal" };
}
