import { count } from "../../shared/numbers.ts";

const isMac = (): boolean => /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? "");
/** Formats a shortcut with Ctrl, or ⌘ on a Mac. */
export const mod = (key: string): string => (isMac() ? `⌘ ${key}` : `Ctrl ${key}`);

interface KeyHint {
  readonly keys: readonly string[];
  readonly does: string;
}

export const KEY_HINTS: { readonly results: readonly KeyHint[]; readonly elsewhere: readonly KeyHint[] } = {
  results: [
    { keys: ["J", "K"], does: "move" },
    { keys: ["X"], does: "select" },
    { keys: ["Enter"], does: "details" },
    { keys: ["F"], does: "filter" },
    { keys: [mod("E")], does: "export" },
  ],
  elsewhere: [
    { keys: [mod("O")], does: "open a file" },
    { keys: [mod("F")], does: "search" },
  ],
};

export type ShortcutPlace = "everywhere" | "table" | "headers" | "filters";

interface Shortcut {
  readonly where: ShortcutPlace;
  readonly keys: readonly string[];
  readonly does: string;
}

/** Keys that open the context menu; macOS has none. */
const MENU_KEYS = isMac() ? [] : ["Shift F10"];

export const SHORTCUTS: readonly Shortcut[] = [
  { where: "everywhere", keys: [mod("O")], does: "Open a file" },
  { where: "everywhere", keys: [mod("F")], does: "Search" },
  { where: "everywhere", keys: [mod("E")], does: "Export" },
  { where: "everywhere", keys: [mod("Shift L")], does: "Add to a suppression list" },
  { where: "everywhere", keys: [mod("K")], does: "Command palette" },
  { where: "everywhere", keys: ["?"], does: "Keyboard shortcuts" },
  { where: "everywhere", keys: ["Esc"], does: "Close the open dialog, panel or menu" },
  { where: "table", keys: ["↓", "J"], does: "Next row" },
  { where: "table", keys: ["↑", "K"], does: "Previous row" },
  { where: "table", keys: ["Page Up", "Page Down", "Home", "End"], does: "Jump further" },
  { where: "table", keys: ["Enter"], does: "Row details" },
  { where: "table", keys: ["Enter", "Tab"], does: "Move into the open details" },
  { where: "table", keys: ["Shift Tab"], does: "Back to the row" },
  { where: "table", keys: ["Alt ↓", ...MENU_KEYS], does: "Row menu" },
  { where: "table", keys: ["Alt ↑"], does: "Go to the column headers" },
  { where: "table", keys: ["X", "Space"], does: "Select the row" },
  { where: "table", keys: ["Shift ↓", "Shift ↑", "Shift click"], does: "Select several" },
  { where: "table", keys: [mod("A")], does: "Select every row" },
  { where: "table", keys: ["Y"], does: "Keep the selected rows, or this one" },
  { where: "table", keys: ["N"], does: "Drop the selected rows, or this one" },
  { where: "table", keys: ["/"], does: "Search rows" },
  { where: "table", keys: [mod("C")], does: "Copy the selected rows" },
  { where: "table", keys: [mod("Z")], does: "Undo the last mark" },
  { where: "table", keys: [mod("Shift Z")], does: "Redo the mark" },
  { where: "headers", keys: ["←", "→"], does: "Move along the columns and their menus" },
  { where: "headers", keys: ["Enter", "Space"], does: "Sort by the column, or open its menu" },
  { where: "headers", keys: ["↓", "Esc"], does: "Back to the row" },
  { where: "filters", keys: ["F"], does: "Go to the filters" },
  { where: "filters", keys: ["Space"], does: "Filter by a value" },
  { where: "filters", keys: ["−", "Alt Enter", "Alt click"], does: "Exclude a value" },
];

export const frameWords = {
  windowTitle: (screen: string) => `${screen} · Winnow`,
  listFiles: "List files",
  account: (label: string) => `Account: ${label}`,
  navigation: "Main",
  where: "Current location",
  command: "Search or run a command",
  allShortcuts: "all shortcuts",
  shortcutPlaces: {
    everywhere: "Everywhere",
    table: "In the results table",
    headers: "In its column headers",
    filters: "In the filters",
  },
  allHere: "All results are on this computer",
  skip: "Skip to content",
  clean: "Clean",
  lists: "Lists",
  check: "Check",
  bounces: "Bounces",
  bouncesTitle: "Bounces and opt-outs",
  bouncesParts: "Suppression lists, imports from mailing services, mailings sent",
  settings: "Settings",
  /** `problem`: title of why the last sync with the team failed. */
  teamNotSynced: (problem: string, time: string | null) =>
    time === null ? `${problem}.` : `${problem}. Last sync ${time}`,
  keychain: "Waiting for the system's keychain. It may be asking for its password on the screen.",
  offline: "Offline. Cleanings continue when you are back online.",
  gone: (time: string) => ({
    title: "Winnow is not running.",
    detail: `This page shows the state as of ${time}. Start Winnow again and open the link that it prints: cleanings under way continue from where they were.`,
  }),
  sandbox: "Sandbox",
  sandboxHelp:
    "A service built into Winnow for trying things out. Its verdicts are made up and cost nothing.",
  /** Account name where the sandbox mark can't be shown, unless the name says it already. */
  ofSandbox: (name: string) => (name === "Sandbox" ? name : `${name} (sandbox)`),
  unit: (credits: number) =>
    `${Math.abs(credits) === 1 ? "credit" : "credits"}${credits < 0 ? " overdrawn" : ""}`,
  creditsUnread: "Balance unknown",
  keyNeeded: "API key needed",
  keyNeededHelp: (account: string) =>
    `There is no key for '${account}' on this machine. Enter it in Settings.`,
  readAt: (time: string) => `as of ${time}`,
  refresh: (account: string) => `Balance of ${account}, refresh:`,
  short: "A waiting cleaning costs more than the account has.",
  dropTitle: "Drop to preview",
  dropDetail: "Nothing leaves this machine until you agree to a price.",
  starting: "Starting…",
  reload: "Reload",
  openSettings: "Open Settings",
  finished: (name: string) => `'${name}' is done`,
  restored: "The backup is restored",
  restoredDetail: ({ paused }: { paused: number }) =>
    [
      "Everything is as it was when the backup was made.",
      paused === 0
        ? ""
        : paused === 1
          ? "One unfinished cleaning is paused. It asks you to agree to its price again when you resume it."
          : `${count(paused)} unfinished cleanings are paused. They ask you to agree to their price again when you resume them.`,
      "Your previous data is kept among the backups.",
    ]
      .filter((sentence) => sentence !== "")
      .join(" "),
  review: "Review results",
  palette: "Command palette",
  shortcuts: "Keyboard shortcuts",
  paletteSearch: "Type a command, a list's name or an address",
  paletteLooking: "Searching…",
  paletteNothing: "Nothing found",
  knownOf: "Everything known about this address",
  openFile: "Open a file…",
  addAccount: "Add an account",
  chooseAccount: "Choose an account",
  whichAccount: "Which account?",
  whichAccountHelp:
    "No account is chosen for new cleanings, or the chosen one is no longer available. Verification uses credits of the account you choose.",
  payWith: (label: string) => `Use ${label}`,
  commands: "Commands",
  addresses: "Addresses",
  search: "Search",
  export: "Export…",
  undo: "Undo the last mark",
  redo: "Redo the mark",
} as const;

export const firstRunWords = {
  title: "Clean email lists. Know the price first.",
  lead: "See what is in a list before you spend a credit, verify it, and keep every result here. Drop a file anywhere to begin: looking into it needs no account.",
  tryTitle: "Try it now",
  tryText:
    "A sample list and a built-in sandbox: no account, no cost, nothing leaves this machine. Its verdicts are made up.",
  tryOwnText:
    "Clean this list in a built-in sandbox: no account, no cost, nothing leaves this machine. Its verdicts are made up.",
  trySteps: [
    "See what is in the list, and what it would cost",
    "Watch its addresses being verified",
    "Filter the results and export the clean list",
  ],
  tryButton: "Try it now",
  connectTitle: "Connect your account",
  connectText:
    "For bulk verification services whose API has the paths /v1/bulk and /v1/info. Keys of other services, such as ZeroBounce or NeverBounce, do not work here, but you can import their results. Winnow first checks the key by reading your balance.",
  connectButton: "Connect account",
  name: "Name of the account",
  namePlaceholder: "My company",
  key: "API key",
  keyHelp:
    "A long code that gives programs access to your account, like a password. The service's dashboard shows it, usually under 'API'.",
  baseUrl: "Service address",
  baseUrlHelp:
    "The address of the service's API, as shown on its site, for example https://api.example.com/v1.",
  keychain: "The key is kept in this system's keychain and sent only to the service.",
  noPrice: "An account is needed to verify these addresses.",
  noPriceHelp: "The sandbox needs none and is free. Its verdicts are made up.",
  noPriceConnect: "Connect an account",
  noPriceSandbox: "Use the sandbox",
} as const;
