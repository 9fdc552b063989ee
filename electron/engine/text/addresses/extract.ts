import { domainOf, foldAddress, foldText } from "../../../../shared/addresses.ts";
import { proposedAddress } from "./proposal.ts";
import { checkSyntax } from "./syntax.ts";
import { angled, continues, type Piece, piecesOf, unwrap, withoutListMarker } from "./unwrap.ts";

/** Characters without width or meaning that get into cells by copying: marks, soft hyphens, BOMs. */
const INVISIBLE = /[\u00AD\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu;
/** So do these two, but some scripts spell with them. */
const JOINERS = /[\u200C\u200D]/gu;
/** A word that may be spelt with joiners. */
const JOINED = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}\p{N}]+(?:[\u200C\u200D]+[\p{L}\p{M}\p{N}]+)+/gu;
/** Full-width and small forms of `@`. */
const OTHER_AT = /[\uFF20\uFE6B]/gu;
const BLANK = /[ \t\r\n]/u;
const UNTIDY = /[\s,;‘’“”„«»]/u;
/** What stands between addresses in one cell, beside commas, semicolons and line breaks. */
const BETWEEN = /(?:(?<!\s)\s+)?(?:[/|&]+|:::)\s*|\s+/u;
/** Well-formed, and yet: an apostrophe that a spreadsheet put before its text, half of a pair of quotes, full-width letters. */
const STRANGE = /^['`‘’]|[\uFF01-\uFF5E]/u;
/** A longer word is no part of an address. */
const LONGEST_JOINED = 254;
/** A longer cell is nobody's slip of the pen. */
const LONGEST_PROPOSED = 300;
/** Nor is one address, with a name and whatever else stands around it, as long as this. */
const LONGEST_SINGLE = 2_000;

/** An everyday address and nothing else: most cells need no second look. */
const EVERYDAY =
  /^[\w+-]+(?:\.[\w+-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$/;
const EVERYDAY_LENGTH = 64;

/** What a cell holds for verification. */
export type CellReading =
  | { readonly kind: "empty" }
  /** `text`: what was looked at, without anything around it. */
  | { readonly kind: "malformed"; readonly text: string }
  /**
   * Not one address as it stands; `address` is verified and written instead once the user accepts that. `several`: the cell holds
   * more than one address, of which it is the first.
   */
  | {
      readonly kind: "fixable";
      readonly text: string;
      readonly address: string;
      readonly several: boolean;
    }
  | {
      readonly kind: "address";
      /** Well-formed, as it is to be verified. */
      readonly address: string;
      /** Other text stands beside the address. */
      readonly cut: boolean;
      /** The cell differs from the address by invisible characters, separators or marks only: it is written without them. */
      readonly untidy: boolean;
    };

/** Returns the address in a cell, or the first of several; the cell's text if it holds none; `null` if it is blank. */
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
      return reading.several ? reading.address : reading.text;
  }
}

/** What a correction of a cell is remembered by. */
export function cellKey(cell: string): string {
  return foldText(without(cell, BLANK));
}

/**
 * Reads a cell. Understands `Name <a@b.c>`, `mailto:`, blanks and quotes around an address, invisible characters and a
 * full-width ＠. An address is never taken out of a longer cell in a way that could yield somebody else's.
 */
export function readCell(cell: string): CellReading {
  if (cell.length <= EVERYDAY_LENGTH && EVERYDAY.test(cell))
    return { kind: "address", address: cell, cut: false, untidy: false };
  const text = visibleText(cell);
  if (text === "") return { kind: "empty" };
  const pieces = text.includes("@") ? piecesOf(text).filter((piece) => piece.text.trim() !== "") : [];
  const found = pieces.length < 2 ? single(pieces[0]?.text ?? text) : among(pieces);
  if (found !== null) {
    const { address, others, cut } = found;
    if (others > 0) return { kind: "fixable", text, address, several: true };
    return { kind: "address", address, cut, untidy: isUntidy(cell, address) };
  }
  if (text.length > LONGEST_SINGLE) return { kind: "malformed", text };
  const bare = unwrap(pieces.find((piece) => piece.text.includes("@"))?.text ?? text);
  const proposed = text.length > LONGEST_PROPOSED ? null : proposedAddress(text);
  if (proposed !== null) return { kind: "fixable", text: bare, address: proposed, several: false };
  return { kind: "malformed", text: bare === "" ? text : bare };
}

/** What is to be seen of a cell: without invisible characters and blanks around it, and with a plain `@`. */
export function visibleText(cell: string): string {
  return withoutStrayJoiners(cell.replace(INVISIBLE, "")).replace(OTHER_AT, "@").trim();
}

/**
 * Joiners stay within the words that are spelt with them: as the rules of domain names have it (RFC 5892, A.1 and A.2),
 * by which another name is another domain, and in a local part another mailbox.
 */
function withoutStrayJoiners(text: string): string {
  if (text.search(JOINERS) < 0) return text;
  let plain = "";
  let done = 0;
  for (const { 0: word, index } of text.matchAll(JOINED)) {
    plain += text.slice(done, index).replace(JOINERS, "");
    plain += isSpeltSo(word) ? word : word.replace(JOINERS, "");
    done = index + word.length;
  }
  return plain + text.slice(done).replace(JOINERS, "");
}

function isSpeltSo(word: string): boolean {
  return word.length <= LONGEST_JOINED && URL.canParse(`http://${word}.example`);
}

/** Whether a cell is the address itself, blanks aside. */
export function isItself(cell: string, address: string): boolean {
  return without(cell, BLANK) === address;
}

/** `text` without such characters at its ends. */
function without(text: string, ends: RegExp): string {
  let from = 0;
  let to = text.length;
  while (from < to && ends.test(text[from] ?? "")) from++;
  while (to > from && ends.test(text[to - 1] ?? "")) to--;
  return text.slice(from, to);
}

function isUntidy(cell: string, address: string): boolean {
  if (isItself(cell, address)) return false;
  return without(withoutListMarker(visibleText(cell)), UNTIDY) === address;
}

/** An address in a cell, and how many others the cell holds. */
interface Found {
  readonly address: string;
  readonly others: number;
  readonly cut: boolean;
}

/** A cell, or part of one, without separators. */
function single(text: string): Found | null {
  if (text.length > LONGEST_SINGLE) return null;
  const address = unwrap(text);
  const several = severalIn(text);
  if (several !== null) return several;
  if (checkSyntax(address) !== null || STRANGE.test(address)) return null;
  return { address, others: 0, cut: false };
}

/** Several addresses with blanks, bars or slashes between them; null: there is one at the most. */
function severalIn(text: string): Found | null {
  if (text.indexOf("@") === text.lastIndexOf("@")) return null;
  const within = angled(text);
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
  // A display name that is the address once more: `"ann@a.example" <ann@a.example>`.
  if (different === 1) return { address, others: 0, cut: false };
  return { address, others: different - 1, cut: true };
}

/** A cell in which separators stand between filled pieces. */
function among(pieces: readonly Piece[]): Found | null {
  const withAt = pieces.flatMap((piece, index) => (piece.text.includes("@") ? [index] : []));
  const read = withAt.map((index) => ({ index, found: single(pieces[index]?.text ?? "") }));
  if (read.length > 1) {
    const whole = read.flatMap(({ index, found }) =>
      found === null || isTorn(pieces, index, found.address) ? [] : [found.address],
    );
    const [address] = whole;
    if (address === undefined) return null;
    return { address, others: read.length - 1, cut: true };
  }
  const [only] = read;
  if (only?.found == null) return null;
  const { index, found } = only;
  if (angled(pieces[index]?.text ?? "") !== null) return found;
  return isTorn(pieces, index, found.address) ? null : { ...found, cut: true };
}

/** Whether the address in a piece may begin in the piece before it, or go on in the one behind. */
function isTorn(pieces: readonly Piece[], index: number, address: string): boolean {
  const piece = pieces[index];
  const after = pieces[index + 1];
  const before = pieces[index - 1];
  // `john,doe@a.example`: the comma may stand for a dot.
  const isJoined = piece !== undefined && !isLineBreak(piece.separator) && !/^\s/u.test(piece.text);
  if (before !== undefined && isJoined && !before.text.includes("@")) return true;
  if (after === undefined || isLineBreak(after.separator) || after.text.includes("@")) return false;
  return continues(domainOf(address), after.text);
}

function isLineBreak(separator: string): boolean {
  return separator === "\n" || separator === "\r";
}
