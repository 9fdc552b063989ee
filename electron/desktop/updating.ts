import type { EngineActivity } from "../engine/engine-types.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether updates are looked for at all: in an installed Winnow, unless the user switched it off. */
export function looksForUpdates(packaged: boolean, setting: boolean): boolean {
  return packaged && setting;
}

/**
 * Whether an update may be installed as Winnow goes. Not on macOS: there the system takes it over once it is downloaded and
 * installs it whatever runs by then, so that it waits for the restart that the user asks for.
 */
export function installsOnQuit(platform: NodeJS.Platform): boolean {
  return platform !== "darwin";
}

/** Whether a downloaded update may be installed now: never while a cleaning is under way or a file is being written. */
export function mayInstall({
  transferring,
  writing,
  unfinished,
}: Pick<EngineActivity, "transferring" | "writing" | "unfinished">): boolean {
  return !transferring && !writing && unfinished === 0;
}

/**
 * Whether an update is fetched only with a signature of Winnow's own. macOS and Windows check that of the installer; Linux
 * has none.
 */
export function needsOwnSignature(platform: NodeJS.Platform): boolean {
  return platform === "linux";
}
