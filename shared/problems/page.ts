import { count, counted } from "../numbers.ts";
import { credits, type Words } from "./wording.ts";

// Words that the page uses without loading the schemas of all other problems.

export const signedOut: Words = {
  title: "This link was already used or has expired",
  detail:
    "Each link to Winnow works once, in one browser. Your lists and cleanings are safe, and cleanings under way continue.",
  action:
    "Go to the window where Winnow was started, press Enter there, and open the new link that it prints.",
};

export const internal: Words = {
  title: "Winnow hit an internal error",
  detail: "Your data is safe, and nothing that costs credits is repeated.",
  action: "Try again. If that does not help, send us the diagnostics from Settings.",
};

/** `first`: the name of the first dropped folder. `folders`: their number. */
export function folderDropped(first: string, folders: number): Words {
  return {
    title: `'${first}' ${folders === 1 ? "is a folder" : `and ${counted(folders - 1, "other item are folders", "other items are folders")}`}`,
    detail: "Winnow opens files, so nothing in it was read.",
    action: "Open the folder and drop the lists that are in it.",
  };
}

/** `first`: the name of the first dropped file. `files`: their number. */
export function droppedBehindDialog(first: string, files: number): Words {
  const more = files === 1 ? "" : ` and ${counted(files - 1, "other file")}`;
  return {
    title: `'${first}'${more} ${files === 1 ? "was" : "were"} not read`,
    detail: "A dialog is open, and files that are dropped on it are ignored.",
    action: "Close the dialog, then drop the file again.",
  };
}

export function fileGone(name: string): Words {
  return {
    title: "The file cannot be read",
    detail: `${name} could not be read: it was moved, deleted or changed since it was chosen. Nothing was uploaded.`,
    action: "Choose the file again.",
  };
}

/** `shown`: the agreed credits. `now`: the current price. */
export function priceChanged(v: { readonly shown: number; readonly now: number }): Words {
  return {
    title: "The price has changed",
    detail: `You agreed to ${credits(v.shown)} and the price is now ${count(v.now)}. None of it was started, and nothing was charged for it.`,
    action: "Review the new price and agree to it.",
  };
}
