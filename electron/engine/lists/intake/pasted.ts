import Papa from "papaparse";
import { domainOf } from "../../../../shared/addresses.ts";
import { foldSearch } from "../../../../shared/fold.ts";
import { continues, unwrap, withoutListMarker } from "../../text/index.ts";
import { namesAddresses } from "../detect/address-column.ts";

interface NamedAddress {
  readonly address: string;
  /** Display name; empty if unknown. */
  readonly name: string;
  /** Only a blank separates the two: they may be one mistyped address. */
  readonly isSpaced: boolean;
}

/** A part of a pasted text, and the address in it; `null` if it is anything else. */
interface Item {
  readonly text: string;
  readonly found: NamedAddress | null;
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
const BETWEEN = new Set(["/", "&", "+", "and", "or", "und", "oder", "et", "ou", "y", "e", "en"]);
/** A shorter word beside an address may have been torn off it. */
const SHORTEST_NAME = 3;
/** Share of the items that may be anything else: each becomes a row without an address. */
const MOST_OTHERS = 0.2;

/**
 * Returns a pasted text as a list with a header. Addresses with display names, as mail programs and documents write them
 * (`"Lee, Ann" <ann@a.example>; Bob Ray <bob@b.example>`), become a table of `Email` and `Name`, addresses alone one of
 * `Email`; a title above them is left out. Any other text (a table, prose) stays as it is.
 */
export function listOfPasted(pasted: string): string {
  const listed = withoutBrackets(pasted);
  const start = listed.lastIndexOf("\n", listed.indexOf("@")) + 1;
  const body = withoutAlignment(listed.slice(start));
  if (/[\t|]/u.test(withoutListMarkers(body))) return pasted;
  const items: Item[] = [];
  let isAsItStands = start === 0 && listed === pasted && !/[;；]/u.test(body);
  for (const clause of body.match(CLAUSE) ?? []) {
    if (clause.trim() === "") continue;
    const own = itemsIn(clause);
    // The columns of a table, most likely.
    if (items.length === 0 && own.some(({ found }) => found === null)) return pasted;
    if (own.length !== 1 || !isWord(withoutListMarker(clause.trim()))) isAsItStands = false;
    items.push(...own);
  }
  const found = items.flatMap((item) => item.found ?? []);
  // `john doe@a.example` among other addresses may be mistyped; where every line has a name, names are meant.
  const isNamedThroughout =
    items.length > 1 &&
    found.length === items.length &&
    found.every((one) => one.isSpaced || one.name !== "");
  const isRead = (one: Item["found"]) => one !== null && (isNamedThroughout || !one.isSpaced);
  const others = items.filter((item) => !isRead(item.found)).length;
  if (items.length === 0 || others > items.length * MOST_OTHERS) return pasted;
  const isNamed = found.some(({ name }) => name !== "");
  // The line above addresses alone may be the name of their column.
  if (!isNamed && start > 0) return pasted;
  if (isAsItStands) return `Email${pasted.includes("\r\n") ? "\r\n" : "\n"}${pasted}`;
  const rows = items.map(({ text, found: one }) => {
    const { address, name } = one !== null && isRead(one) ? one : { address: text, name: "" };
    return isNamed ? [address, name] : [address];
  });
  return `${Papa.unparse([isNamed ? ["Email", "Name"] : ["Email"], ...rows], { newline: "\n" })}\n`;
}

/** Returns a text without the brackets of a list in JSON or another programming language. */
function withoutBrackets(text: string): string {
  const bare = text.trim();
  return bare.startsWith("[") && bare.endsWith("]") ? bare.slice(1, -1).trimStart() : text;
}

/**
 * Returns a text with blanks in place of the tabs that align its columns: as many as a name is short, where a table of a
 * spreadsheet has the same number on each line.
 */
function withoutAlignment(text: string): string {
  const tabs = new Set(
    text.split("\n").flatMap((line) => (line.includes("@") ? [line.split("\t").length] : [])),
  );
  return tabs.size > 1 ? text.replace(/\t+/gu, "  ") : text;
}

function withoutListMarkers(text: string): string {
  return text.split("\n").map(withoutListMarker).join("\n");
}

function isWord(address: string): boolean {
  return address.includes("@") && !/[\s,<>()[\]"]/u.test(address);
}

/** Returns the items of a clause, each with its address. */
function itemsIn(clause: string): Item[] {
  const items: Item[] = [];
  let before = "";
  for (const piece of clause.match(PIECE) ?? []) {
    // `Lee, Ann <ann@a.example>`: the comma belongs to the name.
    if (!piece.includes("@")) {
      before = piece.trim() === "" ? before : `${before}${piece},`;
      continue;
    }
    const text = (before + piece).trim();
    items.push(...(namedAddresses(text) ?? [null]).map((found) => ({ text, found })));
    before = "";
  }
  const rest = before.slice(0, -1).trim();
  return rest === "" ? items : [...items, { text: rest, found: null }];
}

function namedAddresses(item: string): NamedAddress[] | null {
  const text = withoutListMarker(item).replace(MAIL_FIELD, "");
  const named = linked(text) ?? bracketed(text, "<", ">") ?? bracketed(text, "(", ")") ?? inColumns(text);
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

/** Returns whether a text beside an address may be part of it: `john doe@a.example`, `ann@firm.co uk`. */
function mayBePart(name: string, address: string): boolean {
  if (continues(domainOf(address), name) || name.length < SHORTEST_NAME) return true;
  return !/\s/u.test(name) && !foldSearch(address).includes(foldSearch(name));
}

/** Splits a name and an address that stand in columns of their own: two blanks or more are between them. */
function inColumns(text: string): NamedAddress | null {
  const [one = "", other = "", ...further] = text.split(/ {2,}/u);
  if (further.length > 0 || isWord(one) === isWord(other)) return null;
  return isWord(one)
    ? { address: one, name: other, isSpaced: false }
    : { address: other, name: one, isSpaced: false };
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
