/**
 * The form in which two spellings of an address are the same address: case does not count, nothing else is
 * folded (dots and sub-addressing do count). Lists, results and the archive all match by this.
 */
export function foldAddress(address: string): string {
  return address.normalize("NFC").toLowerCase();
}

/** What follows the last `@`, folded; the empty string where there is no `@`. */
export function domainOf(address: string): string {
  const at = address.lastIndexOf("@");
  return at < 0 ? "" : foldAddress(address.slice(at + 1));
}
