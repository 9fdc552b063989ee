import { readFile } from "node:fs/promises";
import { app, type BrowserWindow, dialog, Notification } from "electron";
import type { AppUpdater } from "electron-updater";
import { settingsSchema } from "../../shared/bridge/app.ts";
import type { Clock, Engine } from "../engine/index.ts";
import { runningAppImage } from "./app-image.ts";
import { logFailedOnce } from "./notifications.ts";
import { isSignedUpdate, updateKeyOf } from "./update-signature.ts";
import { words } from "./words.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export interface UpdateOptions {
  readonly engine: Pick<Engine, "busy" | "call">;
  readonly window: BrowserWindow;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Path of the public key for updates whose installers carry no signature (Linux). */
  readonly updateKey: string;
  readonly onReady: () => void;
  readonly closeThen: (end: () => void) => Promise<void>;
}

export type Updates = ReturnType<typeof startUpdater>;

/**
 * Checks for updates at startup and daily, downloads them in the background, notifies once, and leaves installing to
 * the user. Feed and publisher are pinned in electron-builder.yml. The updater is imported lazily.
 */
export function startUpdater(options: UpdateOptions) {
  const { engine, window, clock, log } = options;
  let updater: Promise<AppUpdater> | null = null;
  let ready = false;

  const load = () => {
    updater ??= loadUpdater(log, (version) => {
      ready = true;
      options.onReady();
      const message = words.update.ready(version);
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title: words.update.readyTitle, body: message });
      notification.once("failed", () => {
        logFailedOnce(log);
        void showMessage(message);
      });
      notification.show();
    });
    return updater;
  };
  /** `unsigned`: an update exists but was not downloaded. */
  const check = async (): Promise<"none" | "found" | "unsigned"> => {
    const loaded = await load();
    const key = updateKeyOf(await readFile(options.updateKey, "utf8").catch(() => ""));
    const found = await loaded.checkForUpdates();
    if (!found?.isUpdateAvailable) return "none";
    if (!needsOwnSignature()) return "found";
    // The updater downloads what it found last: don't await anything here, or another response could replace the
    // verified one.
    if (!isSignedUpdate(found.updateInfo, key)) {
      log("an update was not fetched: it is not signed with the key of this build");
      return "unsigned";
    }
    loaded.downloadUpdate().catch(() => log("an update could not be fetched"));
    return "found";
  };
  const checkInBackground = async () => {
    if (!(await wantsUpdates(engine))) return;
    try {
      await check();
    } catch {
      log("updates could not be looked for");
    }
  };
  let stopLooking = () => {};
  const daily = () => {
    void checkInBackground();
    stopLooking = clock.after(DAY_MS, daily);
  };
  if (app.isPackaged) daily();

  const showMessage = async (message: string) => {
    await dialog.showMessageBox(window, { type: "info", message, buttons: ["OK"] });
  };

  return {
    /** Checks for updates and shows the result in a dialog. */
    async checkNow() {
      if (!app.isPackaged) return await showMessage(words.update.off);
      try {
        const found = await check();
        if (found !== "found")
          await showMessage(found === "none" ? words.update.none : words.update.unsigned);
      } catch {
        await showMessage(words.update.failed);
      }
    },
    async restart() {
      if (!ready) return;
      if (!mayInstall(engine.busy())) return await showMessage(words.update.later);
      const loaded = await load();
      // On macOS the window is closed before the quit event, so it must be allowed to close by then. If the installer
      // fails, the app must not keep running without a window.
      loaded.once("error", () => {
        loaded.autoInstallOnAppQuit = false;
        app.quit();
      });
      await options.closeThen(() => loaded.quitAndInstall(false, true));
    },
    /** Decides while quitting if a downloaded update is installed. */
    onQuit() {
      stopLooking();
      // Also set this during a download, which could finish while the app is quitting.
      const install = ready && installsOnQuit() && mayInstall(engine.busy());
      void updater?.then((loaded) => {
        loaded.autoInstallOnAppQuit = install;
      });
    },
  };
}

async function loadUpdater(
  log: (line: string) => void,
  onReady: (version: string) => void,
): Promise<AppUpdater> {
  const { default: electronUpdater } = await import("electron-updater");
  const updater = electronUpdater.autoUpdater;
  updater.autoDownload = !needsOwnSignature();
  // Read when the download finishes: if it is off then, it cannot be enabled while quitting.
  updater.autoInstallOnAppQuit = installsOnQuit();
  updater.allowDowngrade = false;
  updater.logger = null;
  updater.on("update-downloaded", (info) => onReady(info.version));
  updater.on("error", () => log("an update could not be fetched"));
  return updater;
}

async function wantsUpdates(engine: Pick<Engine, "call">): Promise<boolean> {
  const answer = await engine.call("settings.get", {});
  const settings = answer.ok ? settingsSchema.safeParse(answer.value) : null;
  return settings?.data?.checkForUpdates ?? true;
}

/**
 * Returns true if an update may be installed while quitting. On macOS the system installs it regardless of what is
 * running, and a package of Linux asks for the administrator's password, so these wait for a restart by the user.
 */
function installsOnQuit(): boolean {
  return process.platform === "win32" || runningAppImage() !== null;
}

/** Never install while a cleaning is unfinished or a file is being written. */
function mayInstall({ transferring, writing, unfinished }: ReturnType<Engine["busy"]>): boolean {
  return !transferring && !writing && unfinished === 0;
}

/** macOS and Windows verify the installer's signature; Linux has none, so Winnow's own is required. */
function needsOwnSignature(): boolean {
  return process.platform === "linux";
}
