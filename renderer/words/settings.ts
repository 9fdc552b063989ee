import type { Unwanted } from "../../shared/bridge/answer.ts";
import type { KnownBackup, ReferenceOverride } from "../../shared/bridge/app.ts";
import type { ReferenceKind } from "../../shared/bridge/constants.ts";
import type { Import } from "../../shared/bridge/memory.ts";
import type { CallOutput } from "../../shared/bridge.ts";
import { copiesContain } from "../../shared/cleaning-state.ts";
import { unwantedWords } from "../../shared/left-out-words.ts";
import { count, counted } from "../../shared/numbers.ts";
import { balanceWords } from "../../shared/problems/wording.ts";
import { guardedSentence, MAX_SUPPRESSION_NAME_LENGTH } from "../../shared/suppression-formats.ts";

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
  title: "Reference lists",
  lead: "Winnow compares addresses with these lists before anything is uploaded. Your changes take precedence, and stay when a Winnow update replaces the lists.",
  versions: "Reference lists and their versions",
  kinds: KINDS,
  list: "List",
  source: "From",
  version: "Version",
  entries: "Entries",
  own: "Your changes",
  ownNone: "You have not changed any entry.",
  said: (one: ReferenceOverride) =>
    `${one.entry}${one.kind === "role" ? "@" : ""} is ${one.listed ? "" : "not "}${NOUNS[one.kind]}${
      one.meant ? ` for ${one.meant}` : ""
    }`,
  forget: (entry: string) => `Undo your change to ${entry}`,
  forgotten: (said: string) => `Removed: ${said}.`,
  domain: "Domain",
  role: "Before the @",
  is: "It",
  isOne: "is",
  isNone: "is not",
  meant: "Should be",
  add: "Add",
  whenApplied: "Applied the next time a list is read. Lists that are being cleaned do not change.",
} as const;

export const settingsWords = {
  title: "Settings",
  /** `parts`: what is in a section, for the command palette. */
  sections: {
    accounts: { name: "Accounts and team", parts: "API keys, sharing with colleagues" },
    cleaning: { name: "Cleaning", parts: "Freshness of verdicts, automatic start, reference lists" },
    data: { name: "Data", parts: "Data folder, backups, diagnostics" },
    appearance: { name: "Appearance", parts: "Light or dark, notifications, updates" },
    about: { name: "About", parts: "Version, licences" },
  },
  accounts: {
    lead: "Once a key is saved, Winnow shows only its last four characters.",
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
      `Winnow checks it by reading the balance at ${address} before it replaces the old one.`,
    changeAddress: "Change address…",
    changeTitle: "Change the service address",
    changeHelp: "Winnow checks the key there before it replaces the old address and its key.",
    keyForAddress: "API key for this address",
    keyForAddressHelp: "A key is sent only to the address that it was entered for.",
    newAddress: "Service address",
    remove: "Remove…",
    removeTitle: (name: string) => `Remove '${name}'?`,
    removeText:
      "Its key is deleted from this machine. Its lists and results stay here. Nothing changes at the service. If new cleanings use this account, choose another one; lists then start only when you agree to their price.",
    removeSandboxText:
      "Everything sent to the sandbox is erased from this machine, and so is its balance. If you add it again, it starts from scratch. Its lists and results stay here.",
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
    credits: balanceWords,
  },
  freshDays: "A verdict stays fresh for",
  freshDaysHelp: "Addresses verified within this time are not paid for again.",
  freshDaysUnknown: "An unknown verdict stays fresh for",
  days: "days",
  startUnder: "Start automatically up to",
  startUnderHelp:
    "A new list that costs no more than this starts without asking; the limit applies to each list. Winnow still asks if some of it is being verified in another cleaning or may be paid for already, or if you change anything about it. 0: always ask.",
  creditsUnit: "credits",
  deleteAfterFetch: "Delete at the service after fetching",
  deleteAfterFetchHelp: "Once all results are safe here. Everything stays in Winnow.",
  suppressionHelp:
    "Addresses and domains that must never be mailed are not verified and not paid for. Imported bounces, unsubscribes and complaints apply to every list.",
  suppressionNone: "No suppression list and no import yet.",
  suppressionAdd: "Add from a file",
  suppressionPaste: "Paste",
  suppressionPasteTitle: "Paste addresses never to mail",
  handBack: "Export for a mailing service…",
  handBackTitle: "Export addresses not to be mailed",
  handBackHelp:
    "Everyone on a suppression list, everyone who unsubscribed or complained, and every address that bounced permanently, in a file that the service can import.",
  handBackAs: "For",
  handBackWhich: "Which",
  handBackAll: "Everyone",
  handBackSince: (day: string) => `New since the last export, ${day}`,
  handBackDo: "Export",
  handedBack: ({ addresses, domains, domainsLeftOut, guarded, files }: CallOutput<"exports.suppression">) =>
    [
      `${counted(addresses, "address", "addresses")}${domains === 0 ? "" : ` and ${counted(domains, "domain")}`} exported.`,
      files.length === 1
        ? ""
        : `The service cannot import that many at once. Import all ${count(files.length)} files: ${files.map(({ name }) => name).join(", ")}.`,
      domainsLeftOut === 0
        ? ""
        : `The service does not accept whole domains: ${counted(domainsLeftOut, "is", "are")} left out.`,
      guarded === 0 ? "" : guardedSentence(guarded),
    ]
      .filter((sentence) => sentence !== "")
      .join(" "),
  suppressionName: "Name",
  suppressionText: "Addresses or domains, one per line",
  suppressionSame: (name: string) => `'${name}' already contains exactly these entries. Nothing was added.`,
  suppressionAdded: (name: string, entries: number, ignored: number) =>
    [
      `'${name}' has ${counted(entries, "entry", "entries")}.`,
      ignored === 0
        ? ""
        : `${counted(ignored, "row", "rows")} without an address or a domain ${ignored === 1 ? "was" : "were"} left out.`,
    ]
      .filter((sentence) => sentence !== "")
      .join(" "),
  suppressionImport: "Import bounces and unsubscribes",
  suppressionEveryone: "Everyone in the file",
  suppressionSize: (addresses: number, domains: number) =>
    `${counted(addresses, "address", "addresses")}, ${counted(domains, "domain")}`,
  /** Of an import without a source: people whom the user let back in. */
  allowedSize: (facts: number) => `${counted(facts, "address", "addresses")} let back in`,
  importSize: ({ source, bounces, addresses }: Pick<Import, "source" | "bounces" | "addresses">) =>
    [
      ...(source === null ? [] : [source]),
      ...(bounces === 0 ? [] : [`${count(bounces)} bounced permanently`]),
      ...(addresses === 0 ? [] : [`${count(addresses)} not to be mailed`]),
    ].join(" · "),
  sourceKinds: {
    suppression: "Never mailed",
    outcomes: "Imported from mailing services, or let back in",
    sent: "Exported, or recorded as sent",
  } satisfies Record<Import["kind"], string>,
  sentSize: (addresses: number) => counted(addresses, "address", "addresses"),
  sentRemoveText:
    "Forecasts no longer use it. Remove an export that you did not send, or changed before sending. No list changes.",
  sentRemoveDo: "Remove",
  importRemoveText:
    "Its data no longer counts: addresses that bounced or opted out in it are verified, charged and exported like any others. To undo this, import the file again.",
  importRemoveDo: "Remove import",
  allowedRemoveText: "They are left out again, if a suppression list or an opt-out names them.",
  allowedRemoveDo: "Leave out again",
  suppressionRemoveTitle: (name: string) => `Remove '${name}'?`,
  suppressionRemoveText: (size: string) =>
    `${size}: exports no longer leave them out, and they are verified and paid for like any other. To get the list back, add its file again.`,
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
  restoreNone: "There is no backup in Winnow's own folder.",
  restoreChoose: "Choose a folder…",
  restoreFrom: (path: string) => `The backup in ${path}`,
  restoreText:
    "Everything in Winnow goes back to its state when the backup was made: lists, results, suppression lists, accounts and settings. Unfinished cleanings are paused. Your current data is moved aside and can be restored the same way.",
  restoreDo: "Restore",
  diagnostics: "Save diagnostics",
  diagnosticsHelp: "A file to send when you ask for help. It contains no keys and no addresses.",
  diagnosticsDone: (path: string) => `Saved to ${path}.`,
  appearance: { label: "Appearance", system: "System", light: "Light", dark: "Dark" },
  notifications: "Notify me when a cleaning is done or needs me",
  checkForUpdates: "Check for updates",
  version: "Version",
  host: "Running as",
  hosts: { desktop: "Desktop", browser: "In the browser", command_line: "Command line" },
  keychain: "Keychain",
  service: "Service",
  licences: "Third-party licences",
} as const;

const copies = (n: number) => (n === 1 ? "One copy" : `${count(n)} copies`);

export const copyWords = {
  title: "Copies in Winnow's own folder",
  help: "Backups, and data set aside by a restore or a repair, still contain what you later delete for good. Delete those you no longer need here. Backups in your own folders are yours to delete.",
  none: "No copies.",
  kinds: {
    backup: "Backup",
    replaced: "Moved aside by a restore",
    damaged: "Set aside as damaged",
    before_update: "Before an update",
  } satisfies Record<KnownBackup["kind"], string>,
  facts: (size: string, whole: boolean) => (whole ? size : `${size}, incomplete`),
  delete: "Delete…",
  deleteOf: (kind: string, time: string) => `Delete: ${kind}, ${time}`,
  deleteAll: "Delete all…",
  deleteOne: {
    title: "Delete this copy?",
    text: (kind: string, time: string, size: string) =>
      `${kind}, ${time}, ${size}. It is deleted for good and cannot be recovered. Your current data does not change.`,
    act: "Delete copy",
  },
  deleteMany: {
    title: (n: number) => `Delete ${n === 1 ? "one copy" : `all ${count(n)} copies`}?`,
    text: (n: number, from: string, to: string, size: string) =>
      `${copies(n)} from ${from === to ? from : `${from} to ${to}`}, ${size} in all. They are deleted for good and cannot be recovered: Winnow's own folder then contains no backup. Your current data does not change.`,
    act: "Delete all copies",
  },
  alsoHold: copiesContain,
  toCopies: "Show copies",
} as const;

const addresses = (n: number): string => counted(n, "address", "addresses");

/** Why addresses are suppressed: flagged by another service, in the 'Do not send' segment, or chosen by row. */
export type SuppressReason = "unwanted" | "do_not_send" | "chosen";

const NAMED_BY: Record<SuppressReason, string> = {
  unwanted: "Not to be mailed, from ",
  do_not_send: "Do not send, from ",
  chosen: "From ",
};

export const suppressWords = {
  title: "Add to a suppression list",
  add: "Add to a suppression list…",
  addShort: "Suppress…",
  addRows: (n: number) =>
    n === 1 ? "Add to a suppression list…" : `Add ${count(n)} rows to a suppression list…`,
  addDoor: "Add 'Do not send' to a suppression list…",
  counting: "Counting the addresses…",
  count: (fresh: number, already: number) =>
    already === 0
      ? `${addresses(fresh)} will be added.`
      : `${addresses(fresh)} will be added; ${counted(already, "is", "are")} already on a suppression list.`,
  without: (rows: number) =>
    `${counted(rows, "row has", "rows have")} no valid address: nothing is added for ${rows === 1 ? "it" : "them"}.`,
  noAddresses: "None of these rows has a valid address.",
  allThere: (n: number) =>
    n === 1
      ? "The only address is already on a suppression list. There is nothing to add."
      : `All ${addresses(n)} are already on suppression lists. There is nothing to add.`,
  effect:
    "Winnow will leave them out of every list from now on: they are not verified, cost nothing and are not exported. You can remove the list under 'Bounces'.",
  name: "Name of the suppression list",
  nameOf: (reason: SuppressReason, from: string) =>
    `${NAMED_BY[reason]}${from}`.slice(0, MAX_SUPPRESSION_NAME_LENGTH).trim(),
  act: "Add",
  added: (n: number, name: string) => `${addresses(n)} added to the suppression list '${name}'.`,
  offer: (unwanted: Unwanted) => {
    const left = unwanted.addresses - unwanted.suppressed;
    const who = unwanted.suppressed > 0 ? `${count(left)} of them ` : "";
    return `${unwantedWords(unwanted)}: ${who}not on a suppression list, so your next mailing may still go to ${left === 1 ? "it" : "them"}.`;
  },
  settled: (unwanted: Unwanted) =>
    `${unwantedWords(unwanted)}: ${unwanted.addresses === 1 ? "" : "all "}on a suppression list.`,
} as const;
