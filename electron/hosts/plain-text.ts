import type { Problem } from "../../shared/problems.ts";
import { sentences } from "../../shared/sentences.ts";

/** White space that moves a terminal's cursor to another place than the next. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** What steers a terminal, or the direction of what is read; joiners stay, because names need them. */
const STEERS = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]+/gu;

/** `text` as one line that only shows itself: names, addresses and the service's words may hold anything. */
export function plainLine(text: string): string {
  return text.replace(BREAKS, " ").replace(STEERS, "\u{fffd}");
}

/** A problem as one line of text. */
export function problemLine({ title, detail, action }: Problem): string {
  return plainLine(sentences(title, detail, action));
}

/** `value` as JSON on one line: exact when it is parsed, and harmless where it is looked at. */
export function jsonLine(value: unknown): string {
  // What JSON itself escapes is escaped by now: everything else that steers stands in strings.
  return JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}
