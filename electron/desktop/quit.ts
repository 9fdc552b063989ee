import { app, type BrowserWindow, dialog, powerMonitor } from "electron";
import type { Engine } from "../engine/engine-types.ts";
import type { Clock } from "../engine/handlers.ts";
import { decideLeave, type LeaveReason } from "./quit-decision.ts";
import { showWindow } from "./window.ts";
import { words } from "./words.ts";

/** What the engine may take to close; all that counts is committed before. */
const MOST_CLOSING_MS = 5_000;

export interface LeaveOptions {
  readonly window: BrowserWindow;
  readonly engine: Pick<Engine, "busy" | "close">;
  readonly clock: Clock;
  /** Runs when the decision to go has fallen, before anything is closed. */
  readonly onLeaving: () => void;
}

export interface Leaving {
  /** Closes the engine, lets the window close from now on, and then does `end`, which has to end Winnow. */
  closeThen(end: () => void): Promise<void>;
}

/** Closing, quitting and the session's end, as each system's people expect; the engine is closed before Winnow goes. */
export function leaveWell({ window, engine, clock, onLeaving }: LeaveOptions): Leaving {
  let state: "running" | "asking" | "closing" | "closed" = "running";

  const close = async (end: () => void = () => app.quit()) => {
    state = "closing";
    onLeaving();
    await new Promise<void>((resolve) => {
      const forget = clock.after(MOST_CLOSING_MS, resolve);
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
      await close();
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
      ...(activity.writing ? words.leave.writing : words.leave.transferring),
      buttons: [words.leave.stay, words.leave.quit],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    // The session may have ended while the question stood.
    if (state !== "asking") return;
    state = "running";
    if (answer.response === 1) await close();
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
  // Windows sends no before-quit at the session's end; elsewhere it would be asked about.
  window.on("session-end", () => void leave("session"));
  // The system waits while Winnow closes; Electron's declarations leave the event out.
  powerMonitor.on("shutdown", (event?: Pick<Event, "preventDefault">) => {
    event?.preventDefault();
    void leave("session");
  });
  app.on("activate", () => showWindow(window));
  return {
    async closeThen(end) {
      if (state === "closing" || state === "closed") return;
      hide(window);
      await close(end);
    },
  };
}

/** A full-screen window must leave full screen first, or macOS keeps a black space. */
function hide(window: BrowserWindow): void {
  if (window.isFullScreen()) {
    window.once("leave-full-screen", () => window.hide());
    window.setFullScreen(false);
  } else {
    window.hide();
  }
}
