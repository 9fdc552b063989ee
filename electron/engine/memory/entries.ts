import { foldAddress } from "../../../shared/fold-addresses.ts";
import { checkSyntax, readCell, unwrap, visibleText } from "../text/index.ts";

/** A bare domain; the last label may be Punycode (`xn--p1ai`). */
const BARE_DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2,}|xn--[a-z0-9-]+)$/iu;
const MAX_DOMAIN_LENGTH = 255;
/** Words of a text. A quoted local part and its domain are one word. */
const WORD = /"(?:[^"\\\r\n]|\\[^\r\n])*"\s*@[^\s,;<>()]*|[^\s,;<>()]+/gu;
/** An address with a quoted local part, stored as written. */
export const QUOTED_LOCAL = /^"(?:[^"\\\r\n]|\\[^\r\n])*"@[^\s@"]+$/u;
/** Separators within a word; with a single `@` they are part of the address. */
const WITHIN_WORD = /[/|&]+|:::/u;
const PUNCTUATION = /(?<![.!?:])[.!?:]+$/u;

/** Sender or message id in a line of a mail server's log: `from=<ann@acme.example>`, in Exim's `F=<…>`, `<= …` or `id=…`. */
const LOGGED_SENDER =
  /(?<![\w-])(?:from=|sender=|f=|message-id=|return-path:\s?)<[^<>\s]{0,320}>|<= \S{1,320}|(?<=\s)id=\S{1,320}/giu;

/** Start of an entry that covers a domain and its subdomains. */
export const WILDCARD = "@*.";

/**
 * Entries in a cell of a suppression list: folded addresses, and domains with a leading `@`, or `@*.` with their
 * subdomains.
 */
export interface CellEntries {
  readonly entries: readonly string[];
  /** Entry of a bare domain, which may not be meant as one. */
  readonly bare: string | null;
  readonly isWhole: boolean;
  readonly isPartial: boolean;
}

const NOTHING: CellEntries = { entries: [], bare: null, isWhole: false, isPartial: false };

/** Parses a cell like a list's address cell; if that is ambiguous, every address in it is an entry. */
export function entriesIn(cell: string): CellEntries {
  const text = visibleText(cell).replace(LOGGED_SENDER, "");
  if (!text.includes("@")) return { ...NOTHING, bare: bareDomain(text) };
  const domain = domainEntry(text);
  if (domain !== null) return { ...NOTHING, entries: [domain], isWhole: true };
  const reading = readCell(text);
  const isOne = text.indexOf("@") === text.lastIndexOf("@");
  if (reading.kind === "address" && (!reading.isExtracted || isOne))
    return { ...NOTHING, entries: [foldAddress(reading.address)], isWhole: !reading.isExtracted };
  // A proposed correction is not in the file, so it is no entry.
  if (reading.kind === "fixable" && isOne && !text.toLowerCase().includes(reading.address.toLowerCase()))
    return { ...NOTHING, isPartial: true };
  if (reading.kind === "fixable" && isOne)
    return { ...NOTHING, entries: [foldAddress(reading.address)], isWhole: !/\s\S+\s/u.test(text) };
  const among = wordsOf(text);
  if (reading.kind !== "address") return among;
  return { ...among, entries: [...new Set([foldAddress(reading.address), ...among.entries])] };
}

function wordsOf(text: string): CellEntries {
  const entries = new Set<string>();
  let isPartial = false;
  let before: string | null = null;
  for (const [word] of text.matchAll(WORD)) {
    if (word.includes("@")) {
      const found = inWord(word, before);
      for (const entry of found) entries.add(entry);
      if (found.length === 0) isPartial = true;
    }
    before = word;
  }
  return { entries: [...entries], bare: null, isWhole: false, isPartial };
}

function inWord(word: string, before: string | null): string[] {
  const domain = domainEntry(word.replace(PUNCTUATION, ""));
  // `john doe @acme.example` is a broken address, not a whole domain.
  if (domain !== null) return before === null || /[@:]/u.test(before) ? [domain] : [];
  const isOne = word.indexOf("@") === word.lastIndexOf("@");
  return (isOne ? [word] : word.split(WITHIN_WORD)).flatMap((part) => {
    const reading = readCell(part);
    if (QUOTED_LOCAL.test(part)) return [foldAddress(part)];
    const isEntry =
      reading.kind === "address" ||
      (reading.kind === "fixable" && part.toLowerCase().includes(reading.address.toLowerCase()));
    return isEntry ? [foldAddress(reading.address)] : [];
  });
}

/** Parses `@acme.example`, `*@acme.example`, `%@acme.example` or `@*.acme.example`. */
function domainEntry(text: string): string | null {
  const [, wildcard, domain] = /^[*%]?@\s*(\*\.)?(\S+)$/u.exec(unwrap(text)) ?? [];
  if (domain === undefined || checkSyntax(`x@${domain}`) !== null) return null;
  return toEntry(domain, wildcard !== undefined);
}

/** Parses `acme.example`, also with `www.` or as a URL, and `*.acme.example` or `.acme.example`. */
function bareDomain(text: string): string | null {
  const [, host = text] = /^https?:\/\/([^/?#\s:]+)(?:[/?#:]\S*)?$/iu.exec(text.trim()) ?? [];
  if (host.length > MAX_DOMAIN_LENGTH || !host.includes(".")) return null;
  const name = unwrap(host.replace(/^[\s(]+/u, "").replace(/(?<![\s).!?:,;])[\s).!?:,;]+$/u, ""));
  const isWildcard = /^[*%]?\./.test(name);
  const domain = name.replace(/^(?:[*%]?\.|www\.(?=[^.]+\.))/iu, "");
  return BARE_DOMAIN.test(domain) ? toEntry(domain, isWildcard) : null;
}

function toEntry(domain: string, isWildcard: boolean): string {
  const folded = foldAddress(`@${domain}`);
  return isWildcard ? WILDCARD + folded.slice(1) : folded;
}

/** Returns the entries that cover a folded address apart from its own: of its domain, and wildcards. */
export function coveringEntries(folded: string): string[] {
  const domain = folded.slice(folded.lastIndexOf("@") + 1);
  const labels = domain.split(".");
  return [`@${domain}`, ...labels.map((_, from) => WILDCARD + labels.slice(from).join("."))];
}
