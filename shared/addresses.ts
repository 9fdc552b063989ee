/** What a domain is made of, in whatever script; anything else would end the name of a host. */
const NAME = /^[\w.\-\u0080-\u{10FFFF}]+$/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: everything in ASCII
const ASCII = /^[\u0000-\u007F]*$/;

/** The form in which texts are searched and compared as they are written: case does not count. */
export function foldText(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

/**
 * The form in which two spellings of an address are the same address: case does not count, and of a domain it does not
 * count whether it is written in its own script or in ASCII (`bücher.example`, `xn--bcher-kva.example`); nothing else is
 * folded (dots and sub-addressing do count). Lists, results, suppression and the archive all match by this.
 */
export function foldAddress(address: string): string {
  const folded = foldText(address);
  if (ASCII.test(folded)) return folded;
  const at = address.lastIndexOf("@");
  return at < 0 ? folded : `${foldText(address.slice(0, at))}@${foldDomain(address.slice(at + 1))}`;
}

/** The same of a domain alone: in ASCII (UTS #46), or as text where it is no domain. */
export function foldDomain(domain: string): string {
  const folded = foldText(domain);
  if (ASCII.test(folded) || !NAME.test(domain)) return folded;
  // The name of a host is read by the rules that mail servers' names are.
  return URL.parse(`http://${domain}`)?.hostname || folded;
}

/** What follows the last `@`, as it is written but for its case; the empty string where there is no `@`. */
export function domainOf(address: string): string {
  const at = address.lastIndexOf("@");
  return at < 0 ? "" : foldText(address.slice(at + 1));
}

/** Whether a text that somebody typed names one address as a whole. */
export function looksLikeAddress(text: string): boolean {
  const at = text.indexOf("@");
  const isOne = at > 0 && at === text.lastIndexOf("@") && !/\s/.test(text);
  return isOne && text.indexOf(".", at + 2) > 0 && !text.endsWith(".");
}
