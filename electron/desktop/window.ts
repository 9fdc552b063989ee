import { app, BrowserWindow, nativeTheme } from "electron";
import { messageOf } from "../../shared/errors.ts";
import type { Clock } from "../engine/index.ts";
import { APP_START } from "./app-url.ts";
import { backgroundOf, windowOptions } from "./window-options.ts";

/** In ms. On Wayland, `ready-to-show` may never be emitted (electron/electron#48859). */
const MAX_HIDDEN_MS = 2_000;

/** Opens the window, hidden until the page has painted. Electron restores its position and size. */
export function openWindow(
  preload: string,
  clock: Pick<Clock, "after">,
  log: (line: string) => void,
): BrowserWindow {
  const window = new BrowserWindow(
    windowOptions(preload, process.platform, backgroundOf(nativeTheme.shouldUseDarkColors), !app.isPackaged),
  );
  const show = () => {
    forget();
    if (!window.isDestroyed()) window.show();
  };
  const forget = clock.after(MAX_HIDDEN_MS, show);
  window.once("ready-to-show", show);
  window.loadURL(APP_START).catch((error: unknown) => {
    log(`the page could not be loaded: ${messageOf(error)}`);
  });
  return window;
}

export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
