import { foldText } from "./fold-addresses.ts";

/** Latin letters that Unicode doesn't decompose, with their usual ASCII spelling. */
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
/** Accents of Latin, Greek and Cyrillic letters. Combining marks of other scripts are vowels and must stay. */
const ACCENTS = /[\u0300-\u036f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: everything in ASCII
const ASCII = /^[\u0000-\u007F]*$/;

/**
 * Returns the form used for searching: case and accents are ignored (`muller` finds `Müller`, `soren` finds `Søren`).
 * Not for equality: texts that differ by an accent are different values.
 */
export function foldSearch(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const bare = foldText(text).normalize("NFD").replace(ACCENTS, "").normalize("NFC");
  return bare.replace(LETTER, (letter) => LETTERS[letter] ?? letter);
}
