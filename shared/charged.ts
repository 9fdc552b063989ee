import { credits } from "./problems/words.ts";
import type { Problem, ProblemCode } from "./problems.ts";

/**
 * Problems of an account, of the way to the service or of its rooms: they may come before a start and after it, so they
 * say no word on money. What was charged is known from the cleaning alone.
 */
const WITHOUT_MONEY: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "key_invalid",
  "key_missing",
  "key_elsewhere",
  "keychain_locked",
  "keychain_refused",
  "keychain_silent",
  "keychain_closed",
  "account_moved",
  "account_unknown",
  "account_restricted",
  "download_restricted",
  "balance_unread",
  "service_unreachable",
  "download_cut",
  "service_timeout",
  "service_broken",
  "service_untrusted",
  "proxy_password",
  "service_absent",
  "service_redirect",
  "lists_full",
  "active_full",
]);

export function saysNoMoney(problem: Problem): boolean {
  return WITHOUT_MONEY.has(problem.code);
}

/** What a cleaning cost so far. `spent`: credits that may have been taken, as the cleaning tells. */
export function chargedSentence(spent: number): string {
  return spent === 0
    ? "Nothing was charged for this cleaning so far."
    : `Verification was started: up to ${credits(spent)} ${spent === 1 ? "is" : "are"} charged for it. The service keeps the results, and Winnow fetches them once the service can be reached.`;
}
