import type { Price } from "./bridge/cleanings.ts";
import { count } from "./numbers.ts";

/** Returns a sentence that relates the account's balance to a price. */
export function balanceSentence(price: Price): string {
  const balance = price.balance ?? price.available;
  if (balance === null) {
    const { unread } = price;
    // `balance_unread` is transient and adds nothing to the sentence.
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

/** Returns the credits that `balance` lacks for the price and the promised credits; 0 if it suffices. */
export function shortBy({ credits, promised = 0 }: Price, balance: number): number {
  return credits === 0 ? 0 : Math.max(0, credits + promised - balance);
}

export function neededWords(short: number): string {
  return `${count(short)} more ${short === 1 ? "is" : "are"} needed`;
}

export function promisedWords({ promised = 0 }: Price): string {
  if (promised === 0) return "";
  return `, and ${count(promised)} ${promised === 1 ? "is" : "are"} promised to other cleanings`;
}
