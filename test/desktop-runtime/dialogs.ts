import type * as Electron from "electron";
import { isReady } from "./life.ts";
import { modelled, NotModelled } from "./modelled.ts";

/** Returns a dialog function that throws, because tests must replace it, as on Electron. */
function unanswered(name: string) {
  return async (...args: unknown[]): Promise<never> => {
    throw new NotModelled(`dialog.${name}() without an answer in its place: ${JSON.stringify(args.at(-1))}`);
  };
}

export const dialog = modelled<Electron.Dialog>("dialog", {
  showMessageBox: unanswered("showMessageBox"),
  showOpenDialog: unanswered("showOpenDialog"),
  showSaveDialog: unanswered("showSaveDialog"),
  // docs/api/dialog.md of electron/electron: on Linux it is printed before the app is ready, and shown afterwards.
  showErrorBox(title, content) {
    process.stderr.write(`${isReady() ? "Shown: " : ""}${title}\n${content}\n`);
  },
});
