import type { Price } from "./bridge/cleanings.ts";
import { count } from "./numbers.ts";

/** What the account holds beside a price, in one sentence that adds up; the same on every face. */
export function balanceSentence(price: Price): string {
  const balance = price.balance ?? price.available;
  if (balance === null) {
    const { unread } = price;
    // The reason that passes by itself says no more than this.
    if (unread === undefined || unread.code === "balance_unread")
      return "Your balance could not be read just now.";
    return `${unread.title}: your balance could not be read.`;
  }
  const promised = price.promised ?? 0;
  const has = balance < 0 ? `The account is overdrawn by ${count(-balance)}` : `You have ${count(balance)}`;
  const less = promisedWords(price);
  const left = balance - promised - price.credits;
  if (price.credits === 0 && left < 0) return `${has}${less}.`;
  return left >= 0 ? `${has}${less}; ${count(left)} will be left.` : `${has}${less}; ${neededWords(-left)}.`;
}

/** Returns how many credits `balance` lacks for the price, with what is promised to other cleanings; 0 if it suffices. */
export function shortBy({ credits, promised = 0 }: Price, balance: number): number {
  return credits === 0 ? 0 : Math.max(0, credits + promised - balance);
}

export function neededWords(short: number): string {
  return `${count(short)} more ${short === 1 ? "is" : "are"} needed`;
}

/** Returns the words for credits that other cleanings will take; empty if there are none. */
export function promisedWords({ promised = 0 }: Price): string {
  if (promised === 0) return "";
  return `, and ${count(promised)} ${promised === 1 ? "is" : "are"} promised to other cleanings`;
}
