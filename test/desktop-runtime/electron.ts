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
 * The module `electron`, as far as Winnow uses it, for Node as the main process and Chromium as the pages: the same built
 * bundles run on it as on Electron itself, where that cannot be had. An import of anything else fails, by name.
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

/** What `require("electron")` gives: it throws for what is not here, instead of answering with nothing. */
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
