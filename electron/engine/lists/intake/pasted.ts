import Papa from "papaparse";
import { unwrap, withoutListMarker } from "../../text/index.ts";
import { namesAddresses } from "../detect/address-column.ts";

interface NamedAddress {
  readonly address: string;
  /** Display name; empty if there is none. */
  readonly name: string;
}

/** Text up to a line end or a semicolon; a comma or semicolon in a quoted display name ends nothing. */
const CLAUSE = /(?:"[^"\r\n]*"(?=\s*<)|[^;\r\n])+/g;
const PIECE = /(?:"[^"\r\n]*"(?=\s*<)|[^,])+/g;
/** The field of a mail's head that was copied with its addresses. */
const MAIL_FIELD = /^(?:to|cc|bcc|from|an|von|à|de|para):\s+/i;
const DASH = /[ \t][-–—]$/u;

/**
 * Returns a pasted text as a list. Addresses with display names, as mail programs and documents write them
 * (`"Lee, Ann" <ann@a.example>; Bob Ray <bob@b.example>`), become a table of `Email` and `Name`; any other text stays as it is.
 */
export function listOfPasted(text: string): string {
  const found: NamedAddress[] = [];
  for (const clause of text.match(CLAUSE) ?? []) {
    const named = addressesIn(clause);
    if (named === null) return text;
    found.push(...named);
  }
  if (!found.some(({ name }) => name !== "")) return text;
  const rows = found.map(({ address, name }) => [address, name]);
  return `${Papa.unparse([["Email", "Name"], ...rows], { newline: "\n" })}\n`;
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
    const named = namedAddress(text.trim());
    if (named === null) return null;
    found.push(named);
    before = "";
  }
  return before === "" ? found : null;
}

function namedAddress(item: string): NamedAddress | null {
  const text = withoutListMarker(item).replace(MAIL_FIELD, "");
  const isWord = (address: string) => address.includes("@") && !/[\s,<>]/u.test(address);
  if (isWord(text)) return { address: text, name: "" };
  const [name, address] = bracketed(text) ?? afterName(text) ?? [];
  if (name === undefined || address === undefined || !isWord(address) || /[<>\t]/u.test(name)) return null;
  const plain = unwrap(name.trim());
  return { address, name: plain.includes("@") || namesAddresses(plain) ? "" : plain };
}

/** Splits `Ann Lee <ann@a.example>`, with or without a full stop behind it. */
function bracketed(text: string): readonly [string, string] | null {
  const end = text.endsWith(">.") ? text.length - 2 : text.length - 1;
  const open = text.lastIndexOf("<");
  return text[end] !== ">" || open < 0 ? null : [text.slice(0, open), text.slice(open + 1, end).trim()];
}

/** Splits `Ann Lee - ann@a.example` and `Ann Lee: ann@a.example`. */
function afterName(text: string): readonly [string, string] | null {
  const blank = text.lastIndexOf(" ");
  const before = text.slice(0, Math.max(0, blank)).trimEnd();
  const isName = !before.includes("@") && (before.endsWith(":") || DASH.test(before));
  return isName ? [before.slice(0, -1), text.slice(blank + 1)] : null;
}
