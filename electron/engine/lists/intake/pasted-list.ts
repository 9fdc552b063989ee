import Papa from "papaparse";
import { domainOf } from "../../../../shared/fold-addresses.ts";
import { foldSearch } from "../../../../shared/fold-search.ts";
import { continuesDomain, unwrap, withoutListMarker } from "../../text/index.ts";
import { isAddressHeader } from "../detect/address-column.ts";

interface NamedAddress {
  readonly address: string;
  /** Display name; empty if unknown. */
  readonly name: string;
  /** Only a blank separates name and address, so together they may be one mistyped address. */
  readonly isSpaced: boolean;
}

/** A part of pasted text and its address; `null` if it contains anything else. */
interface Item {
  readonly text: string;
  readonly found: NamedAddress | null;
}

/** Text up to a line end or semicolon, except inside a quoted display name. PIECE does the same for commas. */
const CLAUSE = /(?:"[^"\r\n]*"(?=\s*<)|[^;；\r\n])+/g;
const PIECE = /(?:"[^"\r\n]*"(?=\s*<)|[^,，、])+/g;
/** Mail header field copied along with its addresses. */
const MAIL_FIELD = /^(?:to|cc|bcc|from|an|von|à|de|para):\s+/i;
const LINK = /^\[([^[\]]*)\]\(([^()]*)\)$/u;
const DASH = /[ \t][-–—]$/u;
const DASHED = /^[-–—:][ \t]/u;
/** Words between addresses in a sentence. */
const BETWEEN = new Set(["/", "&", "+", "and", "or", "und", "oder", "et", "ou", "y", "e", "en"]);
/** Minimum length of a name; a shorter word next to an address may be a piece of it. */
const MIN_NAME_LENGTH = 3;
/** Maximum share of items without an address; each becomes a malformed row (0 to 1). */
const MAX_OTHERS = 0.2;

/**
 * Converts pasted text to a list with a header. Addresses with display names (`"Lee, Ann" <ann@a.example>; Bob Ray
 * <bob@b.example>`) become columns `Email` and `Name`; bare addresses become `Email`. A title above them is dropped.
 * Other text, such as a table or prose, is returned unchanged.
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
    // Probably the header of a table.
    if (items.length === 0 && own.some(({ found }) => found === null)) return pasted;
    if (own.length !== 1 || !isWord(withoutListMarker(clause.trim()))) isAsItStands = false;
    items.push(...own);
  }
  const found = items.flatMap((item) => item.found ?? []);
  // `john doe@a.example` may be a typo among plain addresses, unless every line has a name.
  const isNamedThroughout =
    items.length > 1 &&
    found.length === items.length &&
    found.every((one) => one.isSpaced || one.name !== "");
  const isRead = (one: Item["found"]) => one !== null && (isNamedThroughout || !one.isSpaced);
  const others = items.filter((item) => !isRead(item.found)).length;
  if (items.length === 0 || others > items.length * MAX_OTHERS) return pasted;
  const isNamed = found.some(({ name }) => name !== "");
  // A line above bare addresses may be their column name.
  if (!isNamed && start > 0) return pasted;
  if (isAsItStands) return `Email${pasted.includes("\r\n") ? "\r\n" : "\n"}${pasted}`;
  const rows = items.map(({ text, found: one }) => {
    const { address, name } = one !== null && isRead(one) ? one : { address: text, name: "" };
    return isNamed ? [address, name] : [address];
  });
  return `${Papa.unparse([isNamed ? ["Email", "Name"] : ["Email"], ...rows], { newline: "\n" })}\n`;
}

function withoutBrackets(text: string): string {
  const bare = text.trim();
  return bare.startsWith("[") && bare.endsWith("]") ? bare.slice(1, -1).trimStart() : text;
}

/** Replaces tabs that only align columns with blanks. Their number varies by line, unlike in copied spreadsheets. */
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

function itemsIn(clause: string): Item[] {
  const items: Item[] = [];
  let before = "";
  for (const piece of clause.match(PIECE) ?? []) {
    // In `Lee, Ann <ann@a.example>`, the comma is part of the name.
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
  return named === null ? (bareAddresses(text) ?? namedOnce(besideName(text))) : namedOnce(named);
}

function bareAddresses(text: string): NamedAddress[] | null {
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
  const isName = /\p{L}/u.test(name) && !name.includes("@") && !isAddressHeader(name);
  if (isName && named.isSpaced && mayBePart(name, address)) return null;
  return [{ ...named, address, name: isName ? name : "" }];
}

/** Returns whether text next to an address may be part of it: `john doe@a.example`, `ann@firm.co uk`. */
function mayBePart(name: string, address: string): boolean {
  if (continuesDomain(domainOf(address), name) || name.length < MIN_NAME_LENGTH) return true;
  return !/\s/u.test(name) && !foldSearch(address).includes(foldSearch(name));
}

/** Splits a name and an address separated by two or more blanks. */
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

/** Splits `Ann Lee <ann@a.example>`, also with a full stop at the end. */
function bracketed(text: string, open: string, close: string): NamedAddress | null {
  const end = text.endsWith(`${close}.`) ? text.length - 2 : text.length - 1;
  const start = text.lastIndexOf(open);
  const address = text.slice(start + 1, end).trim();
  if (text[end] !== close || start < 0 || !address.includes("@")) return null;
  return { name: text.slice(0, start), address, isSpaced: false };
}

/** Splits `Ann Lee - ann@a.example`, `Ann Lee: ann@a.example` and `Ann Lee ann@a.example`, in either order. */
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
