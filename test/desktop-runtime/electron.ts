import { app } from "./app.ts";
import { webContents } from "./contents.ts";
import { crashReporter } from "./crash-reporter.ts";
import { dialog } from "./dialogs.ts";
import { nativeImage } from "./images.ts";
import { ipcMain } from "./ipc-main.ts";
import { Menu } from "./menus.ts";
import { modelled } from "./modelled.ts";
import { net } from "./network.ts";
import { Notification } from "./notifications.ts";
import { powerMonitor, powerSaveBlocker } from "./power.ts";
import { protocol } from "./protocol.ts";
import { session } from "./sessions.ts";
import { shell } from "./shell.ts";
import { nativeTheme } from "./theme.ts";
import { BrowserWindow } from "./windows.ts";

/**
 * The parts of the module `electron` that Winnow uses, with Node as the main process and Chromium for the pages. The
 * built bundles run on it unchanged where Electron is not available. Any other import fails by name.
 */
export {
  app,
  BrowserWindow,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  nativeTheme,
  net,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  session,
  shell,
  webContents,
};

/** The result of `require("electron")`, which throws for missing members instead of returning `undefined`. */
const required = modelled<Record<string, unknown>>("electron", {
  app,
  BrowserWindow,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  session,
  shell,
  webContents,
});

export { required as "module.exports" };
