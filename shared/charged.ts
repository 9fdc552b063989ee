import { credits } from "./problems/words.ts";

/** Returns a sentence on the cost of a cleaning so far. `spent` is in credits that may have been charged. */
export function chargedSentence(spent: number): string {
  return spent === 0
    ? "Nothing was charged for this cleaning so far."
    : `Verification was started: up to ${credits(spent)} ${spent === 1 ? "is" : "are"} charged for it. The service keeps the results, and Winnow fetches them once the service can be reached.`;
}
