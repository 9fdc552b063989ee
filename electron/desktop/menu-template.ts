import type { MenuItemConstructorOptions } from "electron";
import type { BridgeEvent } from "../../shared/bridge.ts";
import { words } from "./words.ts";

export type PageCommand = Extract<BridgeEvent, { event: "command" }>["command"];

export interface MenuActions {
  command(command: PageCommand): void;
  openFile(path: string): void;
  clearRecent(): void;
  checkForUpdates(): void;
  restartToUpdate(): void;
  showLogs(): void;
}

export interface MenuState {
  readonly platform: NodeJS.Platform;
  /** Absolute paths, newest first. macOS keeps its own list. */
  readonly recent: readonly string[];
  readonly updateReady: boolean;
  readonly development: boolean;
}

type Item = MenuItemConstructorOptions;
const separator: Item = { type: "separator" };

export function menuTemplate(state: MenuState, actions: MenuActions): Item[] {
  const mac = state.platform === "darwin";
  const w = words.menu;
  const command = (label: string, name: PageCommand, accelerator?: string): Item => ({
    id: name,
    label,
    ...(accelerator === undefined ? {} : { accelerator }),
    click: () => actions.command(name),
  });
  const settings = command(w.settings, "settings", "CmdOrCtrl+,");
  const update: Item = state.updateReady
    ? { id: "restartToUpdate", label: w.restartToUpdate, click: () => actions.restartToUpdate() }
    : { id: "checkForUpdates", label: w.checkForUpdates, click: () => actions.checkForUpdates() };

  const appMenu: Item = {
    role: "appMenu",
    submenu: [
      { role: "about" },
      update,
      separator,
      settings,
      separator,
      { role: "services" },
      separator,
      { role: "hide" },
      { role: "hideOthers" },
      { role: "unhide" },
      separator,
      { role: "quit" },
    ],
  };
  const fileMenu: Item = {
    label: w.file,
    submenu: [
      command(w.open, "open", "CmdOrCtrl+O"),
      mac ? macRecent() : recentMenu(state.recent, actions),
      separator,
      command(w.export, "export", "CmdOrCtrl+E"),
      command(w.suppress, "suppress", "CmdOrCtrl+Shift+L"),
      separator,
      ...(mac ? [{ role: "close" } satisfies Item] : [settings, separator, { role: "quit" } satisfies Item]),
    ],
  };
  const editMenu: Item = {
    label: w.edit,
    submenu: [
      command(w.undo, "undo", "CmdOrCtrl+Z"),
      command(w.redo, "redo", mac ? "Shift+Cmd+Z" : "Ctrl+Y"),
      separator,
      { role: "cut" },
      { role: "copy" },
      { role: "paste" },
      { role: "selectAll" },
      separator,
      command(w.find, "search", "CmdOrCtrl+F"),
    ],
  };
  const viewMenu: Item = {
    label: w.view,
    submenu: [
      command(w.palette, "palette", "CmdOrCtrl+K"),
      separator,
      { role: "resetZoom" },
      { role: "zoomIn" },
      { role: "zoomOut" },
      separator,
      { role: "togglefullscreen" },
      ...(state.development
        ? [separator, { role: "reload" } satisfies Item, { role: "toggleDevTools" } satisfies Item]
        : []),
    ],
  };
  const goMenu: Item = {
    label: w.go,
    submenu: [
      command(w.clean, "clean", "CmdOrCtrl+1"),
      command(w.lists, "lists", "CmdOrCtrl+2"),
      command(w.check, "check", "CmdOrCtrl+3"),
      command(w.bounces, "bounces", "CmdOrCtrl+4"),
    ],
  };
  const helpMenu: Item = {
    role: "help",
    label: w.help,
    submenu: [
      { id: "showLogs", label: w.showLogs, click: () => actions.showLogs() },
      ...(mac ? [] : [update, separator, { role: "about", label: w.about } satisfies Item]),
    ],
  };
  return mac
    ? [appMenu, fileMenu, editMenu, viewMenu, goMenu, { role: "windowMenu" }, helpMenu]
    : [fileMenu, editMenu, viewMenu, goMenu, helpMenu];
}

function macRecent(): Item {
  return {
    label: words.menu.openRecent,
    role: "recentDocuments",
    submenu: [{ label: words.menu.clearRecent, role: "clearRecentDocuments" }],
  };
}

function recentMenu(recent: readonly string[], actions: MenuActions): Item {
  return {
    id: "openRecent",
    label: words.menu.openRecent,
    enabled: recent.length > 0,
    submenu: [
      // A single ampersand would mark an access key.
      ...recent.map(
        (path): Item => ({ label: path.replaceAll("&", "&&"), click: () => actions.openFile(path) }),
      ),
      separator,
      { label: words.menu.clearRecent, click: () => actions.clearRecent() },
    ],
  };
}
