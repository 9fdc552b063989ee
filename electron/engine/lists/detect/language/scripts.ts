/** Scripts in which words are weighed against each other; those of East Asia are one. */
export type Script = "latin" | "cyrillic" | "greek" | "hebrew" | "arabic" | "east_asian" | "other";

const SCRIPTS: readonly [Script, RegExp][] = [
  ["latin", /\p{Script=Latin}/u],
  ["cyrillic", /\p{Script=Cyrillic}/u],
  [
    "east_asian",
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー]/u,
  ],
  ["greek", /\p{Script=Greek}/u],
  ["hebrew", /\p{Script=Hebrew}/u],
  ["arabic", /\p{Script=Arabic}/u],
];

const known = new Map<string, Script>();

export function scriptOfLetter(letter: string): Script {
  let script = known.get(letter);
  if (script === undefined) {
    script = SCRIPTS.find(([, pattern]) => pattern.test(letter))?.[0] ?? "other";
    known.set(letter, script);
  }
  return script;
}

/** The script of a word: that of its first letter beyond ASCII. */
export function scriptOf(word: string): Script {
  for (const letter of word) if (letter > "\x7f") return scriptOfLetter(letter);
  return scriptOfLetter(word[0] ?? "");
}
