import type { Mailing } from "../../shared/bridge/forecast.ts";
import { bouncesText } from "../../shared/forecast-words.ts";
import { count, counted, share } from "../../shared/numbers.ts";

/** Texts of the card with the result of an import. */
export const importedWords = {
  title: (name: string) => `${name} is imported`,
  hide: (name: string) => `Hide the result of importing '${name}'`,
  mailing: ({ name, sent, bounced, foretold }: Mailing) =>
    `'${name}': ${bounced === 0 ? "no" : count(bounced)} of ${counted(sent, "address", "addresses")} bounced${
      sent === 0 ? "" : ` (${share(bounced / sent)})`
    }.${foretold === null ? "" : ` The forecast said ${bouncesText(foretold, sent)}.`}`,
  changed: (lists: number) =>
    `${counted(lists, "earlier list has", "earlier lists have")} addresses that count as undeliverable now:`,
  addresses: (n: number) => `(${count(n)})`,
  others: (lists: number) => (lists <= 0 ? "." : ` and ${counted(lists, "other", "others")}.`),
} as const;
