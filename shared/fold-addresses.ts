/** Characters of a domain name in any script. Any other character would end the host in a URL. */
const NAME = /^[\w.\-\u0080-\u{10FFFF}]+$/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: everything in ASCII
const ASCII = /^[\u0000-\u007F]*$/;

/** Folds case (and Unicode form) for searching and comparing text. */
export function foldText(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

/**
 * Returns the canonical form of an address: case is folded, and the domain is converted to ASCII (`bücher.example` and
 * `xn--bcher-kva.example` are the same). Dots and sub-addressing are significant. Lists, results, suppression and the
 * archive all match by this form.
 */
export function foldAddress(address: string): string {
  const folded = foldText(address);
  if (ASCII.test(folded)) return folded;
  const at = address.lastIndexOf("@");
  return at < 0 ? folded : `${foldText(address.slice(0, at))}@${foldDomain(address.slice(at + 1))}`;
}

/** Returns the canonical form of a domain: ASCII (UTS #46), or folded text if it isn't a valid domain. */
export function foldDomain(domain: string): string {
  const folded = foldText(domain);
  if (ASCII.test(folded) || !NAME.test(domain)) return folded;
  // The URL parser applies the same UTS #46 rules as DNS host names.
  return URL.parse(`http://${domain}`)?.hostname || folded;
}

/** Returns the case-folded domain of an address (after the last `@`), or an empty string if there is no `@`. */
export function domainOf(address: string): string {
  const at = address.lastIndexOf("@");
  return at < 0 ? "" : foldText(address.slice(at + 1));
}

export function looksLikeAddress(text: string): boolean {
  const at = text.indexOf("@");
  const isOne = at > 0 && at === text.lastIndexOf("@") && !/\s/.test(text);
  return isOne && text.indexOf(".", at + 2) > 0 && !text.endsWith(".");
}
