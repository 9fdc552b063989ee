import { count } from "./numbers.ts";

/** See `Unwanted` of the answer. */
interface UnwantedCount {
  readonly addresses: number;
  readonly words: readonly { readonly word: string; readonly addresses: number }[];
}

/** Words that are named in a sentence; the others are counted. */
const WORDS_NAMED = 5;

/** How many addresses are not to be mailed, and by which of the service's words: `3 addresses not to be mailed (abuse 2, toxic 1)`. */
export function unwantedWords({ addresses, words }: UnwantedCount): string {
  const named = words.slice(0, WORDS_NAMED);
  const others = named.reduce((left, one) => left - one.addresses, addresses);
  const parts = [
    ...named.map((one) => `${one.word} ${count(one.addresses)}`),
    ...(others > 0 && named.length > 0 ? [`others ${count(others)}`] : []),
  ];
  return `${count(addresses)} ${addresses === 1 ? "address" : "addresses"} not to be mailed${parts.length === 0 ? "" : ` (${parts.join(", ")})`}`;
}
