import { count, counted } from "../../shared/numbers.ts";

export const words = {
  menu: {
    file: "File",
    open: "Open List…",
    openRecent: "Open Recent",
    clearRecent: "Clear Menu",
    export: "Export…",
    suppress: "Add to a Suppression List…",
    edit: "Edit",
    undo: "Undo",
    redo: "Redo",
    find: "Find",
    view: "View",
    palette: "Command Palette…",
    go: "Go",
    clean: "Clean",
    lists: "Lists",
    check: "Check",
    bounces: "Bounces and Opt-Outs",
    settings: "Settings…",
    help: "Help",
    checkForUpdates: "Check for Updates…",
    restartToUpdate: "Restart to Update",
    showLogs: "Show Logs",
    about: "About Winnow",
  },
  leave: {
    transferring: {
      message: "A list is being transferred",
      detail:
        "A list is being uploaded, or its results are being fetched. If you quit now, Winnow continues it the next time it opens. Nothing is lost and nothing is paid twice.",
    },
    writing: {
      message: "A file is being written",
      detail:
        "A file or a backup that you asked for is not finished. If you quit now, it is not written, and no partial file is left. You can start it again next time. The results are safe.",
    },
    checking: {
      message: "Addresses are being checked",
      detail:
        "If you quit now, addresses that still wait are not checked and cost nothing. Up to four that were sent may be charged without an answer.",
    },
    quit: "Quit",
    stay: "Keep Running",
  },
  pageCrashed: {
    message: "The window stopped working",
    detail: "Cleanings continue, and everything is stored. The window could not recover on its own.",
    reload: "Try Again",
    quit: "Quit",
  },
  update: {
    readyTitle: "An update is ready",
    ready: (version: string) =>
      `Winnow ${version} is installed when you restart. Choose Help → Restart to Update.`,
    none: "Winnow is up to date.",
    failed: "Could not check for updates. Try again later.",
    later: "Winnow updates once no cleaning is under way.",
    unsigned:
      "Another version of Winnow is available, but it is not signed by Winnow's developers, so it was not downloaded. Get it from where you got this one.",
    off: "This build does not check for updates.",
  },
  finished: (name: string) => `${name} is done`,
  finishedBody: (deliverable: number, total: number, sandbox: boolean) =>
    `${count(deliverable)} of ${counted(total, "address is", "addresses are")} deliverable${sandbox ? " (made up by the sandbox)" : ""}.`,
  failed: (name: string) => `${name} needs attention`,
  needsYou: (name: string) => `${name} is waiting for you`,
  pickFiles: "Choose lists",
  pickBackup: "Choose a backup",
  pickBackupTarget: "Choose a folder for the backup",
  listFiles: "Lists",
  allFiles: "All files",
  badge: (waiting: number) =>
    waiting === 1 ? "One cleaning needs you" : `${count(waiting)} cleanings need you`,
} as const;
