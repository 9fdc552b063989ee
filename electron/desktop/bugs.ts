import { app, type BrowserWindow, crashReporter, dialog } from "electron";
import { stackOf } from "../../shared/errors.ts";
import { problem } from "../../shared/problems.ts";
import type { Clock } from "../engine/index.ts";
import type { SendToPage } from "./page-events.ts";
import { words } from "./words.ts";

const RELOAD_WINDOW_MS = 60_000;
const MAX_RELOADS = 3;

/** Returns true if the page may be reloaded without asking. `crashes`: times in Unix ms. */
function mayReload(crashes: readonly number[], now: number): boolean {
  return crashes.filter((at) => now - at < RELOAD_WINDOW_MS).length < MAX_RELOADS;
}

/** Reloads a crashed page, whose state is in its URL. Asks the user if it crashes repeatedly. */
export function reviveCrashedPage(window: BrowserWindow, clock: Clock, log: (line: string) => void): void {
  const crashes: number[] = [];
  window.webContents.on("render-process-gone", (_event, details) => {
    if (details.reason === "clean-exit") return;
    log(`the page ended: ${details.reason} (${details.exitCode})`);
    const now = clock.now();
    if (mayReload(crashes, now)) {
      crashes.push(now);
      window.webContents.reload();
      return;
    }
    void askToReload(window);
  });
}

async function askToReload(window: BrowserWindow): Promise<void> {
  const answer = await dialog.showMessageBox(window, {
    type: "error",
    message: words.pageCrashed.message,
    detail: words.pageCrashed.detail,
    buttons: [words.pageCrashed.reload, words.pageCrashed.quit],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (answer.response === 0) window.webContents.reload();
  else app.quit();
}

/** Stores crash reports locally and never uploads them. */
export function keepCrashReportsHere(log: (line: string) => void): void {
  crashReporter.start({ uploadToServer: false });
  app.on("child-process-gone", (_event, details) => {
    if (details.reason !== "clean-exit")
      log(`a ${details.type} process ended: ${details.reason} (${details.exitCode})`);
  });
}

export interface BugOptions {
  readonly log: (line: string) => void;
  readonly send: () => SendToPage | null;
}

/**
 * Logs uncaught exceptions and unhandled rejections, notifies the user once, and continues: durable data is committed
 * before it is used. Electron's default would show a stack trace for exceptions and only warn of rejections.
 */
export function handleUncaughtErrors(
  source: Pick<NodeJS.EventEmitter, "on">,
  { log, send }: BugOptions,
): void {
  let wasShown = false;
  const survive = (error: unknown) => {
    void logError(error, log);
    const sendNotice = send();
    if (wasShown || sendNotice === null) return;
    wasShown = true;
    sendNotice({ event: "notice", problem: problem("internal") });
  };
  source.on("uncaughtException", survive);
  source.on("unhandledRejection", survive);
}

export async function logError(error: unknown, log: (line: string) => void): Promise<void> {
  const text = stackOf(error);
  const { redact } = await import("../engine/index.ts");
  log(`a bug: ${redact(text, [])}`);
}
