import { foldAddress, foldDomain } from "../../../shared/fold-addresses.ts";
import type { ErasedPeople } from "../memory/index.ts";

/** A range in a text; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Spellings of `@`: in URLs, HTML, JSON, full width (also read as Latin-1), and in bounce addresses (VERP). */
export const SIGNS = ["@", "%40", "&#64;", "&#x40;", "\\u0040", "\uFF20", "\u00EF\u00BC\u00A0", "="] as const;

/** Maximum length of an address. */
const MAX_ADDRESS_LENGTH = 320;
/** Characters of a domain and of a local part. Any other ASCII character ends an address. */
const IN_DOMAIN = codesOf(/[A-Za-z0-9.-]/);
const IN_LOCAL = codesOf(/[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]/);
/** Valid local-part text after which an address may still start: in URLs, quotes, text without spaces. */
const BEFORE = /^_+|%[0-9A-Fa-f]{2}|[!#$%&*/=?^`{|}~]|(?<![A-Za-z0-9])'|[\u0080-\uFFFF](?=[\0-\u007F])/g;
/** A percent-encoded byte of a letter beyond ASCII. */
const ENCODED = /^%[89A-Fa-f][0-9A-Fa-f]$/;
/** An ASCII domain without adjoining text. */
const PLAIN = /^[A-Za-z0-9.-]*\.[A-Za-z]+$/;
/** File names may continue after an address (`ann@acme.example-cleaned.csv`). */
const FILE_NAME = /\.(?:csv|tsv|txt|xlsx?|xlsm|ods|jsonl?|zip|gz|db|log|pdf|eml|docx?|html?|bak)$/i;
const BEFORE_IN_NAME =
  /[_+-]|%[0-9A-Fa-f]{2}|[!#$%&*/=?^`{|}~]|(?<![A-Za-z0-9])'|[\u0080-\uFFFF](?=[\0-\u007F])/g;

/** Returns the mentions, in order. `read` decodes a part if `text` holds other bytes as Latin-1. */
export function mentionsIn(
  text: string,
  people: ErasedPeople,
  read: (part: string) => string = (part) => part,
): Span[] {
  const found: Span[] = [];
  for (const sign of SIGNS) {
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + sign.length)) {
      const span = mentionAt(text, at, sign, people, read);
      if (span !== null) found.push(span);
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function mentionAt(
  text: string,
  at: number,
  sign: (typeof SIGNS)[number],
  people: ErasedPeople,
  read: (part: string) => string,
): Span | null {
  const after = at + sign.length;
  let stop = after;
  while (stop < text.length && stop - after < MAX_ADDRESS_LENGTH) {
    if (isIn(IN_DOMAIN, text.charCodeAt(stop))) stop++;
    else if (ENCODED.test(text.slice(stop, stop + 3))) stop += 3;
    else break;
  }
  const run = text.slice(after, stop);
  // Fast path for almost every address in a list.
  if (PLAIN.test(run) && !people.hasDomain(run.toLowerCase()) && !FILE_NAME.test(run)) return null;
  const isInName = FILE_NAME.test(run);
  for (const domain of domainsIn(run, read)) {
    const folded = foldDomain(unescaped(read(domain)));
    if (!people.hasDomain(folded)) continue;
    let start = at;
    while (start > 0 && at - start < MAX_ADDRESS_LENGTH && isIn(IN_LOCAL, text.charCodeAt(start - 1)))
      start--;
    const isEscaped = text[start - 1] === "\\";
    while (start < at && /[.'-]/.test(text[start] ?? "")) start++;
    const local = text.slice(start, at);
    const before = isInName || sign === "=" ? BEFORE_IN_NAME : BEFORE;
    const starts = [0, ...[...local.matchAll(before)].map((one) => one.index + one[0].length)];
    // Skip a preceding JSON escape such as `\n` or `\u0022`.
    if (isEscaped) starts.push(1, 5);
    starts.push(local.length - wordLength(local, read, -1));
    for (const from of starts) {
      const part = read(local.slice(from));
      const isNamed = [part, unescaped(part)].some((name) => people.has(foldAddress(`${name}@${folded}`)));
      if (isNamed) return { start: start + from, end: after + domain.length };
    }
  }
  return null;
}

/** Returns candidates for the domain at the start of `run`, longest first. */
function domainsIn(run: string, read: (part: string) => string): string[] {
  const whole = withoutEnd(run.slice(0, wordLength(run, read, 1)));
  const ascii = withoutEnd(/^[A-Za-z0-9.-]*/.exec(run)?.[0] ?? "");
  const domains = ascii === whole ? [whole] : [whole, ascii];
  for (let name = whole; ; ) {
    const [last = ""] = name.split(".").slice(-1);
    const hyphen = last.startsWith("xn--") ? -1 : last.indexOf("-");
    // No top-level domain contains a hyphen, except Punycode.
    if (FILE_NAME.test(name)) name = name.slice(0, name.lastIndexOf("."));
    else if (hyphen > 0) name = name.slice(0, hyphen - last.length);
    else return domains;
    domains.push(name);
  }
}

/** Quotes, dashes and blanks beyond ASCII. */
const NOT_IN_ADDRESS = /[^\p{L}\p{N}\p{M}\p{ASCII}]/u;

/** Returns how much of the beginning (1) or end (-1) of `part` may be in an address. */
function wordLength(part: string, read: (part: string) => string, side: 1 | -1): number {
  const decoded = read(part);
  const words = decoded.split(NOT_IN_ADDRESS);
  const word = words.at(side === 1 ? 0 : -1) ?? "";
  // One character may take several bytes of `part`.
  for (let length = part.length; word !== decoded && length > 0; length--)
    if (read(side === 1 ? part.slice(0, length) : part.slice(-length)) === word) return length;
  return part.length;
}

function withoutEnd(domain: string): string {
  let end = domain.length;
  while (end > 0 && (domain[end - 1] === "." || domain[end - 1] === "-")) end--;
  return domain.slice(0, end);
}

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

/** Returns the text with each mention replaced by as many `x`; `null` if there are no mentions. */
export function withoutMentions(text: string, people: ErasedPeople): string | null {
  const spans = mentionsIn(text, people);
  if (spans.length === 0) return null;
  return spans.reduce(
    (left, { start, end }) => left.slice(0, start) + "x".repeat(end - start) + left.slice(end),
    text,
  );
}
