import Papa from "papaparse";
import { domainOf } from "../../../../shared/addresses.ts";
import { foldSearch } from "../../../../shared/fold.ts";
import { continues, unwrap, withoutListMarker } from "../../text/index.ts";
import { namesAddresses } from "../detect/address-column.ts";

interface NamedAddress {
  readonly address: string;
  /** Display name; empty if there is none. */
  readonly name: string;
  /** Only a blank separates the two: they may be one mistyped address. */
  readonly isSpaced: boolean;
}

/** Text up to a line end or a semicolon; a comma or semicolon in a quoted display name ends nothing. */
const CLAUSE = /(?:"[^"\r\n]*"(?=\s*<)|[^;；\r\n])+/g;
const PIECE = /(?:"[^"\r\n]*"(?=\s*<)|[^,，、])+/g;
/** The field of a mail's head that was copied with its addresses. */
const MAIL_FIELD = /^(?:to|cc|bcc|from|an|von|à|de|para):\s+/i;
/** The link of a web page or a document written as Markdown. */
const LINK = /^\[([^[\]]*)\]\(([^()]*)\)$/u;
const DASH = /[ \t][-–—]$/u;
const DASHED = /^[-–—:][ \t]/u;
/** Words between addresses in a sentence. */
const BETWEEN = new Set(["/", "|", "&", "+", "and", "or", "und", "oder", "et", "ou", "y", "e", "en"]);
/** Share of the items that may be anything else: each becomes a row without an address. */
const MOST_OTHERS = 0.2;

/**
 * Returns a pasted text as a list with a header. Addresses with display names, as mail programs and documents write them
 * (`"Lee, Ann" <ann@a.example>; Bob Ray <bob@b.example>`), become a table of `Email` and `Name`, addresses alone one of
 * `Email`. Any other text (a table, prose) stays as it is.
 */
export function listOfPasted(text: string): string {
  const found: NamedAddress[] = [];
  let others = 0;
  let isAsItStands = !/[;；]/u.test(text);
  for (const clause of withoutBrackets(text).match(CLAUSE) ?? []) {
    if (clause.trim() === "") continue;
    const items = itemsIn(clause);
    const own = items.filter((item) => typeof item !== "string").length;
    others += items.length - own;
    // A header, or a title, comes first.
    if ((found.length === 0 && own < items.length) || isTable(clause)) return text;
    if (own !== 1 || items.length !== 1 || !isAlone(clause)) isAsItStands = false;
    for (const item of items)
      found.push(typeof item === "string" ? { address: item, name: "", isSpaced: false } : item);
  }
  // `john doe@a.example` among other addresses may be mistyped; where every line has a name, names are meant.
  const isDoubtful = found.some(({ isSpaced }) => isSpaced);
  const isNamedThroughout = found.length > 1 && found.every(({ name, isSpaced }) => isSpaced || name !== "");
  if (found.length === 0 || others > found.length * MOST_OTHERS || (isDoubtful && !isNamedThroughout))
    return text;
  if (isAsItStands) return `Email${text.includes("\r\n") ? "\r\n" : "\n"}${text}`;
  const isNamed = found.some(({ name }) => name !== "");
  const rows = found.map(({ address, name }) => (isNamed ? [address, name] : [address]));
  return `${Papa.unparse([isNamed ? ["Email", "Name"] : ["Email"], ...rows], { newline: "\n" })}\n`;
}

/** Returns a text without the brackets of a list in JSON or another programming language. */
function withoutBrackets(text: string): string {
  const bare = text.trim();
  return bare.startsWith("[") && bare.endsWith("]") ? bare.slice(1, -1) : text;
}

function isTable(clause: string): boolean {
  return withoutListMarker(clause).includes("\t");
}

/** Whether a clause is an address as it stands, but for a list marker. */
function isAlone(clause: string): boolean {
  return isWord(withoutListMarker(clause.trim()));
}

function isWord(address: string): boolean {
  return address.includes("@") && !/[\s,<>()[\]"]/u.test(address);
}

/** Returns the addresses of a clause, and as text what else it holds. */
function itemsIn(clause: string): (NamedAddress | string)[] {
  const found: (NamedAddress | string)[] = [];
  let before = "";
  for (const piece of clause.match(PIECE) ?? []) {
    const text = before + piece;
    // `Lee, Ann <ann@a.example>`: the comma belongs to the name.
    if (!piece.includes("@")) {
      before = piece.trim() === "" ? before : `${text},`;
      continue;
    }
    found.push(...(namedAddresses(text.trim()) ?? [text.trim()]));
    before = "";
  }
  const rest = before.slice(0, -1).trim();
  return rest === "" ? found : [...found, rest];
}

function namedAddresses(item: string): NamedAddress[] | null {
  const text = withoutListMarker(item).replace(MAIL_FIELD, "");
  const named = linked(text) ?? bracketed(text, "<", ">") ?? bracketed(text, "(", ")");
  return named === null ? (alone(text) ?? namedOnce(besideName(text))) : namedOnce(named);
}

/** Returns the addresses of a text that holds nothing else; `null` if it does. */
function alone(text: string): NamedAddress[] | null {
  const words = text.split(/\s+/u).filter((word) => !BETWEEN.has(word.toLowerCase()));
  const addresses = words.map(unwrap);
  return addresses.every(isWord)
    ? addresses.map((address) => ({ address, name: "", isSpaced: false }))
    : null;
}

function namedOnce(named: NamedAddress | null): NamedAddress[] | null {
  const address = named === null ? "" : unwrap(named.address);
  if (named === null || !isWord(address) || /[<>\t]/u.test(named.name)) return null;
  const name = unwrap(named.name.trim());
  const isName = /\p{L}/u.test(name) && !name.includes("@") && !namesAddresses(name);
  if (isName && named.isSpaced && mayBePart(name, address)) return null;
  return [{ ...named, address, name: isName ? name : "" }];
}

/** Whether a text beside an address may be part of it: `john doe@a.example`, `ann@firm.co uk`. */
function mayBePart(name: string, address: string): boolean {
  if (continues(domainOf(address), name)) return true;
  return !/\s/u.test(name) && !foldSearch(address).includes(foldSearch(name));
}

/** Splits `[Ann Lee](mailto:ann@a.example)`. */
function linked(text: string): NamedAddress | null {
  const [, name, address] = LINK.exec(text) ?? [];
  return name === undefined || address === undefined ? null : { name, address, isSpaced: false };
}

/** Splits `Ann Lee <ann@a.example>`, with or without a full stop behind it. */
function bracketed(text: string, open: string, close: string): NamedAddress | null {
  const end = text.endsWith(`${close}.`) ? text.length - 2 : text.length - 1;
  const start = text.lastIndexOf(open);
  const address = text.slice(start + 1, end).trim();
  if (text[end] !== close || start < 0 || !address.includes("@")) return null;
  return { name: text.slice(0, start), address, isSpaced: false };
}

/** Splits `Ann Lee - ann@a.example`, `Ann Lee: ann@a.example` and `Ann Lee ann@a.example`, also the other way round. */
function besideName(text: string): NamedAddress | null {
  const last = text.lastIndexOf(" ");
  const before = text.slice(0, Math.max(0, last)).trimEnd();
  if (before !== "" && !before.includes("@")) {
    const isMarked = before.endsWith(":") || DASH.test(before);
    return {
      name: isMarked ? before.slice(0, -1) : before,
      address: text.slice(last + 1),
      isSpaced: !isMarked,
    };
  }
  const first = text.indexOf(" ");
  const after = text.slice(first + 1).trimStart();
  if (first < 0 || after.includes("@")) return null;
  const isMarked = DASHED.test(after) || /^\(.*\)$/u.test(after);
  const name = DASHED.test(after) ? after.slice(1) : after;
  return { name, address: text.slice(0, first), isSpaced: !isMarked };
}
