import { app, type BrowserWindow, Menu, shell } from "electron";
import { menuTemplate } from "./menu-template.ts";
import type { SendToPage } from "./page-events.ts";
import type { RecentFiles } from "./recent-files.ts";
import type { Updates } from "./updates.ts";
import { showWindow } from "./window.ts";

export interface MenuOptions {
  readonly window: BrowserWindow;
  readonly send: SendToPage;
  readonly recent: RecentFiles;
  readonly logFile: string;
  readonly handOver: (paths: readonly string[]) => void;
  readonly updates: () => Updates | null;
}

export interface AppMenu {
  /** Adds a list to the recent files, including the system's own. */
  addRecent(path: string): void;
  /** Reloads the recent files after a change of the stored list. */
  recentChanged(): void;
  updateReady(): void;
}

export function installMenu({ window, send, recent, logFile, handOver, updates }: MenuOptions): AppMenu {
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
    addRecent(path) {
      recent.add(path);
      if (systemKeepsRecent()) app.addRecentDocument(path);
      show();
    },
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
