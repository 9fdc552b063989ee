import words from "./words.json" with { type: "json" };

/** Shares of a character's likelihood: how common it is in the words, whether it is one that people are taught. */
const BY_CHARACTER = 0.55;
const TAUGHT = 0.43;
const ELSE = 0.02;
const CHARACTERS = 20_000;
const FOREIGN = 1e-7;
const END = Math.log(1 / 3);

const SYLLABLE = /\p{Script=Hangul}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}ー々]/u;
const HAN = /[\p{Script=Han}々]/u;

/** A language's standard: the rows that hold the characters of the first level, and which others it writes with. */
const LANGUAGES = [
  { list: words.zhHans, label: "gb18030", from: 0xb0, to: 0xd7, own: [HAN] },
  { list: words.zhHant, label: "big5", from: 0xa4, to: 0xc6, own: [HAN] },
  { list: words.ja, label: "euc-jp", from: 0xb0, to: 0xcf, own: [HAN, KANA] },
  { list: words.ko, label: "euc-kr", from: 0xb0, to: 0xc8, own: [SYLLABLE] },
] as const;

/** How likely a word is in a language of East Asia, as a logarithm: its characters are weighed one by one. */
export type CharacterModel = (word: string) => number;

let models: readonly CharacterModel[] | null = null;

/** The languages of East Asia; learnt when first asked for. */
export function characterModels(): readonly CharacterModel[] {
  models ??= LANGUAGES.map(learn);
  return models;
}

function learn({ list, label, from, to, own }: (typeof LANGUAGES)[number]): CharacterModel {
  const counts = new Map<string, number>();
  const all = [...list.replaceAll(" ", "")];
  for (const character of all) counts.set(character, (counts.get(character) ?? 0) + 1);
  const taught = taughtCharacters(label, from, to);
  const known = new Map<string, number>();
  const likelihood = (character: string) => {
    const found = known.get(character);
    if (found !== undefined) return found;
    const isOwn = own.some((pattern) => pattern.test(character));
    const value = Math.log(
      (BY_CHARACTER * (counts.get(character) ?? 0)) / all.length +
        (taught.has(character) ? TAUGHT / taught.size : 0) +
        (isOwn ? ELSE / CHARACTERS : FOREIGN),
    );
    known.set(character, value);
    return value;
  };
  return (word) => {
    let sum = END;
    for (const character of word) sum += likelihood(character);
    return sum;
  };
}

function taughtCharacters(label: string, from: number, to: number): ReadonlySet<string> {
  const decoder = new TextDecoder(label);
  const found = new Set<string>();
  for (let lead = from; lead <= to; lead++) {
    const pairs: number[] = [];
    for (let trail = 0xa1; trail < 0xff; trail++) pairs.push(lead, trail, 32);
    if (label === "big5") for (let trail = 0x40; trail < 0x7f; trail++) pairs.push(lead, trail, 32);
    for (const text of decoder.decode(Uint8Array.from(pairs)).split(" ")) {
      if ([...text].length === 1 && text !== "\uFFFD") found.add(text);
    }
  }
  return found;
}
