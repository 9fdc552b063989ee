import { app, type BrowserWindow, nativeImage, powerSaveBlocker } from "electron";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import type { Clock, Engine, EngineActivity } from "../engine/index.ts";
import { words } from "./words.ts";

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

const LOOK_MS = 2_000;

export interface ActivityOptions {
  readonly engine: Pick<Engine, "on" | "busy">;
  readonly window: BrowserWindow;
  readonly clock: Clock;
  /** Overlay image for the taskbar button on Windows, which cannot show numbers. */
  readonly badgeImage: string;
}

/** Shows activity in dock and taskbar and keeps the system awake. Returns a function that stops it. */
export function showActivity({ engine, window, clock, badgeImage }: ActivityOptions): () => void {
  const states = new Map<string, Cleaning["state"]>();
  let unseenFailure = false;
  let blocker: number | null = null;
  let shownBadge = 0;
  let planned: (() => void) | null = null;

  const show = () => {
    planned = null;
    const activity = engine.busy();
    if (!window.isDestroyed()) {
      const bar = taskbarOf(activity, [...states.values()], unseenFailure);
      window.setProgressBar(bar.value, { mode: bar.mode });
      showBadge(activity.waitingForUser);
    }
    keepAwake(activity.transferring || activity.writing);
    if (activity.unfinished > 0 || activity.writing) plan(LOOK_MS);
  };
  const plan = (milliseconds: number) => {
    planned ??= clock.after(milliseconds, show);
  };
  const showBadge = (waiting: number) => {
    if (waiting === shownBadge) return;
    shownBadge = waiting;
    if (process.platform !== "win32") app.setBadgeCount(waiting);
    else if (waiting === 0) window.setOverlayIcon(null, "");
    else window.setOverlayIcon(nativeImage.createFromPath(badgeImage), words.badge(waiting));
  };
  const keepAwake = (atWork: boolean) => {
    if (atWork && blocker === null) blocker = powerSaveBlocker.start("prevent-app-suspension");
    if (!atWork && blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };

  const stopEvents = engine.on((event) => {
    if (event.event === "cleaning.changed" || event.event === "cleaning.finished") {
      const { id, state } = event.cleaning;
      if (state === "failed" && states.get(id) !== "failed" && !window.isFocused()) unseenFailure = true;
      states.set(id, state);
    }
    plan(100);
  });
  const seen = () => {
    unseenFailure = false;
    plan(0);
  };
  window.on("focus", seen);
  show();
  return () => {
    stopEvents();
    planned?.();
    keepAwake(false);
    if (!window.isDestroyed()) window.off("focus", seen);
  };
}
