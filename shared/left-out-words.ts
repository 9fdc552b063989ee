import type { LeftOutReason } from "./bridge/exports.ts";
import { count } from "./numbers.ts";

interface UnwantedCount {
  readonly addresses: number;
  readonly words: readonly { readonly word: string; readonly addresses: number }[];
}

const WORDS_NAMED = 5;

/** Describes addresses not to be mailed, by the service's words: `3 addresses not to be mailed (abuse 2, toxic 1)`. */
export function unwantedWords({ addresses, words }: UnwantedCount): string {
  const named = words.slice(0, WORDS_NAMED);
  const others = named.reduce((left, one) => left - one.addresses, addresses);
  const parts = [
    ...named.map((one) => `${one.word} ${count(one.addresses)}`),
    ...(others > 0 && named.length > 0 ? [`others ${count(others)}`] : []),
  ];
  return `${count(addresses)} ${addresses === 1 ? "address" : "addresses"} not to be mailed${parts.length === 0 ? "" : ` (${parts.join(", ")})`}`;
}

const LEFT_OUT: Record<LeftOutReason, string> = {
  repeated: "duplicates",
  malformed: "invalid",
  empty: "empty",
  suppressed: "suppressed",
  erased: "erased on request",
  beyond_limit: "left for later",
  unverified: "without a verdict",
  unwanted: "not to be mailed",
  deliverable: "deliverable",
  accept_all: "accept-all",
  unknown: "unknown",
  undeliverable: "undeliverable",
  dropped: "marked drop",
  kept: "marked keep",
  filtered: "filtered out",
  unselected: "not selected",
};

/** Returns how many rows a file leaves out for a reason, e.g. "3 duplicates". The page and the command line share it. */
export function leftOutWords(reason: LeftOutReason, rows: number): string {
  return `${count(rows)} ${reason === "repeated" && rows === 1 ? "duplicate" : LEFT_OUT[reason]}`;
}
