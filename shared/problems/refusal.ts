import { refusalInWords } from "./system-codes.ts";
import { inBrackets, type SystemCode, systemCode, wordingOf } from "./values.ts";

/** Values of a problem that has only the system's error code. */
export const systemErrorShape = { code: systemCode.optional() };

/** Returns the reason in parentheses: Winnow's own from `words`, or the system's. */
export function reasonInParentheses(
  { why, code }: { why?: string | undefined; code?: SystemCode | undefined },
  words: Readonly<Record<string, string>> = {},
): string {
  return inBrackets(why === undefined ? refusalInWords(code) : wordingOf(words, why, {}));
}
