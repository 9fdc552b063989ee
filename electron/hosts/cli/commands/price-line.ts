import type { Account } from "../../../../shared/bridge/accounts.ts";
import type { Price } from "../../../../shared/bridge/cleanings.ts";
import { counted, count as n } from "../../../../shared/numbers.ts";
import { balanceSentence } from "../../../../shared/price.ts";
import { priceNotes } from "../../../../shared/price-notes.ts";
import { plainClock } from "../../../../shared/times.ts";

/** The price in one line that adds up; then, a line each, what is worth knowing. */
export function priceLines(price: Price): string[] {
  return [`${sumOf(price)} ${balanceSentence(price)}`, ...priceNotes(price)];
}

/** The same with the balance as it was last heard of: a dry run asks for none. */
export function dryPriceLines(price: Price, { balance }: Account): string[] {
  const has =
    balance === null
      ? "The account's balance was not asked for."
      : `The account had ${n(balance.credits)} when its balance was last read, ${plainClock(balance.readAt, Date.now())}.`;
  return [`${sumOf(price)} ${has}`, ...priceNotes(price)];
}

/** The price alone, as a sum that adds up. */
function sumOf(price: Price): string {
  const less = [
    [price.repeated, price.repeated === 1 ? "duplicate" : "duplicates"],
    [price.malformed, "invalid"],
    [price.empty, "empty"],
    [price.suppressed, "suppressed"],
    [price.known, "already known"],
    [price.inFile ?? 0, "with a verdict in this file"],
    [price.withoutVerdict ?? 0, "without one, not verified"],
    [price.beyondLimit, "beyond the limit"],
    [price.elsewhere ?? 0, "being verified in another list"],
  ] as const;
  const terms = less.filter(([value]) => value > 0).map(([value, word]) => ` − ${n(value)} ${word}`);
  return `${counted(price.rows, "row", "rows")}${terms.join("")} = ${counted(price.credits, "credit", "credits")}.`;
}
