import { foldAddress } from "../../../../shared/fold-addresses.ts";
import { checkSyntax } from "./syntax.ts";
import { continuesDomain, inAngleBrackets, isRegistrable, unwrap } from "./unwrap.ts";

const BEFORE = /^[\s'"`‘’‚“”„«»<>()[\]{}:;,!|*•·=]+/u;
const AFTER = /(?<![\s'"`‘’‚“”„«»<>()[\]{}:;,.!?|*•·=])[\s'"`‘’‚“”„«»<>()[\]{}:;,.!?|*•·=]+$/u;
/** `E: `, `E-Mail=`, `Work email: ` */
const NAMED = /^[\p{L}][\p{L} .-]{0,24}[:=]\s*/u;
/** A word before the address that may be a torn-off piece of the local part. */
const MAY_BE_LOCAL = /^[\p{Ll}\p{N}._+-]+$/u;
const HYPHENS = /[\u2010-\u2015\u2212\uFE58\uFE63]/gu;
const DOTS = /[\u2024\uFE52]/gu;
/** A local part that needs no quotes: `"ann"@a.example`. */
const QUOTED_WORD = /"([\w.+-]+)"\s*@/gu;
const WRITTEN_AT = /(?:(?<!\s)\s+)?[([{]\s*at\s*[)\]}]\s*/giu;

/** Returns the address probably meant by `text`, or `null`. Only used once the user accepts it. */
export function proposedAddress(text: string): string | null {
  const plain = text
    .replace(/[\uFF01-\uFF5E]/gu, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(HYPHENS, "-")
    .replace(DOTS, ".")
    .replace(QUOTED_WORD, "$1@")
    .trim();
  const cell = plain.replace(WRITTEN_AT, "@");
  if (!cell.includes("@")) return null;
  const linked = linkedAddress(plain);
  if (linked !== null) return linked;
  for (const candidate of candidatesOf(cell)) {
    if (candidate.includes("@") && checkSyntax(candidate) === null) return candidate;
  }
  return null;
}

/** Links with a text: of Access (`Ann#mailto:ann@a.example#`) and of Markdown. */
const LINKS = [
  /^(?<text>[^#]*)#(?:mailto:|https?:\/\/)(?<target>[^#/]*)(?:#[^@]*)?$/isu,
  /^\[(?<text>[^\]]*)\]\((?:mailto:)?(?<target>[^)]*)\)$/isu,
];
const HTML_LINK = /^<a\s[^>]*>/i;
const HTML_END = "</a>";

function htmlLink(cell: string): { readonly text: string; readonly target: string } | null {
  const opening = HTML_LINK.exec(cell)?.[0];
  if (opening === undefined || !cell.toLowerCase().endsWith(HTML_END)) return null;
  const target = /mailto:([^"'>\s]*)/i.exec(opening)?.[1];
  return target === undefined ? null : { text: cell.slice(opening.length, -HTML_END.length), target };
}

/** Returns the address that a cell links to; `null` if its text names another one. */
function linkedAddress(cell: string): string | null {
  const links = [...LINKS.map((link) => link.exec(cell)?.groups), htmlLink(cell)];
  for (const link of links) {
    const { text = "", target = "" } = link ?? {};
    const address = unwrap(`mailto:${target}`);
    if (checkSyntax(address) !== null) continue;
    return !text.includes("@") || foldAddress(unwrap(text)) === foldAddress(address) ? address : null;
  }
  return null;
}

function* candidatesOf(cell: string): Generator<string> {
  const inside = inAngleBrackets(cell);
  if (inside !== null && inside !== cell) yield* candidatesOf(inside);
  const bare = trimmed(cell);
  const named = trimmed(bare.replace(NAMED, ""));
  for (const text of new Set([named, bare])) {
    yield* dotted(text);
    if (startsWithQuote(cell)) yield text;
    yield text;
    yield text.replace(/(?:(?<!\s)\s+)?@\s*/gu, "@").replace(/(?:(?<!\s)\s+)?\.\s*/gu, ".");
    yield withSingleDots(text.replace(/@[.\s]*/u, "@"));
    yield text.replace(/@{2,}/u, "@");
  }
  yield* wordOf(cell);
}

function withSingleDots(text: string): string {
  const domain = text.lastIndexOf("@") + 1;
  return text.slice(0, domain) + text.slice(domain).replace(/\.{2,}/gu, ".");
}

function startsWithQuote(cell: string): boolean {
  return /^['‘’`]/u.test(cell);
}

function trimmed(text: string): string {
  return unwrap(text.replace(BEFORE, "").replace(AFTER, ""));
}

/** Yields corrections of `,` or `;` typed for a dot: `ann@firm.co,uk`, `ann@gmail,com`, `john,doe@firm.com`. */
function* dotted(text: string): Generator<string> {
  if (!/[,;]/u.test(text)) return;
  const at = text.indexOf("@");
  if (at < 0 || text.indexOf("@", at + 1) >= 0) return;
  const local = text.slice(0, at).replace(/[,;]/gu, ".");
  const domain = text.slice(at + 1);
  const [first = "", ...others] = domain.split(/[,;]/u);
  if (others.length === 0) {
    if (!/\s/u.test(local)) yield `${local}@${domain}`;
    return;
  }
  const joined = [first, ...others.map((part) => part.trim())].join(".");
  const isWhole = others.every((part, i) => {
    const before = [first, ...others.slice(0, i).map((one) => one.trim())].join(".");
    return !/^\s/u.test(part) || !before.includes(".") || continuesDomain(before, part);
  });
  if (isWhole && isRegistrable(joined) && !/\s/u.test(local)) yield `${local}@${joined}`;
}

function* wordOf(cell: string): Generator<string> {
  const words = cell.split(/[\s,;]+/u).filter((word) => word !== "");
  const at = words.findIndex((word) => word.includes("@"));
  if (at < 0 || words.findIndex((word, i) => i > at && word.includes("@")) >= 0) return;
  const before = words[at - 1];
  const after = words[at + 1];
  const word = trimmed((words[at] ?? "").replace(NAMED, ""));
  if (before !== undefined && MAY_BE_LOCAL.test(before)) return;
  if (after !== undefined && !/[)>\]]$/u.test(words[at] ?? "")) {
    const domain = word.slice(word.lastIndexOf("@") + 1);
    const last = words.length === at + 2;
    if (last && continuesDomain(domain, after)) yield `${word}.${trimmed(after)}`;
    // `ann@ac me.example` has a blank in its domain; `ann@ac` alone would be a different address.
    if (!domain.includes(".")) {
      if (last && after.includes(".")) yield `${word}${trimmed(after)}`;
      return;
    }
  }
  yield word;
}
