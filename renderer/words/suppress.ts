import type { Unwanted } from "../../shared/bridge/answer.ts";
import { count, counted } from "../../shared/numbers.ts";
import { LONGEST_SUPPRESSION_NAME } from "../../shared/suppression-name.ts";
import { unwantedWords } from "../../shared/unwanted.ts";

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
      : `${addresses(fresh)} will be added; ${counted(already, "is", "are")} on a suppression list already.`,
  without: (rows: number) =>
    `${counted(rows, "row holds", "rows hold")} no address, so nobody is added for ${rows === 1 ? "it" : "them"}.`,
  nobody: "None of these rows has an email address, so there is nobody to add.",
  allThere: (n: number) =>
    n === 1
      ? "The one address is on a suppression list already. There is nothing to add."
      : `All ${addresses(n)} are on suppression lists already. There is nothing to add.`,
  effect:
    "Winnow will leave them out of every list from now on: they are not verified, cost nothing and are in no file you export. You can remove the list in Settings.",
  name: "Name of the suppression list",
  nameOf: (reason: SuppressReason, from: string) =>
    `${NAMED_BY[reason]}${from}`.slice(0, LONGEST_SUPPRESSION_NAME).trim(),
  act: "Add",
  added: (n: number, name: string) => `${addresses(n)} added to the suppression list '${name}'.`,
  offer: (unwanted: Unwanted) => {
    const left = unwanted.addresses - unwanted.suppressed;
    const who = unwanted.suppressed > 0 ? `${count(left)} of them ` : "";
    return `${unwantedWords(unwanted)}: ${who}on no suppression list, so your next list may still mail ${left === 1 ? "it" : "them"}.`;
  },
  settled: (unwanted: Unwanted) =>
    `${unwantedWords(unwanted)}: ${unwanted.addresses === 1 ? "" : "all "}on a suppression list.`,
} as const;
