import type * as Electron from "electron";
import { isReady } from "./life.ts";
import { modelled, NotModelled } from "./modelled.ts";

/** Nobody sits before the stand-in. A test answers as it does on Electron: it puts a function in the dialog's place. */
function unanswered(name: string) {
  return async (...args: unknown[]): Promise<never> => {
    throw new NotModelled(`dialog.${name}() without an answer in its place: ${JSON.stringify(args.at(-1))}`);
  };
}

export const dialog = modelled<Electron.Dialog>("dialog", {
  showMessageBox: unanswered("showMessageBox"),
  showOpenDialog: unanswered("showOpenDialog"),
  showSaveDialog: unanswered("showSaveDialog"),
  // docs/api/dialog.md of electron/electron: on Linux it is shown only once the app is ready; before, it is printed.
  showErrorBox(title, content) {
    process.stderr.write(`${isReady() ? "Shown: " : ""}${title}\n${content}\n`);
  },
});
