import type * as Electron from "electron";
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
  // As Electron does on Linux before it is ready.
  showErrorBox: (title, content) => void process.stderr.write(`${title}\n${content}\n`),
});
