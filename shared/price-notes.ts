import type { Price } from "./bridge/cleanings.ts";
import { count } from "./numbers.ts";
import { unrecognisedSentence } from "./whose-file.ts";

/**
 * Returns the notes to show beside a price, one sentence each: unrecognised words, the source of known verdicts, and
 * addresses that may have been paid for already.
 */
export function priceNotes(price: Price): string[] {
  const { perhapsPaid = 0, knownFromFiles = 0, bounced = 0, atDeadDomains = 0 } = price;
  const sentences: string[] = [];
  const strange = unrecognisedSentence(price.unrecognised);
  if (strange !== null) sentences.push(strange);
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
      `${count(perhapsPaid)} of these addresses may have been paid for already, in a list or a check whose results never came: verifying ${perhapsPaid === 1 ? "it" : "them"} here costs credits again.`,
    );
  return sentences;
}
