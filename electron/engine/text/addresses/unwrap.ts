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

const LIST_MARKER =
  /^(?:[•‣⁃◦▪▫●○■□☐☑☒✓✔➢➤►→]\s*|[-–—*+>]\s+(?:\[[ xX]?\]\s+)?|\d{1,5}[.)]\s+|\(\d{1,5}\)\s+|[A-Za-z]\)\s+)/u;

export function withoutListMarker(text: string): string {
  return text.replace(LIST_MARKER, "");
}

export interface Piece {
  readonly separator: string;
  readonly text: string;
}

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

/** Returns the text in the last angle brackets of `Name <ann@a.example>`; `null` if they contain no `@`. */
export function inAngleBrackets(text: string): string | null {
  const close = text.lastIndexOf(">");
  const open = text.lastIndexOf("<");
  if (open < 0 || close < open) return null;
  const inside = text.slice(open + 1, close);
  return inside.includes("@") && !inside.includes(">") ? inside.trim() : null;
}

/** Strips what can safely be removed around an address: list marker, display name, `mailto:`, quotes, blanks. */
export function unwrap(piece: string): string {
  let text = withoutListMarker(piece.trim());
  text = inAngleBrackets(text) ?? text;
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

/** In `"a b"@c`, the quotes belong to the address. */
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

const COMPANY_FORMS = new Set(
  "inc llc ltd gmbh ag sa co company kg limited bv nv ab oy as srl spa plc corp".split(" "),
);
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}-]+)*$/u;

/** Returns whether `text` continues `domain` after a mistyped dot: `uk` after `firm.co`, not `Inc.` after `a.com`. */
export function continuesDomain(domain: string, text: string): boolean {
  const label = text
    .trim()
    .replace(/(?<!\.)\.+$/u, "")
    .toLowerCase();
  if (!LABEL.test(label)) return false;
  const left = parse(domain);
  const joined = parse(`${domain}.${label}`);
  // `name@ai` is valid, but rarely meant if a word follows.
  if (/^\s/u.test(text) && domain.includes(".") && COMPANY_FORMS.has(label)) return false;
  if (joined.isIcann !== true) return false;
  return left.isIcann !== true || joined.publicSuffix === `${left.publicSuffix}.${label}`;
}

export function isRegistrable(domain: string): boolean {
  const { isIcann, domain: registered } = parse(domain);
  return isIcann === true && registered !== null;
}
