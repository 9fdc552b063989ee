import { decode, type Encoding, encodingNamed } from "../../text/index.ts";

const VOWEL = "aeiouyáéíóúýäöü";
const CONSONANT = "bcdfghjklmnpqrstvwxz";
/** A letter that is next to a vowel, as most consonants are. */
const nextToVowel = (letters: string) => `(?<=[${VOWEL}])[${letters}]|[${letters}](?=[${VOWEL}])`;

/**
 * The letters beyond ASCII of languages, by code page, where they stand in names. The same byte is `è` in windows-1252
 * and `č` in windows-1250, so the neighbours decide: French writes `è` before a consonant and an `e`.
 */
const WESTERN = [
  "[äöüßáéíóúâîôëçœåª]",
  // Spanish, Portuguese
  "ñ(?=[aeiouáéíóú])|ã(?=[oeis]|$)|õ(?=e)",
  // French
  `ê(?=[mtsvcnrqpgl])|è(?=[${CONSONANT}]{1,3}e|s$)|û(?=[ltmr]|ch|s?$)|(?<=[aeoué])ï(?![aeou])|(?<=ha)ÿ`,
  // Italian
  `ù$|(?<=[${CONSONANT}])[ìò]$|(?<=[${CONSONANT}ou])è$`,
  // Catalan
  `à|(?<=[${CONSONANT}])[èò](?=[${CONSONANT}])`,
  // Danish, Norwegian
  `(?<![${VOWEL}])ø(?![aeiouáéíóú])|æ(?=[${CONSONANT}])`,
];
const ICELANDIC = ["[áéíóúðþæö]|(?<!y)ý(?![aeiouz])"];
const ESTONIAN = ["[äõöüšž]"];
const POLISH = ["[óąćęłśż]", `ń(?![${VOWEL}])|${nextToVowel("ź")}|(?<=d)ź`];
const CZECH_SLOVAK = [
  "[áéíóúýäöüôšžľťů]",
  `${nextToVowel("ďň")}|č(?=r)|${nextToVowel("č")}|ě(?!$)`,
  `(?<=[${VOWEL}])ř(?!y)|ř(?=[aeiouáéíóúěů])|(?<=[${CONSONANT}])ŕ(?=[${CONSONANT}])`,
];
const HUNGARIAN = ["[áéíóöúüű]", "ő(?!e)"];
const CROATIAN_SLOVENIAN = ["[šž]", `č(?=r)|${nextToVowel("čćđ")}`];
const ROMANIAN = ["[âîăşţ]"];
const CENTRAL = [POLISH, CZECH_SLOVAK, HUNGARIAN, CROATIAN_SLOVENIAN, ROMANIAN];
const COMMONEST = "windows-1252";
const LANGUAGES: readonly (readonly [encoding: string, languages: readonly (readonly string[])[]])[] = [
  [COMMONEST, [WESTERN, ICELANDIC, ESTONIAN]],
  ["windows-1250", CENTRAL],
  ["ISO-8859-2", CENTRAL],
  ["windows-1254", [["[çöüğışâîİ]"]]],
  ["windows-1257", [["[ąčęėįšųūž]"], ["[āčēģīķļņšūž]"], ESTONIAN]],
];
const CODE_PAGES = LANGUAGES.map(([name, languages]) => ({
  encoding: encodingNamed(name),
  isWestern: languages[0] === WESTERN,
  languages: languages.map((letters) => new RegExp(letters.join("|"), "giu")),
}));

/** Anything but letters, or characters that text is typed with, such as quotation marks. */
const BETWEEN_WORDS = /[\p{ASCII}--[a-z]]+|[’‘“”„«»–—…•·´×™®©€°§±½µ\u00a0]+/iv;
const BEYOND_ASCII = /[^\p{ASCII}]/u;
/** Share of the words that a language must explain (0 to 1). */
const MIN_SHARE = 0.5;
/** A guess other than windows-1252 is certain if it explains this many words more than the next best. */
const CLEAR_LEAD = 3;
const CLEAR_SHARE = 0.9;

/** Returns whether `letters` explain a word. One without an ASCII letter is in another script. */
function isExplained(word: string, letters: RegExp): boolean {
  return !BEYOND_ASCII.test(word.replace(letters, "")) && (word.length === 1 || /[a-z]/i.test(word));
}

/** Bytes that an encoding leaves undefined. */
const UNDEFINED = /[\u0080-\u009f\ufffd]/;

interface LatinReading {
  readonly encoding: Encoding;
  readonly text: string;
  /** Words beyond ASCII that the language which fits best explains. */
  readonly words: number;
  /** The language is one of Western Europe, the commonest ones. */
  readonly isWestern: boolean;
}

/** Returns the Latin readings of `bytes` that a language explains, best first, and whether the first is certain. */
export function latinReadings(bytes: Buffer): {
  readonly readings: readonly LatinReading[];
  readonly isCertain: boolean;
} {
  let most = 0;
  const readings = new Map<string, LatinReading>();
  for (const { encoding, isWestern, languages } of CODE_PAGES) {
    if (encoding === null) continue;
    const text = decode(bytes, encoding);
    const found = [...new Set(text.split(BETWEEN_WORDS).filter((word) => BEYOND_ASCII.test(word)))];
    const explained = languages.map((letters) => found.filter((word) => isExplained(word, letters)).length);
    const words = Math.max(...explained);
    most = Math.max(most, found.length);
    const known = readings.get(text);
    // Text that is the same in windows-1252 is read as that, whichever language explains it.
    if (known === undefined)
      readings.set(text, { encoding, text, words, isWestern: isWestern && explained[0] === words });
    else if (words > known.words)
      readings.set(text, { ...known, words, isWestern: known.encoding.name === COMMONEST });
  }
  const fitting = [...readings.values()]
    .filter(({ words }) => words > 0 && words >= most * MIN_SHARE)
    .sort((a, b) => b.words - a.words);
  const [first, ...others] = fitting;
  if (first === undefined || UNDEFINED.test(first.text)) return { readings: fitting, isCertain: false };
  const second = others.find(({ text }) => !UNDEFINED.test(text))?.words ?? 0;
  const isClear = first.words - second >= CLEAR_LEAD && second <= first.words * CLEAR_SHARE;
  return { readings: fitting, isCertain: first.isWestern ? first.words > second : isClear };
}
