import type { Account } from "../../../../shared/bridge/accounts.ts";
import type { Price } from "../../../../shared/bridge/cleanings.ts";
import { counted, count as n } from "../../../../shared/numbers.ts";
import {
  balanceSentence,
  neededWords,
  priceNotes,
  promisedWords,
  shortBy,
} from "../../../../shared/price.ts";
import { plainClock } from "../../../../shared/times.ts";

export function priceLines(price: Price): string[] {
  return [`${sumOf(price)} ${balanceSentence(price)}`, ...priceNotes(price)];
}

/** Like {@link priceLines}, with the last known balance, because a dry run sends no requests. */
export function dryPriceLines(price: Price, { balance }: Account): string[] {
  return [`${sumOf(price)} ${lastBalance(price, balance)}`, ...priceNotes(price)];
}

function lastBalance(price: Price, balance: Account["balance"]): string {
  if (balance === null) return "The account's balance was not checked.";
  const { credits, readAt } = balance;
  const short = shortBy(price, credits);
  const needed = short === 0 ? "" : `${promisedWords(price)}; ${neededWords(short)}`;
  return `The account had ${n(credits)} when its balance was last read, ${plainClock(readAt, Date.now())}${needed}.`;
}

function sumOf(price: Price): string {
  const less = [
    [price.repeated, price.repeated === 1 ? "duplicate" : "duplicates"],
    [price.malformed, "invalid"],
    [price.empty, "empty"],
    [price.suppressed, "suppressed"],
    [price.known, "already known"],
    [price.inFile ?? 0, "with a verdict in this file"],
    [price.withoutVerdict ?? 0, "without one, not verified"],
    [price.beyondLimit, "left for later"],
    [price.elsewhere ?? 0, "being verified in another list"],
  ] as const;
  const terms = less.filter(([value]) => value > 0).map(([value, word]) => ` − ${n(value)} ${word}`);
  return `${counted(price.rows, "row", "rows")}${terms.join("")} = ${counted(price.credits, "credit", "credits")}.`;
}
