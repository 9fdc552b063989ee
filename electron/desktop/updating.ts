import type { EngineActivity } from "../engine/engine-types.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether updates are looked for at all: in an installed Winnow, unless the user switched it off. */
export function looksForUpdates(packaged: boolean, setting: boolean): boolean {
  return packaged && setting;
}

/** Whether a downloaded update may be installed now: never while a cleaning is under way. */
export function mayInstall(activity: Pick<EngineActivity, "transferring" | "unfinished">): boolean {
  return !activity.transferring && activity.unfinished === 0;
}
