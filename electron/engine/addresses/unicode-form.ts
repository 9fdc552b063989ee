import { domainToUnicode } from "node:url";
import type { FoldedText } from "./folded-text.ts";

/** How a label begins that stands for one in another script. */
const IN_ASCII = "xn--";

/** A folded address with its domain in its own script, as it is read by people. */
export function unicodeForm(folded: string): string {
  if (!folded.includes(IN_ASCII)) return folded;
  const at = folded.lastIndexOf("@");
  const domain = domainToUnicode(folded.slice(at + 1));
  return domain === "" ? folded : folded.slice(0, at + 1) + domain.normalize("NFC").toLowerCase();
}

/** Texts with the number that each has among others. */
export interface Numbered {
  readonly folded: FoldedText;
  readonly of: readonly number[];
}

/**
 * The addresses of `folded` whose domain has a form in its own script, in that form: so they were folded before their
 * domains were, and so what was taken in until then is stored. Null: there are none.
 */
export function earlierForms({ bytes, ends }: FoldedText): Numbered | null {
  const of: number[] = [];
  const pieces: Buffer[] = [];
  let address = 0;
  for (let at = bytes.indexOf(IN_ASCII); at >= 0; ) {
    address = atOrAfter(ends, at, address);
    const end = ends[address] ?? bytes.length;
    const text = bytes.toString("utf8", address === 0 ? 0 : ends[address - 1], end);
    const form = unicodeForm(text);
    if (form !== text) {
      of.push(address);
      pieces.push(Buffer.from(form, "utf8"));
    }
    at = bytes.indexOf(IN_ASCII, end);
  }
  if (of.length === 0) return null;
  let total = 0;
  const formEnds = Uint32Array.from(pieces, (piece) => {
    total += piece.length;
    return total;
  });
  return { folded: { bytes: Buffer.concat(pieces, total), ends: formEnds }, of };
}

/** The first text from `address` on that ends after the byte at `at`. */
function atOrAfter(ends: Uint32Array, at: number, address: number): number {
  let own = address;
  while ((ends[own] ?? Number.POSITIVE_INFINITY) <= at) own++;
  return own;
}
