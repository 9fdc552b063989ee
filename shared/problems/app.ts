import type { Words } from "./words.ts";

/** Problems of Winnow's own: its store, its bridge, its commands. */
export const appProblems = {
  store_locked: (v: { dir: string }): Words => ({
    title: "Winnow is already running",
    detail: `Another Winnow uses the data in ${v.dir}. Nothing was changed.`,
    action: "Use the one that is open, or close it first.",
  }),
  store_newer: (v: { dir: string }): Words => ({
    title: "The data belongs to a newer Winnow",
    detail: `The data in ${v.dir} was written by a newer version. It was left untouched.`,
    action: "Install the newer version again.",
  }),
  store_corrupt: (v: { path: string }): Words => ({
    title: "The history could not be opened",
    detail: `${v.path} is damaged. It was put aside, not deleted.`,
    action: "Restore the last backup in Settings.",
  }),
  history_unreadable: (): Words => ({
    title: "An entry of the history cannot be read",
    detail:
      "What is stored about this is damaged. It is kept as it is, and nothing is sent or paid for because of it.",
    action: "Try again: Winnow asks the service what became of it.",
  }),
  store_unwritable: (v: { dir: string; why: string }): Words => ({
    title: "Winnow cannot store anything",
    detail: `The folder ${v.dir} cannot be written to (${v.why}). Nothing was uploaded.`,
    action: "Make the folder writable, or choose another with WINNOW_DATA_DIR.",
  }),
  cleaning_unknown: (v: { cleaning: string }): Words => ({
    title: "There is no such cleaning",
    detail: `No cleaning is called '${v.cleaning}'.`,
    action: "Look for it under Lists (on the command line: winnow lists).",
  }),
  cleaning_unfinished: (v: { name: string }): Words => ({
    title: "The cleaning is not finished",
    detail: `The results of '${v.name}' are not all here yet.`,
    action: "Let it finish first (on the command line: winnow resume).",
  }),
  cleaning_settled: (v: { name: string }): Words => ({
    title: "That is not possible any more",
    detail: `'${v.name}' has gone on in the meantime. Nothing was changed.`,
  }),
  start_irreversible: (v: { name: string }): Words => ({
    title: "The verification cannot be stopped",
    detail: `The service is verifying '${v.name}' and cannot stop it. The credits are spent either way.`,
    action: "Stop watching it if you like; the results can be fetched for 30 days.",
  }),
  interrupted: (): Words => ({
    title: "Interrupted",
    detail: "Everything so far is kept.",
    action: "Go on with `winnow resume`.",
  }),
  cancelled: (): Words => ({ title: "Cancelled", detail: "It was cancelled. Nothing was changed." }),
  environment_invalid: (v: { name: string; why: string }): Words => ({
    title: "A variable of the environment cannot be used",
    detail: `${v.name} ${v.why}. Winnow did not start; nothing was sent and nothing was charged.`,
    action: "Correct the variable, or remove it, and start Winnow again.",
  }),
  usage: (v: { why: string }): Words => ({
    title: "The command cannot be understood",
    detail: v.why,
    action: "See `winnow --help`.",
  }),
  call_unknown: (v: { call: string }): Words => ({
    title: "Winnow does not know that request",
    detail: `The page asked for '${v.call}', which does not exist.`,
  }),
  call_invalid: (v: { call: string; why: string }): Words => ({
    title: "The request was not understood",
    detail: `The page asked for '${v.call}' in a way that is not allowed: ${v.why}.`,
  }),
  call_unsupported: (v: { call: string }): Words => ({
    title: "Not possible here",
    detail: `'${v.call}' needs the desktop application.`,
  }),
  forbidden: (): Words => ({
    title: "Not allowed",
    detail: "This request does not come from Winnow's own page.",
  }),
  path_not_chosen: (): Words => ({
    title: "Choose the file once more",
    detail: "Winnow reads and writes only files that you chose since it was opened. Nothing was done.",
    action: "Choose the file again, or drop it on the window.",
  }),
  path_in_browser: (): Words => ({
    title: "Not possible in a browser",
    detail:
      "In a browser, Winnow takes the files that you choose or drop here, and hands its own back as downloads. It reads and writes nothing else on this computer. Nothing was done.",
    action: "Choose the file here, or download the result.",
  }),
  signed_out: (): Words => ({
    title: "Open Winnow's address once more",
    detail:
      "An address of Winnow opens once, in one browser, and not for ever. Your lists and cleanings are safe, and what is under way goes on.",
    action:
      "Go to the window in which Winnow was started, press Enter there, and open the new address that it prints.",
  }),
  host_busy: (): Words => ({
    title: "Too much at once",
    detail: "Winnow has its hands full with other pages and files. Nothing was done.",
    action: "Try again in a moment; if it stays so, close other windows of Winnow.",
  }),
  uploads_full: (v: { name: string }): Words => ({
    title: "Too many files at once",
    detail: `Files that you added earlier still wait to be opened, and there is no room beside them for ${v.name}. Your file is as it was.`,
    action: "Let those be opened first, then add it again.",
  }),
  download_gone: (): Words => ({
    title: "The file is not there any more",
    detail: "A finished file is kept until Winnow is closed. The results are safe.",
    action: "Export it again.",
  }),
  thread_restarted: (): Words => ({
    title: "A part of Winnow had to be started again",
    detail: "What looks your results up broke down and was started anew. Nothing is lost.",
    action: "Go on; if it happens again, send us the diagnostics from Settings.",
  }),
  internal: (): Words => ({
    title: "Winnow has made a mistake",
    detail:
      "Something happened that should not. What is stored is safe; nothing is repeated that costs credits.",
    action: "Try again; if it stays so, send us the diagnostics from Settings.",
  }),
} as const;
