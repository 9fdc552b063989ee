import { foldAddress, foldDomain } from "../../../shared/addresses.ts";
import type { ErasedPeople } from "../memory/index.ts";

/** A place in a text, its end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** No address is longer. */
const LONGEST = 320;
/** Characters of a domain, and of the part before the `@`. Any other ASCII character ends an address. */
const IN_DOMAIN = codesOf(/[A-Za-z0-9.-]/);
const IN_LOCAL = codesOf(/[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]/);
/** After these an address may begin although they may stand in one: in URLs, between quotes, after text without blanks. */
const BEFORE = /%[0-9A-Fa-f]{2}|[!#$%&*/=?^`{|}~]|(?<![A-Za-z0-9])'|[\u0080-\uFFFF](?=[\0-\u007F])/g;
/** A domain in ASCII that nothing else is joined to. */
const PLAIN = /^[A-Za-z0-9.-]*\.[A-Za-z]+$/;
/** The name of a file goes on where an address in it ends (`ann@acme.example-cleaned.csv`). */
const FILE_NAME = /\.(?:csv|tsv|txt|xlsx?|xlsm|ods|jsonl?|zip|gz|db|log|pdf|eml|docx?|html?|bak)$/i;
const BEFORE_IN_NAME =
  /[_-]|%[0-9A-Fa-f]{2}|[!#$%&*/=?^`{|}~]|(?<![A-Za-z0-9])'|[\u0080-\uFFFF](?=[\0-\u007F])/g;

/**
 * Returns where a text names people who are erased, in order. `read` decodes a part of the text, where `text` holds the bytes
 * of another encoding as Latin-1.
 */
export function mentionsIn(
  text: string,
  people: ErasedPeople,
  read: (part: string) => string = (part) => part,
): Span[] {
  const found: Span[] = [];
  let percent = text.indexOf("%40");
  let at = text.indexOf("@");
  while (at >= 0 || percent >= 0) {
    const isPercent = at < 0 || (percent >= 0 && percent < at);
    const sign = isPercent ? percent : at;
    const span = mentionAt(text, sign, sign + (isPercent ? 3 : 1), people, read);
    if (span !== null) found.push(span);
    if (isPercent) percent = text.indexOf("%40", sign + 3);
    else at = text.indexOf("@", sign + 1);
  }
  return found;
}

function mentionAt(
  text: string,
  at: number,
  after: number,
  people: ErasedPeople,
  read: (part: string) => string,
): Span | null {
  let stop = after;
  while (stop < text.length && stop - after < LONGEST && isIn(IN_DOMAIN, text.charCodeAt(stop))) stop++;
  const run = text.slice(after, stop);
  // Nearly every address in a list is decided here.
  if (PLAIN.test(run) && !people.hasDomain(run.toLowerCase()) && !FILE_NAME.test(run)) return null;
  const isInName = FILE_NAME.test(run);
  for (const domain of domainsIn(run)) {
    const folded = foldDomain(read(domain));
    if (!people.hasDomain(folded)) continue;
    let start = at;
    while (start > 0 && at - start < LONGEST && isIn(IN_LOCAL, text.charCodeAt(start - 1))) start--;
    const isEscaped = text[start - 1] === "\\";
    while (start < at && /[.'-]/.test(text[start] ?? "")) start++;
    const local = text.slice(start, at);
    const before = isInName ? BEFORE_IN_NAME : BEFORE;
    const starts = [0, ...[...local.matchAll(before)].map((one) => one.index + one[0].length)];
    // A line end or another character before it, as JSON writes it.
    if (isEscaped) starts.push(1, 5);
    for (const from of starts) {
      const part = read(local.slice(from));
      const isNamed = [part, unescaped(part)].some((name) => people.has(foldAddress(`${name}@${folded}`)));
      if (isNamed) return { start: start + from, end: after + domain.length };
    }
  }
  return null;
}

/** Returns what may be the domain at the beginning of `run`, the longest first. */
function domainsIn(run: string): string[] {
  const whole = withoutEnd(run);
  const ascii = withoutEnd(/^[A-Za-z0-9.-]*/.exec(run)?.[0] ?? "");
  const domains = ascii === whole ? [whole] : [whole, ascii];
  for (let name = whole; ; ) {
    const [last = ""] = name.split(".").slice(-1);
    const hyphen = last.startsWith("xn--") ? -1 : last.indexOf("-");
    // No top-level domain has a hyphen in it.
    if (FILE_NAME.test(name)) name = name.slice(0, name.lastIndexOf("."));
    else if (hyphen > 0) name = name.slice(0, hyphen - last.length);
    else return domains;
    domains.push(name);
  }
}

/** Returns the domain without the punctuation that ends a sentence. */
function withoutEnd(domain: string): string {
  let end = domain.length;
  while (end > 0 && (domain[end - 1] === "." || domain[end - 1] === "-")) end--;
  return domain.slice(0, end);
}

/** The characters in ASCII that a pattern matches, by their codes. */
function codesOf(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0));
}

function isIn(codes: Uint8Array, code: number): boolean {
  return code >= 128 || codes[code] === 1;
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the text with each mention overwritten by `x` characters, or `null` if there is no mention. */
export function withoutMentions(text: string, people: ErasedPeople): string | null {
  const spans = mentionsIn(text, people);
  if (spans.length === 0) return null;
  return spans.reduce(
    (left, { start, end }) => left.slice(0, start) + "x".repeat(end - start) + left.slice(end),
    text,
  );
}
