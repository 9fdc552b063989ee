import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import { count, counted } from "../../shared/numbers.ts";
import { type NamedList, namesOf } from "./common.ts";

export const listsWords = {
  title: "Lists",
  recent: "Last lists",
  all: "All lists",
  search: "Search names and addresses",
  searchPlaceholder: "A name, or an address: was ann@acme.example ever checked?",
  bin: "Bin",
  lists: "Lists",
  loading: "Reading…",
  emptyTitle: "No lists yet",
  emptyDetail: "Every list that you clean is kept here, with its results, for as long as you want.",
  emptyDo: "Clean a list",
  nothingTitle: "No list has that name",
  nothingDetail: "Search for another part of its name, or for an address.",
  binTitle: "The bin is empty",
  binDetail: "Lists that you delete here stay in the bin for 30 days, or until you delete them for good.",
  name: "Name",
  tags: "Tags",
  rename: "Rename or tag…",
  renameTitle: "Name and tags",
  restore: "Restore",
  erase: "Delete for good…",
  eraseOf: (name: string) => `Delete for good: ${name}`,
  eraseTitle: (name: string) => `Delete for good: ${name}`,
  eraseText:
    "Its rows, its results and Winnow's copy of your list are erased from this machine and cannot be recovered. Its verdicts are forgotten: verifying those addresses again costs credits, unless another list paid for them too. Other lists keep their addresses, and the verdicts copied from this one. Your original file is not touched, and nothing changes at the service.",
  eraseSandboxText:
    "The sandbox replaces the service, so the service's copy is on this machine too. It stays until you delete the list at the service, the sandbox deletes it after 30 days, or you remove the sandbox in Settings.",
  eraseDo: "Delete for good",
  open: (name: string) => `Open '${name}'`,
  more: (name: string) => `More for '${name}'`,
  addresses: "Addresses",
  addressesNone: "No matching address was verified here, and no list stored here contains one.",
  addressesShown: (shown: number, total: number, more: boolean) =>
    `${shown < total ? `${count(shown)} of ` : ""}${more ? "more than " : ""}${counted(total, "address", "addresses")}`,
  showMoreAddresses: "Show more addresses",
  looking: (looked: number, of: number) => `Searching lists: ${count(looked)} of ${count(of)}…`,
  enough: (left: number) =>
    `Too many matches: ${counted(left, "more list was", "more lists were")} not searched. Type more of the address.`,
  unread: (n: number) => `${counted(n, "list")} could not be searched: not read yet, or damaged.`,
  standsIn: (lists: readonly NamedList[]) => (lists.length === 0 ? "" : `in ${namesOf(lists)}`),
  notCleaned: "Not cleaned",
  inLongerCell: "In a cell with other text",
  withoutOwnVerdict: "Without a verdict",
  inBinUntil: (days: number) =>
    `This list is in the bin. ${days <= 1 ? "Within a day" : `In ${count(days)} days`} it is deleted for good, unless you restore it.`,
  /** A verdict that a colleague has shared. */
  byColleague: (name: string, service: string) => `${name}, with ${service}`,
  inTheBin: (name: string) => `${name}, in the bin`,
  moved: {
    bin: (name: string) => `'${name}' is in the bin.`,
    lists: (name: string) => `'${name}' is back among your lists.`,
    gone: (name: string) => `'${name}' is deleted for good.`,
  },
  suppressed: "On a suppression list, or its owner opted out: do not mail it.",
  /** `n` counts verifications by a service; simulated ones count only in `madeUp`. */
  verifiedTimes: (n: number, madeUp: number) =>
    n > 0
      ? n === 1
        ? "verified once"
        : `verified ${count(n)} times`
      : madeUp > 0
        ? "never verified: only tried out in the sandbox"
        : "no verdict",
  list: "List",
  share: "Deliverable",
  byVerdict: "Addresses by verdict",
  cleaned: "Cleaned",
  deliverable: (n: number, of: number) => `${count(n)} of ${count(of)}`,
  /** Shows 100% only if it is exact. */
  percent: (share: number) => `${share < 1 ? Math.min(99, Math.round(share * 100)) : 100}%`,
  cleanAgain: "Clean again",
  stale: (days: number) => `verdicts ${counted(days, "day")} old, no longer fresh`,
  total: (n: number) => counted(n, "list"),
  deletedAgo: (time: string) => `deleted ${time}`,
} as const;

export const STATE_WORDS: Record<Cleaning["state"], string> = {
  running: "Under way",
  waiting: "Waiting",
  paused: "Paused",
  done: "Done",
  failed: "Stopped",
  cancelled: "Cancelled",
  imported: "From a results file",
};

export const factWords = {
  title: "Your mail",
  verdict: "Verdict",
  history: "Verifications",
  lists: "Lists",
  bounced: "Your mail bounced, so it counts as undeliverable. Do not send.",
  stale: "no longer fresh",
  none: "Nothing is known about this address yet.",
  inNoList: (isInOthers: boolean) =>
    isInOthers ? "It is in no other list." : "No list stored here contains it.",
  verify: "Verify, 1 credit at most",
  suppress: "Suppress…",
  listName: (address: string) => `Suppressed: ${address}`,
  said: (outcome: string, isOfDomain: boolean) =>
    `${outcome.charAt(0).toUpperCase()}${outcome.slice(1)}${isOfDomain ? " (its whole domain)" : ""}`,
  when: (day: string, isAssumed: boolean) => (isAssumed ? `${day} (file date)` : day),
  erase: "Erase this address everywhere…",
  eraseTitle: (address: string) => `Erase ${address}?`,
  eraseText:
    "It is erased from every list, result and import here, for good: neither a restore nor an import brings it back. From then on it is never verified or written, unless you let it back in. Winnow's copies of workbooks, archives, mail and JSON files are deleted; the data read from them stays. Backups in Winnow's own folder are replaced by a new one. Files that you exported and backups that you keep elsewhere stay as they are.",
  eraseDo: "Erase for good",
  erased: (address: string) => `${address} is erased.`,
} as const;

export const suppressedWords = {
  title: "Suppressed",
  help: "This address is never verified or written.",
  offer: "Let back in…",
  ask: (address: string) => `Let ${address} back in?`,
  act: "Let back in",
  effect:
    "Do this only if the person signed up again. Winnow may then verify and write the address. If the person opts out later, it is left out again.",
  reason: "Reason, such as when and where the person signed up",
} as const;

export const erasedWords = {
  title: "Erased on request",
  help: "This person was erased on request, and is neither stored, verified nor written.",
  offer: "Let back in…",
  ask: (address: string) => `Let ${address} back in?`,
  act: "Let back in",
  effect:
    "Do this only if the person agrees. Winnow may then verify, write and store the address again. Erased data does not come back.",
} as const;
