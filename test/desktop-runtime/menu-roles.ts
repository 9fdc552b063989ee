import type * as Electron from "electron";
import { app } from "./app.ts";
import { quit } from "./life.ts";
import { NotModelled } from "./modelled.ts";

type Act = (window: Electron.BrowserWindow | undefined, contents: Electron.WebContents | undefined) => void;

const zoom: Act = () => {
  throw new NotModelled("zooming");
};

const ROLES: Readonly<Record<string, { label: string; act: Act }>> = {
  about: { label: "About", act: () => app.showAboutPanel() },
  close: { label: "Close Window", act: (window) => window?.close() },
  copy: { label: "Copy", act: (_window, contents) => contents?.copy() },
  cut: { label: "Cut", act: (_window, contents) => contents?.cut() },
  help: { label: "Help", act: () => {} },
  paste: { label: "Paste", act: (_window, contents) => contents?.paste() },
  quit: { label: "Quit", act: () => quit() },
  reload: { label: "Reload", act: (_window, contents) => contents?.reload() },
  toggledevtools: {
    label: "Toggle Developer Tools",
    act() {
      throw new NotModelled("developer tools");
    },
  },
  togglefullscreen: {
    label: "Toggle Full Screen",
    act: (window) => window?.setFullScreen(!window.isFullScreen()),
  },
  zoomin: { label: "Zoom In", act: zoom },
  zoomout: { label: "Zoom Out", act: zoom },
  resetzoom: { label: "Actual Size", act: zoom },
  selectall: { label: "Select All", act: (_window, contents) => contents?.selectAll() },
};

function known(role: string) {
  // Electron accepts roles in any case.
  const found = ROLES[role.toLowerCase()];
  if (found === undefined) throw new NotModelled(`the menu role '${role}'`);
  return found;
}

export const labelOf = (role: string): string => known(role).label;
export const actOf = (role: string): Act => known(role).act;
