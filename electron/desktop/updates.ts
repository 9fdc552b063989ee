import { readFile } from "node:fs/promises";
import { app, type BrowserWindow, dialog, Notification } from "electron";
import type { AppUpdater } from "electron-updater";
import { settingsSchema } from "../../shared/bridge/app.ts";
import type { Engine } from "../engine/engine-types.ts";
import type { Clock } from "../engine/handlers.ts";
import { isSignedUpdate, updateKeyOf } from "./update-signature.ts";
import { words } from "./words.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export interface UpdateOptions {
  readonly engine: Pick<Engine, "busy" | "call">;
  readonly window: BrowserWindow;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** The file of the key that updates are signed with where their installers carry no signature. */
  readonly updateKey: string;
  /** Tells the menu that a restart brings the update. */
  readonly onReady: () => void;
  /** Closes everything but the application itself, and then does `end`. */
  readonly closeThen: (end: () => void) => Promise<void>;
}

export interface Updates {
  /** The user asked: answers in a dialog. */
  checkNow(): Promise<void>;
  restart(): Promise<void>;
  /** Decides, as Winnow goes, whether a downloaded update is installed on the way out. */
  leaving(): void;
}

/**
 * Looks for updates at the start and daily, downloads quietly, tells once, and leaves the rest to the user. Feed and
 * publisher are pinned in electron-builder.yml. The updater is loaded only where it is used.
 */
export function keepUpToDate(options: UpdateOptions): Updates {
  const { engine, window, clock, log } = options;
  let updater: Promise<AppUpdater> | null = null;
  let ready = false;

  const load = () => {
    updater ??= loadUpdater(log, (version) => {
      ready = true;
      options.onReady();
      if (Notification.isSupported()) {
        new Notification({ title: words.update.readyTitle, body: words.update.ready(version) }).show();
      }
    });
    return updater;
  };
  /** `unsigned`: there is one, and it is not fetched. */
  const check = async (): Promise<"none" | "found" | "unsigned"> => {
    const loaded = await load();
    const key = updateKeyOf(await readFile(options.updateKey, "utf8").catch(() => ""));
    const found = await loaded.checkForUpdates();
    if (!found?.isUpdateAvailable) return "none";
    if (!needsOwnSignature()) return "found";
    // The updater fetches what it found last: nothing is waited for from here on, or another answer could take the signed one's place.
    if (!isSignedUpdate(found.updateInfo, key)) {
      log("an update was not fetched: it is not signed with the key of this build");
      return "unsigned";
    }
    loaded.downloadUpdate().catch(() => log("an update could not be fetched"));
    return "found";
  };
  const look = async () => {
    if (!(await wantsUpdates(engine))) return;
    try {
      await check();
    } catch {
      log("updates could not be looked for");
    }
  };
  let stopLooking = () => {};
  const daily = () => {
    void look();
    stopLooking = clock.after(DAY_MS, daily);
  };
  if (app.isPackaged) daily();

  const tell = async (message: string) => {
    await dialog.showMessageBox(window, { type: "info", message, buttons: ["OK"] });
  };

  return {
    async checkNow() {
      if (!app.isPackaged) return await tell(words.update.off);
      try {
        const found = await check();
        if (found !== "found") await tell(found === "none" ? words.update.none : words.update.unsigned);
      } catch {
        await tell(words.update.failed);
      }
    },
    async restart() {
      if (!ready) return;
      if (!mayInstall(engine.busy())) return await tell(words.update.later);
      const loaded = await load();
      // macOS closes the window before it says that it quits: Winnow must have let go by then. And it must not stay behind
      // without a window when the installer fails.
      loaded.once("error", () => app.quit());
      await options.closeThen(() => loaded.quitAndInstall(false, true));
    },
    leaving() {
      stopLooking();
      // Also while it is still being downloaded: it could arrive before Winnow has gone.
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
  // Read when the download ends: what is off by then cannot be switched on when Winnow goes.
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
 * Whether an update may be installed as Winnow goes. Not on macOS: there the system takes it over once it is downloaded and
 * installs it whatever runs by then, so that it waits for the restart that the user asks for.
 */
function installsOnQuit(): boolean {
  return process.platform !== "darwin";
}

/** Whether a downloaded update may be installed now: never while a cleaning is under way or a file is being written. */
function mayInstall({ transferring, writing, unfinished }: ReturnType<Engine["busy"]>): boolean {
  return !transferring && !writing && unfinished === 0;
}

/** Whether an update is fetched only with a signature of Winnow's own: macOS and Windows check the installer's, Linux has none. */
function needsOwnSignature(): boolean {
  return process.platform === "linux";
}
