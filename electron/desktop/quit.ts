import { spawn } from "node:child_process";
import { app, type BrowserWindow, dialog, powerMonitor } from "electron";
import type { Clock, Engine, EngineActivity } from "../engine/index.ts";
import { runningAppImage } from "./app-image.ts";
import { filesInArguments } from "./launch-files.ts";
import { showWindow } from "./window.ts";
import { words } from "./words.ts";
export type LeaveReason = "window" | "quit" | "session";

/**
 * Returns the action on closing or quitting. On macOS, closing the window hides it and cleanings continue. Otherwise
 * returns `ask` during a transfer, write or check. The end of a session is never delayed.
 */
export function decideLeave(
  reason: LeaveReason,
  platform: NodeJS.Platform,
  { transferring, writing, checking }: Pick<EngineActivity, "transferring" | "writing" | "checking">,
): "hide" | "ask" | "quit" {
  if (reason === "session") return "quit";
  if (reason === "window" && platform === "darwin") return "hide";
  return transferring || writing || checking ? "ask" : "quit";
}

/** Time for the engine to close. Durable data is committed earlier. */
const MAX_CLOSING_MS = 5_000;

export interface QuitOptions {
  readonly window: BrowserWindow;
  readonly engine: Pick<Engine, "busy" | "close">;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** The command line of this process. */
  readonly argv: readonly string[];
  /** Called once the decision is made, before anything is closed. */
  readonly onLeaving: () => void;
}

export type Leaving = ReturnType<typeof handleQuit>;

/** Handles closing, quitting and the end of the session. The engine is closed before the app quits. */
export function handleQuit({ window, engine, clock, log, argv, onLeaving }: QuitOptions) {
  let state: "running" | "asking" | "closing" | "closed" = "running";
  /** Files of launches while this process was closing; `null` without such a launch. */
  let handedLate: readonly string[] | null = null;

  const quit = () =>
    close(() => {
      if (handedLate !== null) relaunch(argv, handedLate);
      app.quit();
    });
  const close = async (end: () => void) => {
    state = "closing";
    onLeaving();
    await new Promise<void>((resolve) => {
      const forget = clock.after(MAX_CLOSING_MS, resolve);
      void engine.close().then(() => {
        forget();
        resolve();
      });
    });
    state = "closed";
    end();
  };
  const leave = async (reason: LeaveReason) => {
    if (state === "closing" || state === "closed") return;
    const activity = engine.busy();
    const decision = decideLeave(reason, process.platform, activity);
    if (decision === "quit") {
      await quit();
      return;
    }
    if (decision === "hide") {
      hide(window);
      return;
    }
    if (state === "asking") return;
    state = "asking";
    const answer = await dialog.showMessageBox(window, {
      type: "question",
      ...words.leave[activity.writing ? "writing" : activity.checking ? "checking" : "transferring"],
      buttons: [words.leave.stay, words.leave.quit],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (state !== "asking") return;
    state = "running";
    if (answer.response === 1) await quit();
  };

  window.on("close", (event) => {
    if (state === "closed") return;
    event.preventDefault();
    void leave("window");
  });
  app.on("before-quit", (event) => {
    if (state === "closed") return;
    event.preventDefault();
    void leave("quit");
  });
  // Windows emits no before-quit at the end of the session; on other platforms before-quit would show the dialog.
  window.on("session-end", () => {
    // Electron ends the process right after the listeners (`TerminateCurrentProcessImmediately`), before the engine has
    // closed. The next start ends what is left, as after a crash.
    log("the session ends");
    void leave("session");
  });
  // Electron's types omit the event, which delays the shutdown.
  powerMonitor.on("shutdown", (event?: Pick<Event, "preventDefault">) => {
    event?.preventDefault();
    void leave("session");
  });
  app.on("activate", () => {
    if (state === "closing") handedLate ??= [];
    else showWindow(window);
  });
  return {
    /** Returns whether Winnow is closing; it is then started again with these files. */
    relaunches(paths: readonly string[]): boolean {
      if (state !== "closing") return false;
      handedLate = [...(handedLate ?? []), ...paths];
      return true;
    },
    /** Closes the engine, allows the window to close, and calls `end`, which must end Winnow. */
    async closeThen(end: () => void) {
      if (state === "closing" || state === "closed") return;
      hide(window);
      await close(end);
    },
  };
}

/** Starts Winnow again with `files` once this process has quit. */
function relaunch(argv: readonly string[], files: readonly string[]): void {
  const [program = ""] = argv;
  const own = argv.slice(1).filter((word) => filesInArguments([program, word], process.cwd()).length === 0);
  const args = [...own, ...files];
  if (process.platform !== "linux") {
    app.relaunch({ args });
    return;
  }
  // Electron's relauncher starts it without the right to new privileges (`relauncher_linux.cc`), which mounting an
  // AppImage and the sandbox's helper need.
  app.once("quit", () => {
    app.releaseSingleInstanceLock();
    spawn(runningAppImage() ?? process.execPath, args, { detached: true, stdio: "ignore" }).unref();
  });
}

/** On macOS, hiding a full-screen window leaves a black space: exit full screen first. */
function hide(window: BrowserWindow): void {
  if (window.isFullScreen()) {
    window.once("leave-full-screen", () => window.hide());
    window.setFullScreen(false);
  } else {
    window.hide();
  }
}
