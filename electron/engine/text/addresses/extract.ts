import { domainOf, foldAddress, foldText } from "../../../../shared/fold-addresses.ts";
import { proposedAddress } from "./proposal.ts";
import { checkSyntax } from "./syntax.ts";
import {
  continuesDomain,
  inAngleBrackets,
  type Piece,
  piecesOf,
  unwrap,
  withoutListMarker,
} from "./unwrap.ts";

/** Invisible characters that get into cells by copying: direction marks, soft hyphens, BOMs. */
const INVISIBLE = /[\u00AD\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu;
/** Joiners get in the same way, but some scripts need them. */
const JOINERS = /[\u200C\u200D]/gu;
const JOINED = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}\p{N}]+(?:[\u200C\u200D]+[\p{L}\p{M}\p{N}]+)+/gu;
const OTHER_AT = /[\uFF20\uFE6B]/gu;
const BLANK = /[ \t\r\n]/u;
const UNTIDY = /[\s,;‘’“”„«»]/u;
/** Separators between addresses in a cell, besides commas, semicolons and line breaks. */
const BETWEEN = /(?:(?<!\s)\s+)?(?:[/|&]+|:::)\s*|\s+/u;
/** Valid but suspicious: a spreadsheet's apostrophe, half of a pair of quotes, full-width letters. */
const STRANGE = /^['`‘’]|[\uFF01-\uFF5E]/u;
const MAX_JOINED_LENGTH = 254;
const MAX_PROPOSED_LENGTH = 300;
const MAX_SINGLE_LENGTH = 2_000;

/** Fast path: a common address and nothing else. */
const EVERYDAY =
  /^[\w+-]+(?:\.[\w+-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$/;
const EVERYDAY_LENGTH = 64;

export type CellReading =
  | { readonly kind: "empty" }
  | { readonly kind: "malformed"; readonly text: string }
  /** No valid address; `address` is proposed, and is the first of several if `several` is set. */
  | {
      readonly kind: "fixable";
      readonly text: string;
      readonly address: string;
      readonly hasSeveral: boolean;
    }
  | {
      readonly kind: "address";
      /** Well-formed, as it is verified. */
      readonly address: string;
      /** The cell contains other text as well. */
      readonly isExtracted: boolean;
      /** The cell differs only by invisible characters, separators or list markers, which are dropped. */
      readonly isTrimmed: boolean;
    };

/** Returns the first address in a cell, or its text if it has no address; `null` if it is blank. */
export function extractAddress(cell: string): string | null {
  const reading = readCell(cell);
  switch (reading.kind) {
    case "empty":
      return null;
    case "address":
      return reading.address;
    case "malformed":
      return reading.text;
    case "fixable":
      return reading.address;
  }
}

export function cellKey(cell: string): string {
  return foldText(trimMatching(cell, BLANK));
}

/**
 * Reads a cell, ignoring decoration such as `Name <a@b.c>`, `mailto:` and quotes. Never extracts part of a longer cell
 * if that could be another person's address.
 */
export function readCell(cell: string): CellReading {
  if (cell.length <= EVERYDAY_LENGTH && EVERYDAY.test(cell))
    return { kind: "address", address: cell, isExtracted: false, isTrimmed: false };
  const text = visibleText(cell);
  if (text === "") return { kind: "empty" };
  const pieces = text.includes("@") ? piecesOf(text).filter((piece) => piece.text.trim() !== "") : [];
  const found = pieces.length < 2 ? single(pieces[0]?.text ?? text) : among(pieces);
  if (found !== null) {
    const { address, others, isExtracted, isRepeated = false } = found;
    if (others > 0 || isRepeated) return { kind: "fixable", text, address, hasSeveral: others > 0 };
    return { kind: "address", address, isExtracted, isTrimmed: hasSeparators(cell, address) };
  }
  if (text.length > MAX_SINGLE_LENGTH) return { kind: "malformed", text };
  const bare = unwrap(pieces.find((piece) => piece.text.includes("@"))?.text ?? text);
  const proposed = text.length > MAX_PROPOSED_LENGTH ? null : proposedAddress(text);
  if (proposed !== null) return { kind: "fixable", text: bare, address: proposed, hasSeveral: false };
  return { kind: "malformed", text: bare === "" ? text : bare };
}

/** Returns the cell without invisible characters and surrounding blanks, and with a plain `@`. */
export function visibleText(cell: string): string {
  return withoutStrayJoiners(cell.replace(INVISIBLE, "")).replace(OTHER_AT, "@").trim();
}

/** Keeps joiners where domain names allow them (RFC 5892, A.1 and A.2), because they distinguish mailboxes. */
function withoutStrayJoiners(text: string): string {
  if (text.search(JOINERS) < 0) return text;
  let plain = "";
  let done = 0;
  for (const { 0: word, index } of text.matchAll(JOINED)) {
    plain += text.slice(done, index).replace(JOINERS, "");
    plain += needsJoiners(word) ? word : word.replace(JOINERS, "");
    done = index + word.length;
  }
  return plain + text.slice(done).replace(JOINERS, "");
}

function needsJoiners(word: string): boolean {
  return word.length <= MAX_JOINED_LENGTH && URL.canParse(`http://${word}.example`);
}

/** Returns whether a cell is the address itself, apart from blanks. */
export function isBareAddress(cell: string, address: string): boolean {
  return trimMatching(cell, BLANK) === address;
}

function trimMatching(text: string, ends: RegExp): string {
  let from = 0;
  let to = text.length;
  while (from < to && ends.test(text[from] ?? "")) from++;
  while (to > from && ends.test(text[to - 1] ?? "")) to--;
  return text.slice(from, to);
}

function hasSeparators(cell: string, address: string): boolean {
  if (isBareAddress(cell, address)) return false;
  return trimMatching(withoutListMarker(visibleText(cell)), UNTIDY) === address;
}

interface Found {
  readonly address: string;
  readonly others: number;
  readonly isExtracted: boolean;
  /** The cell lists the address more than once: `ann@a.example; ann@a.example`. */
  readonly isRepeated?: boolean;
}

function single(text: string): Found | null {
  if (text.length > MAX_SINGLE_LENGTH) return null;
  const address = unwrap(text);
  const several = severalAddresses(text);
  if (several !== null) return several;
  if (checkSyntax(address) !== null || STRANGE.test(address)) return null;
  return { address, others: 0, isExtracted: false };
}

/** Reads several addresses separated by blanks, bars or slashes; `null` if there are fewer than two. */
function severalAddresses(text: string): Found | null {
  if (text.indexOf("@") === text.lastIndexOf("@")) return null;
  const within = inAngleBrackets(text);
  const words = text
    .split(/[<>]/u)
    .flatMap((part) => (checkSyntax(unwrap(part)) === null ? [part] : part.split(BETWEEN)))
    .map((word) => unwrap(word.replace(/(?<![,;:])[,;:]+$/u, "")))
    .filter((word) => word.includes("@"));
  if (words.length < 2 || words.some((word) => checkSyntax(word) !== null)) return null;
  const different = new Set(words.map(foldAddress)).size;
  const [first = ""] = words;
  const address =
    within !== null && words.at(-1) === within && text.indexOf("<") === text.lastIndexOf("<")
      ? within
      : first;
  // The display name repeats the address: `"ann@a.example" <ann@a.example>`.
  if (different === 1) return { address, others: 0, isExtracted: false };
  return { address, others: different - 1, isExtracted: true };
}

function among(pieces: readonly Piece[]): Found | null {
  const withAt = pieces.flatMap((piece, index) => (piece.text.includes("@") ? [index] : []));
  const read = withAt.map((index) => ({ index, found: single(pieces[index]?.text ?? "") }));
  if (read.length > 1) {
    const whole = read.flatMap(({ index, found }) =>
      found === null || isTorn(pieces, index, found.address) ? [] : [found.address],
    );
    const [address] = whole;
    if (address === undefined) return null;
    const isRepeated =
      whole.length === read.length &&
      new Set(whole.map(foldAddress)).size === 1 &&
      read.every(({ found }) => found?.others === 0);
    return { address, others: isRepeated ? 0 : read.length - 1, isExtracted: true, isRepeated };
  }
  const [only] = read;
  if (only?.found == null) return null;
  const { index, found } = only;
  if (inAngleBrackets(pieces[index]?.text ?? "") !== null) return found;
  return isTorn(pieces, index, found.address) ? null : { ...found, isExtracted: true };
}

/** Returns whether the address in a piece may start in the previous piece or continue in the next. */
function isTorn(pieces: readonly Piece[], index: number, address: string): boolean {
  const piece = pieces[index];
  const after = pieces[index + 1];
  const before = pieces[index - 1];
  // `john,doe@a.example`: the comma may be a mistyped dot.
  const isJoined = piece !== undefined && !isLineBreak(piece.separator) && !/^\s/u.test(piece.text);
  if (before !== undefined && isJoined && !before.text.includes("@")) return true;
  if (after === undefined || isLineBreak(after.separator) || after.text.includes("@")) return false;
  return continuesDomain(domainOf(address), after.text);
}

function isLineBreak(separator: string): boolean {
  return separator === "\n" || separator === "\r";
}
