import { foldAddress } from "../../../shared/addresses.ts";
import { checkSyntax, readCell, unwrap, visibleText } from "../text/index.ts";

/** A bare domain; its last label may be written in ASCII (`xn--p1ai`). */
const BARE_DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2,}|xn--[a-z0-9-]+)$/iu;
const LONGEST_DOMAIN = 255;
/** Words of a longer text. A quoted local part is one with its domain: what stands behind its quote is no domain by itself. */
const WORD = /"(?:[^"\\\r\n]|\\[^\r\n])*"\s*@[^\s,;<>()]*|[^\s,;<>()]+/gu;
/** An address with a quoted local part, which is suppressed as it is written. */
export const QUOTED_LOCAL = /^"(?:[^"\\\r\n]|\\[^\r\n])*"@[^\s@"]+$/u;
/** Between addresses that stand in one word: each may be part of an address, and is, where there is only one `@`. */
const WITHIN_WORD = /[/|&]+|:::/u;
const PUNCTUATION = /(?<![.!?:])[.!?:]+$/u;

/** What a cell of a suppression list holds. Entries are folded addresses, and domains with a leading `@`. */
export interface CellEntries {
  readonly entries: readonly string[];
  /** The cell is a bare domain, which may be meant as one to suppress: its entry. */
  readonly bare: string | null;
  /** Nothing else stands in the cell. */
  readonly isWhole: boolean;
  /** Something with an `@` in it is none of the entries. */
  readonly isPartial: boolean;
}

const NOTHING: CellEntries = { entries: [], bare: null, isWhole: false, isPartial: false };

/**
 * Reads a cell as a list's are read, so that whoever a list would verify by it is the entry. Only where that finds no one
 * address for certain is the cell taken to pieces, and then everybody in it is an entry.
 */
export function entriesIn(cell: string): CellEntries {
  const text = visibleText(cell);
  if (!text.includes("@")) return { ...NOTHING, bare: bareDomain(text) };
  const domain = domainEntry(text);
  if (domain !== null) return { ...NOTHING, entries: [domain], isWhole: true };
  const reading = readCell(text);
  const isOne = text.indexOf("@") === text.lastIndexOf("@");
  if (reading.kind === "address" && (!reading.cut || isOne))
    return { ...NOTHING, entries: [foldAddress(reading.address)], isWhole: !reading.cut };
  // A correction is no entry: the address that it proposes isn't in the file.
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
  // `john doe @acme.example` is somebody's address, torn: not everybody's there.
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

/** `@acme.example` or `*@acme.example`: whatever could be the domain of a list's address. */
function domainEntry(text: string): string | null {
  const domain = /^\*?@\s*(\S+)$/u.exec(unwrap(text))?.[1] ?? null;
  return domain === null || checkSyntax(`x@${domain}`) !== null ? null : foldAddress(`@${domain}`);
}

function bareDomain(text: string): string | null {
  if (text.length > LONGEST_DOMAIN || !text.includes(".")) return null;
  const domain = unwrap(text.replace(/^[\s(]+/u, "").replace(/(?<![\s).!?:,;])[\s).!?:,;]+$/u, ""));
  return BARE_DOMAIN.test(domain) ? foldAddress(`@${domain}`) : null;
}
