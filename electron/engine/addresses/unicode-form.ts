import { domainToUnicode } from "node:url";

/** How a label begins that stands for one in another script. */
const IN_ASCII = "xn--";

/** A folded address with its domain in its own script, as it is read by people. */
export function unicodeForm(folded: string): string {
  if (!folded.includes(IN_ASCII)) return folded;
  const at = folded.lastIndexOf("@");
  const domain = domainToUnicode(folded.slice(at + 1));
  return domain === "" ? folded : folded.slice(0, at + 1) + domain.normalize("NFC").toLowerCase();
}
