import { count } from "../../shared/numbers.ts";

export const frameWords = {
  windowTitle: (screen: string) => `${screen} · Winnow`,
  listFiles: "List files",
  account: (label: string) => `Account: ${label}`,
  navigation: "Main",
  where: "Where you are",
  command: "Search or run a command",
  allShortcuts: "all shortcuts",
  shortcutPlaces: {
    everywhere: "Everywhere",
    table: "In the table of results",
    headers: "In its column headers",
    filters: "In the filters",
  },
  allHere: "All results are on this computer",
  skip: "Skip to content",
  clean: "Clean",
  lists: "Lists",
  check: "Check",
  settings: "Settings",
  keychain: "Waiting for the system's keychain. It may be asking for its password on the screen.",
  offline: "Offline. Cleanings go on by themselves when you are back.",
  gone: (time: string) => ({
    title: "Winnow is not running.",
    detail: `What is shown is as of ${time}. Start it again and open the address that it prints: a cleaning under way goes on from where it was.`,
  }),
  sandbox: "Sandbox",
  sandboxHelp:
    "A service built into Winnow for trying things out. Its verdicts are made up and cost nothing.",
  /** A name beside which no mark can stand; an account that is called so itself needs none. */
  ofSandbox: (name: string) => (name === "Sandbox" ? name : `${name} (sandbox)`),
  /** What stands behind a number of credits. */
  unit: (credits: number) => (credits === 1 ? "credit" : "credits"),
  creditsUnread: "Balance not read",
  keyNeeded: "API key needed",
  keyNeededHelp: (account: string) =>
    `There is no key for '${account}' on this machine. Enter it in Settings.`,
  readAt: (time: string) => `as of ${time}`,
  refresh: (account: string) => `Balance of ${account}, refresh:`,
  short: "A waiting cleaning costs more than the account holds.",
  dropTitle: "Drop to look inside",
  dropDetail: "Nothing leaves this machine until you agree to a price.",
  starting: "Starting…",
  reload: "Reload",
  openSettings: "Open Settings",
  finished: (name: string) => `'${name}' is clean`,
  restored: "The backup is restored",
  restoredDetail: ({ paused }: { paused: number }) =>
    [
      "Everything is as it was when it was made.",
      paused === 0
        ? ""
        : paused === 1
          ? "One unfinished cleaning is paused, and asks for its price again once you go on with it."
          : `${count(paused)} unfinished cleanings are paused, and ask for their price again once you go on with them.`,
      "What was here before is kept among the backups.",
    ]
      .filter((sentence) => sentence !== "")
      .join(" "),
  review: "Review results",
  palette: "Command palette",
  shortcuts: "Keyboard shortcuts",
  paletteSearch: "Type a command, a list's name or an address",
  paletteLooking: "Looking…",
  paletteNothing: "Nothing found",
  openFile: "Open a file…",
  addAccount: "Add an account",
  chooseAccount: "Choose an account",
  whichAccount: "Which account?",
  whichAccountHelp:
    "None is chosen for new cleanings, or the chosen one is gone. What is verified costs credits of the one you choose.",
  payWith: (label: string) => `Use ${label}`,
  commands: "Commands",
  addresses: "Addresses",
  search: "Search",
  export: "Export…",
  undo: "Undo the last mark",
  redo: "Redo the mark",
} as const;
