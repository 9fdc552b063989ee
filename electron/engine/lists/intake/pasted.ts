import Papa from "papaparse";
import { unwrap, withoutListMarker } from "../../text/index.ts";
import { namesAddresses } from "../detect/address-column.ts";

interface NamedAddress {
  readonly address: string;
  /** Display name; empty if there is none. */
  readonly name: string;
  /** Only a blank separates the two: they may be one mistyped address. */
  readonly isSpaced: boolean;
}

/** Text up to a line end or a semicolon; a comma or semicolon in a quoted display name ends nothing. */
const CLAUSE = /(?:"[^"\r\n]*"(?=\s*<)|[^;\r\n])+/g;
const PIECE = /(?:"[^"\r\n]*"(?=\s*<)|[^,])+/g;
/** The field of a mail's head that was copied with its addresses. */
const MAIL_FIELD = /^(?:to|cc|bcc|from|an|von|à|de|para):\s+/i;
const DASH = /[ \t][-–—]$/u;

/**
 * Returns a pasted text as a list with a header. Addresses with display names, as mail programs and documents write them
 * (`"Lee, Ann" <ann@a.example>; Bob Ray <bob@b.example>`), become a table of `Email` and `Name`, addresses alone one of
 * `Email`. Any other text (a table, prose) stays as it is.
 */
export function listOfPasted(text: string): string {
  const found: NamedAddress[] = [];
  let isLineEach = true;
  for (const clause of text.match(CLAUSE) ?? []) {
    const named = addressesIn(clause);
    if (named === null) return text;
    if (named.length > 1) isLineEach = false;
    found.push(...named);
  }
  const isNamed = found.some(({ name }) => name !== "");
  // `john doe@a.example` among other addresses may be mistyped; where every line has a name, names are meant.
  const isDoubtful = found.some(({ isSpaced }) => isSpaced);
  if (found.length === 0 || (isDoubtful && (found.length < 2 || !found.every(({ name }) => name !== ""))))
    return text;
  if (!isNamed && isLineEach && !text.includes(";"))
    return `Email${text.includes("\r\n") ? "\r\n" : "\n"}${text}`;
  const rows = isNamed
    ? found.map(({ address, name }) => [address, name])
    : found.map(({ address }) => [address]);
  const header = isNamed ? ["Email", "Name"] : ["Email"];
  return `${Papa.unparse([header, ...rows], { newline: "\n" })}\n`;
}

/** Returns the addresses of a clause; `null` if it holds anything else. */
function addressesIn(clause: string): NamedAddress[] | null {
  const found: NamedAddress[] = [];
  let before = "";
  for (const piece of clause.match(PIECE) ?? []) {
    const text = before + piece;
    // `Lee, Ann <ann@a.example>`: the comma belongs to the name.
    if (piece.lastIndexOf("@") <= piece.lastIndexOf('"')) {
      before = piece.trim() === "" ? before : `${text},`;
      continue;
    }
    const named = namedAddresses(text.trim());
    if (named === null) return null;
    found.push(...named);
    before = "";
  }
  return before === "" ? found : null;
}

function isWord(address: string): boolean {
  return address.includes("@") && !/[\s,<>]/u.test(address);
}

function namedAddresses(item: string): NamedAddress[] | null {
  const text = withoutListMarker(item).replace(MAIL_FIELD, "");
  const words = text.split(/\s+/u);
  if (words.every(isWord)) return words.map((address) => ({ address, name: "", isSpaced: false }));
  const found = bracketed(text) ?? afterName(text);
  if (found === null || !isWord(found.address) || /[<>\t]/u.test(found.name)) return null;
  const name = unwrap(found.name.trim());
  return [{ ...found, name: name.includes("@") || namesAddresses(name) ? "" : name }];
}

/** Splits `Ann Lee <ann@a.example>`, with or without a full stop behind it. */
function bracketed(text: string): NamedAddress | null {
  const end = text.endsWith(">.") ? text.length - 2 : text.length - 1;
  const open = text.lastIndexOf("<");
  if (text[end] !== ">" || open < 0) return null;
  return { name: text.slice(0, open), address: text.slice(open + 1, end).trim(), isSpaced: false };
}

/** Splits `Ann Lee - ann@a.example`, `Ann Lee: ann@a.example` and `Ann Lee ann@a.example`. */
function afterName(text: string): NamedAddress | null {
  const blank = text.lastIndexOf(" ");
  const before = text.slice(0, Math.max(0, blank)).trimEnd();
  const address = text.slice(blank + 1);
  if (before === "" || before.includes("@")) return null;
  const isMarked = before.endsWith(":") || DASH.test(before);
  return { name: isMarked ? before.slice(0, -1) : before, address, isSpaced: !isMarked };
}
