import type { ReferenceOverride } from "../../shared/bridge/app.ts";
import type { ReferenceKind } from "../../shared/bridge/constants.ts";
import { counted } from "../../shared/numbers.ts";

const KINDS: Record<ReferenceKind, string> = {
  role: "Role",
  disposable: "Disposable",
  free: "Free provider",
  typo: "Typo",
};
const NOUNS: Record<ReferenceKind, string> = {
  role: "a role",
  disposable: "disposable",
  free: "a free provider",
  typo: "a typo",
};

export const referenceWords = {
  lead: "What addresses are held against before anything is uploaded. Your own word on an entry comes first, and stays when the lists are renewed with Winnow.",
  versions: "Reference lists and their versions",
  kinds: KINDS,
  list: "List",
  source: "From",
  version: "Version",
  entries: "Entries",
  own: "Your own word",
  ownNone: "You have not corrected any entry.",
  said: (one: ReferenceOverride) =>
    `${one.entry}${one.kind === "role" ? "@" : ""} is ${one.listed ? "" : "not "}${NOUNS[one.kind]}${
      one.meant ? ` for ${one.meant}` : ""
    }`,
  forget: (entry: string) => `Forget what you said of ${entry}`,
  forgotten: (said: string) => `Forgotten: ${said}.`,
  domain: "Domain",
  role: "Before the @",
  is: "It",
  isOne: "is",
  isNone: "is not",
  meant: "Meant is",
  add: "Add",
  whenApplied: "Applied the next time a list is read. Lists that are being cleaned stay as they were.",
} as const;

export const settingsWords = {
  title: "Settings",
  sections: {
    accounts: "Accounts",
    cleaning: "Cleaning",
    suppression: "Suppression lists",
    references: "Reference lists",
    data: "Data",
    appearance: "Appearance",
    about: "About",
  },
  accounts: {
    lead: "Winnow never shows a key again beyond its last four characters.",
    none: "No account is connected yet.",
    add: "Connect an account",
    sandbox: "Add the sandbox",
    key: (hint: string) => `Key …${hint}`,
    noKey: "No key",
    hiddenKey: "Key",
    keyState: {
      stored: "in the keychain",
      session: "in memory for this run only",
      locked: "saved, but the keychain is locked",
      missing: "missing: enter it again",
      elsewhere: "entered for another address: enter it again under 'Change address'",
    },
    environment: "From the environment, for this run only",
    rename: "Rename…",
    renameTitle: "Rename the account",
    replaceKey: "Replace key…",
    replaceTitle: "Replace the key",
    replaceHelp: (address: string) =>
      `It is checked against the balance at ${address} before the old one is given up.`,
    changeAddress: "Change address…",
    changeTitle: "Change the service address",
    changeHelp: "The key is checked there before the old address and its key are given up.",
    keyForAddress: "API key for this address",
    keyForAddressHelp: "A key is sent only to the address that it was entered for.",
    newAddress: "Service address",
    remove: "Remove…",
    removeTitle: (name: string) => `Remove '${name}'?`,
    removeText:
      "Its key is deleted from this machine. Its lists and results stay here. Nothing changes at the service. If it is the account for new cleanings, you choose another one, and lists start only when you agree to their price.",
    removeSandboxText:
      "What was sent to the sandbox, and its balance, are erased from this machine; added again, it begins anew. Its lists and results stay here.",
    removeDo: "Remove account",
    use: "Use for new cleanings",
    inUse: "Used for new cleanings",
    connected: (added: string, current: string | null) =>
      current === null
        ? `'${added}' is connected.`
        : added === current
          ? `'${added}' is connected, and used for new cleanings.`
          : `'${added}' is connected. New cleanings still use '${current}'.`,
    more: (name: string) => `More for account '${name}'`,
    newName: "Name",
    newKey: "New API key",
    credits: (n: number) => counted(n, "credit"),
  },
  freshDays: "A verdict stays fresh for",
  freshDaysHelp: "Known addresses that are younger than this are not paid for again.",
  freshDaysUnknown: "An unknown verdict stays fresh for",
  days: "days",
  startUnder: "Start by itself under",
  startUnderHelp:
    "A list that costs no more than this when it comes in starts without asking, each list for itself, unless some of it is being verified in another cleaning or may be paid for already. Once you change anything about it, it waits for your click. 0: always ask.",
  creditsUnit: "credits",
  deleteAfterFetch: "Delete at the service after fetching",
  deleteAfterFetchHelp: "Once all results are safe here. Everything stays in Winnow.",
  suppressionHelp: "Addresses and domains that must never be mailed: they are not verified and not paid for.",
  suppressionNone: "No suppression list yet.",
  suppressionAdd: "Add from a file",
  suppressionPaste: "Paste",
  suppressionName: "Name",
  suppressionText: "Addresses or domains, one a line",
  suppressionAdded: (name: string, entries: number, ignored: number) =>
    [
      `'${name}' has ${counted(entries, "entry", "entries")}.`,
      ignored === 0
        ? ""
        : `${counted(ignored, "row holds", "rows hold")} something that is neither an address nor a domain and was left out.`,
    ]
      .filter((sentence) => sentence !== "")
      .join(" "),
  suppressionUnmailable: "Only those not to be mailed",
  suppressionEveryone: "Everyone in the file",
  suppressionSize: (addresses: number, domains: number) =>
    `${counted(addresses, "address", "addresses")}, ${counted(domains, "domain")}`,
  suppressionRemoveTitle: (name: string) => `Remove '${name}'?`,
  suppressionRemoveText: (size: string) =>
    `${size}: exports no longer leave them out, and they are verified and paid for like any other. To have the list back, add its file again.`,
  suppressionRemoveDo: "Remove list",
  remove: (name: string) => `Remove '${name}'`,
  dataFolder: "Data folder",
  lastBackup: "Last backup",
  noBackup: "None yet",
  dataSize: "Size",
  backup: "Back up now",
  backupDone: (path: string, size: string) => `Backed up to ${path} (${size}).`,
  backupElsewhere: "Back up to a folder…",
  restore: "Restore a backup…",
  restoreTitle: "Restore a backup",
  restoreWhich: "Which backup",
  restoreNone: "No backup is in Winnow's own folder.",
  restoreChoose: "Choose a folder…",
  restoreFrom: (path: string) => `The backup in ${path}`,
  restoreText:
    "Everything in Winnow becomes what it was when the backup was made: lists, results, suppression lists, accounts and settings. Unfinished cleanings come back paused. What is here now is moved aside and can be restored in the same way.",
  restoreDo: "Restore",
  diagnostics: "Save diagnostics",
  diagnosticsHelp: "A file to send with a question. It holds no key and no address.",
  diagnosticsDone: (path: string) => `Saved to ${path}.`,
  appearance: { label: "Appearance", system: "As the system", light: "Light", dark: "Dark" },
  notifications: "Notify me when a cleaning is done or needs me",
  checkForUpdates: "Look for updates",
  version: "Version",
  host: "Running as",
  hosts: { desktop: "Desktop", browser: "In the browser", command_line: "Command line" },
  keychain: "Keychain",
  service: "Service",
  licences: "Licences of what Winnow is built with",
  licencesSearch: "Search licences",
} as const;
