import type { Price } from "./bridge/cleanings.ts";
import { count } from "./numbers.ts";
import { credits } from "./problems/wording.ts";
import { unreadDatesSentence, unrecognisedSentence } from "./source-sentences.ts";

/**
 * Returns the notes to show beside a price, one sentence each: unrecognised words, the source of known verdicts, and
 * addresses that may have been paid for already.
 */
export function priceNotes(price: Price): string[] {
  const { perhapsPaid = 0, knownFromFiles = 0, bounced = 0, atDeadDomains = 0 } = price;
  const sentences: string[] = [];
  const strange = unrecognisedSentence(price.unrecognised);
  if (strange !== null) sentences.push(strange);
  const undated = price.unreadDates === undefined ? null : unreadDatesSentence(price.unreadDates);
  if (undated !== null) sentences.push(undated);
  if (bounced > 0)
    sentences.push(
      `Mail to ${count(bounced)} of the known addresses bounced: ${bounced === 1 ? "it counts" : "they count"} as undeliverable.`,
    );
  if (atDeadDomains > 0)
    sentences.push(
      `${count(atDeadDomains)} of the known addresses ${atDeadDomains === 1 ? "is at a domain" : "are at domains"} that cannot receive mail: ${atDeadDomains === 1 ? "it counts" : "they count"} as undeliverable.`,
    );
  if (knownFromFiles > 0)
    sentences.push(
      `${count(knownFromFiles)} of the known ${knownFromFiles === 1 ? "verdicts comes" : "verdicts come"} from results files that were opened here, not from a verification of this account.`,
    );
  if (perhapsPaid > 0)
    sentences.push(
      `${count(perhapsPaid)} of these addresses may have been paid for already, in a list or a check whose results never arrived: verifying ${perhapsPaid === 1 ? "it" : "them"} here costs credits again.`,
    );
  return sentences;
}

const AND = new Intl.ListFormat("en", { type: "conjunction" });

/** Returns who is verifying the addresses that this cleaning leaves to others, after "being verified". */
export function elsewhereWords({ elsewhereBy = [] }: Pick<Price, "elsewhereBy">): string {
  return elsewhereBy.length === 0 ? "in another list" : `by ${AND.format(elsewhereBy)}`;
}

/** Returns a sentence on the cost of a cleaning so far. `spent` is in credits that may have been charged. */
export function chargedSentence(spent: number): string {
  return spent === 0
    ? "Nothing was charged for this cleaning so far."
    : `Verification was started: up to ${credits(spent)} ${spent === 1 ? "is" : "are"} charged for it. The service keeps the results, and Winnow fetches them once the service can be reached.`;
}

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
  return `, and ${count(promised)} ${promised === 1 ? "is" : "are"} reserved for other cleanings`;
}
