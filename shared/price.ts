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
  const less =
    promised > 0
      ? `, and ${count(promised)} ${promised === 1 ? "is" : "are"} promised to other cleanings`
      : "";
  const left = balance - promised - price.credits;
  if (price.credits === 0 && left < 0) return `${has}${less}.`;
  return left >= 0
    ? `${has}${less}; ${count(left)} will be left.`
    : `${has}${less}; ${count(-left)} more ${left === -1 ? "is" : "are"} needed.`;
}
