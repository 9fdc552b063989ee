import type { Price } from "./bridge/cleanings.ts";
import { count } from "./numbers.ts";
import { unrecognisedSentence } from "./whose-file.ts";

/**
 * What is worth knowing beside a price: words of a results file that are no verdicts, where known ones come from, what other
 * cleanings will bring home for nothing, a sentence each; the same on every face.
 */
export function priceNotes(price: Price): string[] {
  const { underWay = 0, held = 0, paid = 0, knownFromFiles = 0 } = price;
  const are = (n: number) => `${count(n)} of these ${n === 1 ? "addresses is" : "addresses are"}`;
  const cost = (n: number) => (n === 1 ? "it costs" : "they cost");
  const sentences: string[] = [];
  const strange = unrecognisedSentence(price.unrecognised);
  if (strange !== null) sentences.push(strange);
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
  if (paid > 0)
    sentences.push(
      `${count(paid)} of these addresses may be paid for already, in a cleaning or a check whose results did not come: verifying ${paid === 1 ? "it" : "them"} here is paid for again. Try that one again first, also from the bin: where its results come, ${cost(paid)} nothing.`,
    );
  return sentences;
}
