import type { Problem } from "../../shared/problems.ts";
import { sentences } from "../../shared/sentences.ts";

/** White space that moves a terminal's cursor to another line or column. */
const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Control, format and surrogate characters. Joiners stay, because names need them. */
const CONTROL_CHARACTERS = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]+/gu;

/**
 * Sanitizes text to one line without control or bidi characters. Names, addresses and service messages may contain any.
 */
export function plainLine(text: string): string {
  return text.replace(LINE_BREAKS, " ").replace(CONTROL_CHARACTERS, "\u{fffd}");
}

export function problemLine({ title, detail, action }: Problem): string {
  return plainLine(sentences(title, detail, action));
}

/** A trait of problems that the page's words depend on. To a script it would claim a charge. */
const PAGE_ONLY = "chargeUnknown" satisfies keyof Problem;

/** Returns `value` as JSON on one line, with control and format characters escaped. */
export function jsonLine(value: unknown): string {
  const text = JSON.stringify(value, (key, one: unknown) => (key === PAGE_ONLY ? undefined : one));
  // JSON.stringify has escaped the ASCII ones, so all that remain are inside strings.
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}
