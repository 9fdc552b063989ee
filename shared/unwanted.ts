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
