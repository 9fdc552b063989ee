import { balanceSentence } from "../../../shared/price.ts";
import type { Intake } from "../../stores/intake.ts";
import { cleanWords, priceWords } from "../../words/clean.ts";

/** What a reader of the page is told of a list as soon as it is known: its counts, then its price. Empty: nothing new. */
export function spokenOf({ preflight, reading, price, pricing, problem }: Intake): string {
  if (preflight === null || reading !== null || problem !== null) return "";
  if (preflight.addressColumn === null) return `${cleanWords.whichColumn} ${cleanWords.whichColumnHelp}`;
  const counts = cleanWords.spokenCounts(preflight.rows, preflight.unique);
  if (price === null || pricing) return counts;
  return `${counts} ${priceWords.spoken(price.credits)} ${balanceSentence(price)}`;
}
