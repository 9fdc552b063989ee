import { refusalInWords } from "./system-codes.ts";
import { inBrackets, inWords, type SystemCode, systemCode } from "./values.ts";

/** Nothing but what the system says, by its code. */
export const refused = { code: systemCode.optional() };

/** Why the system refused, in brackets; or why Winnow did, by the table `words`. */
export function refusal(
  { why, code }: { why?: string | undefined; code?: SystemCode | undefined },
  words: Readonly<Record<string, string>> = {},
): string {
  return inBrackets(why === undefined ? refusalInWords(code) : inWords(words, why, {}));
}
