import type { Price } from "./bridge/cleanings.ts";

/**
 * What the account holds beside a price, in one sentence that adds up; the same on every face. `count` writes a whole
 * number as the reader's system does.
 */
export function balanceSentence(price: Price, count: (value: number) => string): string {
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

/** Where known verdicts come from, and what other cleanings will bring home for nothing, a sentence each; the same on every face. */
export function elsewhereSentences(price: Price, count: (value: number) => string): string[] {
  const { underWay = 0, held = 0, knownFromFiles = 0 } = price;
  const are = (n: number) => `${count(n)} of these ${n === 1 ? "addresses is" : "addresses are"}`;
  const cost = (n: number) => (n === 1 ? "it costs" : "they cost");
  const sentences: string[] = [];
  if (knownFromFiles > 0)
    sentences.push(
      `${count(knownFromFiles)} of the known ${knownFromFiles === 1 ? "verdicts comes" : "verdicts come"} from results files that were opened here, not from a verification of this account.`,
    );
  if (underWay > 0)
    sentences.push(
      `${are(underWay)} under way in another cleaning. Once that is done, ${cost(underWay)} nothing here.`,
    );
  if (held > 0)
    sentences.push(
      `${are(held)} in a cleaning that is paused or waits. Finish that first, and ${cost(held)} nothing here.`,
    );
  return sentences;
}
