import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { app, type BrowserWindow, Menu, shell } from "electron";
import { z } from "zod";
import { menuTemplate } from "./menu-template.ts";
import type { SendToPage } from "./page-events.ts";
import type { Updates } from "./updates.ts";
import { showWindow } from "./window.ts";

const MAX_RECENT = 10;
const storedSchema = z.array(z.string().min(1).max(4096)).max(100);

/** Recently opened lists, newest first. A damaged file counts as empty; failed writes are ignored. */
export type RecentFiles = ReturnType<typeof openRecentFiles>;

export function openRecentFiles(file: string) {
  const store = (next: string[]) => {
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(`${file}.new`, JSON.stringify(next), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch {}
  };
  return {
    // Not cached: an erasure changes the file.
    list: () => read(file),
    add: (path: string) =>
      store([path, ...read(file).filter((known) => known !== path)].slice(0, MAX_RECENT)),
    clear: () => store([]),
  };
}

function read(file: string): string[] {
  try {
    return storedSchema.parse(JSON.parse(readFileSync(file, "utf8"))).slice(0, MAX_RECENT);
  } catch {
    return [];
  }
}

export interface MenuOptions {
  readonly window: BrowserWindow;
  readonly send: SendToPage;
  readonly recent: RecentFiles;
  readonly logFile: string;
  readonly handOver: (paths: readonly string[]) => void;
  readonly updates: () => Updates | null;
}

export type AppMenu = ReturnType<typeof installMenu>;

export function installMenu({ window, send, recent, logFile, handOver, updates }: MenuOptions) {
  let updateReady = false;

  const show = () => {
    const state = {
      platform: process.platform,
      recent: recent.list(),
      updateReady,
      development: !app.isPackaged,
    };
    const template = menuTemplate(state, {
      command(command) {
        showWindow(window);
        send({ event: "command", command });
      },
      openFile: (path) => handOver([path]),
      clearRecent() {
        recent.clear();
        if (systemKeepsRecent()) app.clearRecentDocuments();
        show();
      },
      checkForUpdates: () => void updates()?.checkNow(),
      restartToUpdate: () => void updates()?.restart(),
      showLogs: () => shell.showItemInFolder(logFile),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };

  show();
  return {
    /** Adds a list to the recent files, including the system's own. */
    addRecent(path: string) {
      recent.add(path);
      if (systemKeepsRecent()) app.addRecentDocument(path);
      show();
    },
    /** Reloads the recent files after a change of the stored list. */
    recentChanged() {
      if (systemKeepsRecent()) {
        app.clearRecentDocuments();
        for (const path of recent.list().toReversed()) app.addRecentDocument(path);
      }
      show();
    },
    updateReady() {
      updateReady = true;
      show();
    },
  };
}

function systemKeepsRecent(): boolean {
  return process.platform === "darwin" || process.platform === "win32";
}
