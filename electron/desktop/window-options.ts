import type { BrowserWindowConstructorOptions } from "electron";

/** What the window is made with; every security setting is stated, also where it is Electron's own default. */
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

/** The colour behind the page until it has painted. */
export function backgroundOf(dark: boolean): string {
  return dark ? "#1f1f1f" : "#ffffff";
}
