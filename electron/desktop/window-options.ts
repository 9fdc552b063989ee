import type { BrowserWindowConstructorOptions } from "electron";

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

export function backgroundOf(dark: boolean): string {
  return dark ? "#1f1f1f" : "#ffffff";
}
