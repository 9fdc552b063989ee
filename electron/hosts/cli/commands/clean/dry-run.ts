import type { Account } from "../../../../../shared/bridge/accounts.ts";
import type { Price } from "../../../../../shared/bridge/cleanings.ts";
import { count } from "../../../../../shared/numbers.ts";
import { priceNotes } from "../../../../../shared/price-notes.ts";
import type { Result } from "../../../../../shared/result.ts";
import { plainClock } from "../../../../../shared/times.ts";
import type { Session } from "../../session.ts";
import { type AccountChoice, chooseAccount } from "../accounts.ts";
import { sumOf } from "./price-line.ts";

/** The account that a dry run reckons with: nobody is asked about it. */
export function dryAccount(session: Session, choice: AccountChoice): Promise<Result<Account>> {
  return chooseAccount(session, choice);
}

/** The price, and the balance as it was last heard of: a dry run asks for none. */
export function dryPriceLines(price: Price, { balance }: Account): string[] {
  const has =
    balance === null
      ? "The account's balance was not asked for."
      : `The account had ${count(balance.credits)} when its balance was last read, ${plainClock(balance.readAt, Date.now())}.`;
  return [`${sumOf(price)} ${has}`, ...priceNotes(price, count)];
}
