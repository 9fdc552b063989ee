import { app, BrowserWindow, nativeTheme } from "electron";
import { APP_START } from "./address.ts";
import { backgroundOf, windowOptions } from "./window-options.ts";

/** The window, hidden until its page has painted, and on its way to the page. Its place and size come back by themselves. */
export function openWindow(preload: string): BrowserWindow {
  const window = new BrowserWindow(
    windowOptions(preload, process.platform, backgroundOf(nativeTheme.shouldUseDarkColors), !app.isPackaged),
  );
  window.once("ready-to-show", () => window.show());
  void window.loadURL(APP_START);
  return window;
}

/** Brings the window to the front, from the dock, the taskbar or behind others. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
