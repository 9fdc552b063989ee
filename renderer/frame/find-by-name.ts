import { foldText } from "../../shared/addresses.ts";

/**
 * How well `name` answers to `typed`, the more the better; null: not at all. What begins so comes before a word that
 * begins so, that before any place in it, and that before letters that only stand in it one after the other.
 */
function answersTo(name: string, typed: string): number | null {
  const text = foldText(name);
  const wanted = foldText(typed).trim();
  if (text.startsWith(wanted)) return 4;
  if (startsWord(text, wanted)) return 3;
  if (text.includes(wanted)) return 2;
  let from = 0;
  for (const letter of wanted.replaceAll(/\s/gu, "")) {
    const found = text.indexOf(letter, from);
    if (found < 0) return null;
    from = found + letter.length;
  }
  return 1;
}

function startsWord(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? "")) return true;
  return false;
}

/** Those that answer to `typed`, the best first and otherwise in their own order; all of them while nothing is typed. */
export function findByName<T>(all: readonly T[], typed: string, nameOf: (one: T) => string): T[] {
  if (typed.trim() === "") return [...all];
  return all
    .map((one) => ({ one, rank: answersTo(nameOf(one), typed) }))
    .filter((found): found is { one: T; rank: number } => found.rank !== null)
    .sort((a, b) => b.rank - a.rank)
    .map(({ one }) => one);
}
