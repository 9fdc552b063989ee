import { inBrackets, type SystemCode, systemCode, wordingOf } from "./define-problem.ts";
import { refusalInWords } from "./system-codes.ts";

/** Values of a problem that has only the system's error code. */
export const systemErrorShape = { code: systemCode.optional() };

/** Returns the reason in parentheses: Winnow's own from `words`, or the system's. */
export function reasonInParentheses(
  { why, code }: { why?: string | undefined; code?: SystemCode | undefined },
  words: Readonly<Record<string, string>> = {},
): string {
  return inBrackets(why === undefined ? refusalInWords(code) : wordingOf(words, why, {}));
}
