import type { Price } from "../../shared/bridge/cleanings.ts";
import type { Preflight } from "../../shared/bridge/lists.ts";
import { questionsToAnswer } from "../../shared/questions.ts";

/** The current account and its automatic start limit in credits; 0 to always ask. */
export interface StartLimit {
  readonly accountId: string | null;
  readonly underCredits: number;
}

/** Returns whether the user must first say if the file is a list to verify or an export to import. */
export function asksWhatFor({ questions, settled }: Preflight): boolean {
  if (settled === true) return false;
  return questions?.some(({ kind }) => kind === "outcomes" || kind === "results") === true;
}

/** Returns whether the list can be priced without answering questions first. */
export function isClear(preflight: Preflight): boolean {
  if (preflight.addressColumn === null) return false;
  return preflight.settled === true || questionsToAnswer(preflight, { isReencoded: false }).length === 0;
}

/**
 * Returns whether a list starts automatically at its first price. Requires that the user set a limit, that the account
 * is still the one in use when the list was opened, that the price is within the limit both then and now and covered by
 * the balance, and that no address may have been paid for already.
 */
export function startsAutomatically(
  price: Price,
  accountId: string,
  then: StartLimit,
  now: StartLimit,
): boolean {
  if (accountId !== then.accountId || accountId !== now.accountId) return false;
  if (price.available === null || price.credits > price.available) return false;
  if ((price.perhapsPaid ?? 0) > 0) return false;
  return price.credits > 0 && price.credits <= Math.min(then.underCredits, now.underCredits);
}
