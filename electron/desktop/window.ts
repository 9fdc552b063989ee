import { app, BrowserWindow, type BrowserWindowConstructorOptions, nativeTheme } from "electron";
import { messageOf } from "../../shared/errors.ts";
import type { Clock } from "../engine/index.ts";
import { APP_START } from "./app-url.ts";

/** Options of the main window. Every security setting is explicit, even if it matches Electron's default. */
export function windowOptions(
  preload: string,
  platform: NodeJS.Platform,
  backgroundColor: string,
  devTools: boolean,
): BrowserWindowConstructorOptions {
  return {
    name: "main",
    windowStatePersistence: true,
    title: "Winnow",
    width: 1200,
    height: 800,
    minWidth: 640,
    minHeight: 480,
    show: false,
    backgroundColor,
    autoHideMenuBar: platform !== "darwin",
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      plugins: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: false,
      devTools,
    },
  };
}

function backgroundOf(dark: boolean): string {
  return dark ? "#1f1f1f" : "#ffffff";
}

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
    // On a slow machine it follows the timer, and would show a window that the user has hidden since.
    window.off("ready-to-show", show);
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
