import { type Script, scriptOf } from "./scripts.ts";
import words from "./words.json" with { type: "json" };

/**
 * How likely words are in one language, learnt from words that are typical of its names, places and firms. They are
 * from the public lists of Faker (MIT) and of the Unicode CLDR (names of countries, languages, months), with some more.
 */
export interface LanguageModel {
  readonly language: string;
  /** The natural logarithm of the likelihood of a word, as its script's alphabet numbers it. */
  logLikelihood(letters: Uint16Array): number;
}

/** The languages of one script, and the numbers of its letters. */
export interface ScriptModels {
  readonly models: readonly LanguageModel[];
  /** The letters of a word in lower case as numbers. */
  lettersOf(word: string): Uint16Array;
}

/** Shares of a letter's likelihood: what usually follows the letter before it, the language's letters, any letter. */
const BY_PAIR = 0.72;
const BY_LETTER = 0.26;
const BY_SCRIPT = 0.02;
/** What rarely came says little of what follows it. */
const DOUBT = 5;
const UNKNOWN = 0;
const EDGE = 1;

const byScript = new Map<Script, ScriptModels>();

/** The languages of a script; learnt when first asked for. */
export function modelsOf(script: Script): ScriptModels {
  const known = byScript.get(script) ?? learn(script);
  byScript.set(script, known);
  return known;
}

function learn(script: Script): ScriptModels {
  const lists = Object.entries(words)
    .map(([language, list]) => ({ language, list: list.split(" ") }))
    .filter(({ list }) => scriptOf(list[0] ?? "") === script);
  const numbers = new Map<string, number>();
  for (const { list } of lists) {
    for (const letter of list.join("").toLowerCase()) {
      if (!numbers.has(letter)) numbers.set(letter, numbers.size + 2);
    }
  }
  const lettersOf = (word: string) => Uint16Array.from([...word], (letter) => numbers.get(letter) ?? UNKNOWN);
  const size = numbers.size + 2;
  const models = lists.map(({ language, list }) => {
    const numbered = list.map((word) => lettersOf(word.toLowerCase()));
    const logs = pairLogs(numbered, size);
    return { language, logLikelihood: (letters: Uint16Array) => sumOf(letters, logs, size) };
  });
  return { models, lettersOf };
}

function sumOf(letters: Uint16Array, logs: Float32Array, size: number): number {
  let sum = 0;
  let before = EDGE;
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] as number;
    sum += logs[before * size + letter] as number;
    before = letter;
  }
  return sum + (logs[before * size + EDGE] as number);
}

/** The logarithm of how likely each letter (column) is to follow each other one (row). */
function pairLogs(list: readonly Uint16Array[], size: number): Float32Array {
  const pairs = new Float32Array(size * size);
  const befores = new Float32Array(size);
  const letters = new Float32Array(size);
  let total = 0;
  for (const word of list) {
    let before = EDGE;
    for (const letter of [...word, EDGE]) {
      const pair = before * size + letter;
      pairs[pair] = (pairs[pair] as number) + 1;
      befores[before] = (befores[before] as number) + 1;
      letters[letter] = (letters[letter] as number) + 1;
      total++;
      before = letter;
    }
  }
  return pairs.map((count, pair) => {
    const letter = pair % size;
    const followed = befores[Math.floor(pair / size)] as number;
    const trust = followed / (followed + DOUBT);
    const byPair = followed === 0 ? 0 : (BY_PAIR * trust * count) / followed;
    const byLetter = ((BY_LETTER + BY_PAIR * (1 - trust)) * (letters[letter] as number)) / total;
    return Math.log(byPair + byLetter + BY_SCRIPT / size);
  });
}
