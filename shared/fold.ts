import { foldText } from "./addresses.ts";

/** Latin letters that Unicode doesn't decompose, as people type them without a keyboard for them. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
  ł: "l",
};
const LETTER = /[ßæœøđðþħıł]/g;
/** Accents of Latin, Greek and Cyrillic letters; marks of other scripts spell vowels. */
const ACCENTS = /[\u0300-\u036f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: everything in ASCII
const ASCII = /^[\u0000-\u007F]*$/;

/**
 * Returns the form in which people search: case and accents don't count (`muller` finds `Müller`, `soren` finds `Søren`).
 * Only for searching: texts that differ by an accent are still different values.
 */
export function foldSearch(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const bare = foldText(text).normalize("NFD").replace(ACCENTS, "").normalize("NFC");
  return bare.replace(LETTER, (letter) => LETTERS[letter] ?? letter);
}
