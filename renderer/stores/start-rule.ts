import type { Price } from "../../shared/bridge/cleanings.ts";
import type { Preflight } from "../../shared/bridge/lists.ts";
import { questionsToAnswer } from "../../shared/questions.ts";

/** The account in use, and what a list may cost on it to start by itself (0: every list asks). */
export interface StartLimit {
  readonly accountId: string | null;
  readonly underCredits: number;
}

/** Returns whether the user must first say if the file is a list to verify or an export to import. */
export function asksWhatFor({ questions, settled }: Preflight): boolean {
  if (settled === true) return false;
  return questions?.some(({ kind }) => kind === "outcomes" || kind === "results") === true;
}

/** Whether nothing must be answered before there is a price. */
export function isClear(preflight: Preflight): boolean {
  if (preflight.addressColumn === null) return false;
  return preflight.settled === true || questionsToAnswer(preflight, { writesAnew: false }).length === 0;
}

/**
 * Whether a list starts without being asked for at its first price: only where the user has set a limit in Settings, the
 * account is the one that was in use when the list came in, and the price is within the limit, then and now, covered by
 * the balance, and for nothing that may have been paid for already.
 */
export function startsByItself(price: Price, accountId: string, then: StartLimit, now: StartLimit): boolean {
  if (accountId !== then.accountId || accountId !== now.accountId) return false;
  if (price.available === null || price.credits > price.available) return false;
  if ((price.perhapsPaid ?? 0) > 0) return false;
  return price.credits > 0 && price.credits <= Math.min(then.underCredits, now.underCredits);
}
