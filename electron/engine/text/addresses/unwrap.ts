import { parse } from "tldts";

const QUOTE_PAIRS: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["“", "”"],
  ["‘", "’"],
  ["«", "»"],
  ["„", "“"],
  ["<", ">"],
  ["(", ")"],
]);

/** A bullet, a check box or a number, as lists in documents and mails have them before each line. */
const LIST_MARKER =
  /^(?:[•‣⁃◦▪▫●○■□☐☑☒✓✔➢➤►→]\s*|[-–—*+>]\s+(?:\[[ xX]?\]\s+)?|\d{1,5}[.)]\s+|\(\d{1,5}\)\s+|[A-Za-z]\)\s+)/u;

/** Returns `text` without a list marker in front of it. */
export function withoutListMarker(text: string): string {
  return text.replace(LIST_MARKER, "");
}

/** A part of a cell, and the separator that stood before it; the empty string: the cell begins here. */
export interface Piece {
  readonly separator: string;
  readonly text: string;
}

/** Cuts a cell at the commas, semicolons and line breaks that stand outside quotes. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let quoted = false;
  let from = 0;
  let separator = "";
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? "";
    if (c === "\\") i++;
    else if (c === '"') quoted = !quoted;
    else if (!quoted && (c === "," || c === ";" || c === "\n" || c === "\r")) {
      pieces.push({ separator, text: text.slice(from, i) });
      separator = c;
      from = i + 1;
    }
  }
  pieces.push({ separator, text: text.slice(from) });
  return quoted ? [{ separator: "", text }] : pieces;
}

/** What stands between the last angle brackets of `Name <ann@a.example>`; null: there are none around an `@`. */
export function angled(text: string): string | null {
  const close = text.lastIndexOf(">");
  const open = text.lastIndexOf("<");
  if (open < 0 || close < open) return null;
  const inside = text.slice(open + 1, close);
  return inside.includes("@") && !inside.includes(">") ? inside.trim() : null;
}

/** `piece` without what certainly stands around an address: a list marker, a name before angle brackets, `mailto:`, quotes, blanks. */
export function unwrap(piece: string): string {
  let text = withoutListMarker(piece.trim());
  text = angled(text) ?? text;
  for (;;) {
    const before = text;
    const mailto = /^mailto:\s*/i.exec(text);
    if (mailto !== null) text = unescapeMailto(text.slice(mailto[0].length));
    const close = QUOTE_PAIRS.get(text[0] ?? "");
    if (close !== undefined && text.length > 1 && text.endsWith(close) && !quotedLocal(text)) {
      text = text.slice(1, -1).trim();
    }
    if (text === before) return text;
  }
}

/** `"a b"@c` begins with a quote, but the quote belongs to the address. */
function quotedLocal(text: string): boolean {
  return text.startsWith('"') && !text.endsWith('"');
}

function unescapeMailto(text: string): string {
  const query = text.indexOf("?");
  const plain = query < 0 ? text : text.slice(0, query);
  try {
    return decodeURIComponent(plain).trim();
  } catch {
    return plain.trim();
  }
}

/** Words behind a company's name that are top-level domains too. */
const COMPANY_FORMS = new Set(
  "inc llc ltd gmbh ag sa co company kg limited bv nv ab oy as srl spa plc corp".split(" "),
);
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}-]+)*$/u;

/**
 * Whether `text`, which follows `domain` after a separator that may stand for a dot, is the rest of that domain:
 * `firm.co` and `uk`, but not `mail.com` and ` Inc.`
 */
export function continues(domain: string, text: string): boolean {
  const label = text
    .trim()
    .replace(/(?<!\.)\.+$/u, "")
    .toLowerCase();
  if (!LABEL.test(label)) return false;
  const left = parse(domain);
  const joined = parse(`${domain}.${label}`);
  // `name@ai` is an address, but hardly ever what is meant where something follows.
  if (/^\s/u.test(text) && domain.includes(".") && COMPANY_FORMS.has(label)) return false;
  if (joined.isIcann !== true) return false;
  return left.isIcann !== true || joined.publicSuffix === `${left.publicSuffix}.${label}`;
}

/** Whether a domain ends in something that is registered under. */
export function isRegistrable(domain: string): boolean {
  const { isIcann, domain: registered } = parse(domain);
  return isIcann === true && registered !== null;
}
