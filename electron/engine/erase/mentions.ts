import { foldAddress, foldDomain } from "../../../shared/fold-addresses.ts";
import type { ErasedPeople } from "../memory/index.ts";

/** A range in a text; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Maximum length of an address. */
const MAX_ADDRESS_LENGTH = 320;
/** Characters of a domain and of a local part. Any other ASCII character ends an address. */
const IN_DOMAIN = codesOf(/[A-Za-z0-9.-]/);
const IN_LOCAL = codesOf(/[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]/);
/** Valid local-part text after which an address may still start: in URLs, quotes, text without spaces. */
const BEFORE = /%[0-9A-Fa-f]{2}|[!#$%&*/=?^`{|}~]|(?<![A-Za-z0-9])'|[\u0080-\uFFFF](?=[\0-\u007F])/g;
/** An ASCII domain without adjoining text. */
const PLAIN = /^[A-Za-z0-9.-]*\.[A-Za-z]+$/;
/** File names may continue after an address (`ann@acme.example-cleaned.csv`). */
const FILE_NAME = /\.(?:csv|tsv|txt|xlsx?|xlsm|ods|jsonl?|zip|gz|db|log|pdf|eml|docx?|html?|bak)$/i;
const BEFORE_IN_NAME =
  /[_-]|%[0-9A-Fa-f]{2}|[!#$%&*/=?^`{|}~]|(?<![A-Za-z0-9])'|[\u0080-\uFFFF](?=[\0-\u007F])/g;

/** Returns the mentions, in order. `read` decodes a part if `text` holds other bytes as Latin-1. */
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
  while (stop < text.length && stop - after < MAX_ADDRESS_LENGTH && isIn(IN_DOMAIN, text.charCodeAt(stop)))
    stop++;
  const run = text.slice(after, stop);
  // Fast path for almost every address in a list.
  if (PLAIN.test(run) && !people.hasDomain(run.toLowerCase()) && !FILE_NAME.test(run)) return null;
  const isInName = FILE_NAME.test(run);
  for (const domain of domainsIn(run)) {
    const folded = foldDomain(read(domain));
    if (!people.hasDomain(folded)) continue;
    let start = at;
    while (start > 0 && at - start < MAX_ADDRESS_LENGTH && isIn(IN_LOCAL, text.charCodeAt(start - 1)))
      start--;
    const isEscaped = text[start - 1] === "\\";
    while (start < at && /[.'-]/.test(text[start] ?? "")) start++;
    const local = text.slice(start, at);
    const before = isInName ? BEFORE_IN_NAME : BEFORE;
    const starts = [0, ...[...local.matchAll(before)].map((one) => one.index + one[0].length)];
    // Skip a preceding JSON escape such as `\n` or `\u0022`.
    if (isEscaped) starts.push(1, 5);
    for (const from of starts) {
      const part = read(local.slice(from));
      const isNamed = [part, unescaped(part)].some((name) => people.has(foldAddress(`${name}@${folded}`)));
      if (isNamed) return { start: start + from, end: after + domain.length };
    }
  }
  return null;
}

/** Returns candidates for the domain at the start of `run`, longest first. */
function domainsIn(run: string): string[] {
  const whole = withoutEnd(run);
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
