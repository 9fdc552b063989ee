import { characterModels } from "./east-asian.ts";
import { modelsOf } from "./models.ts";
import { type Script, scriptOf, scriptOfLetter } from "./scripts.ts";
import { signCost } from "./signs.ts";

/** Different words beyond so many add nothing. */
const WORDS = 400;
const WORD_LETTERS = 24;
/** About what a letter of ASCII costs in a word: it is the same in every reading, and counts for none. */
const ASCII_LETTER = 2.9;
/** Any list has some words that no language knows: a letter of one costs no more than this. */
const STRANGEST_LETTER = -11;
const ROUNDS = 2;
/** A language in which no word is counts as if it had this share of one. */
const PRIOR_WORDS = 0.5;

/** Costs of what hardly happens in words, as logarithms. */
const LOWER_TO_UPPER = -6;
const UPPER_PAIR_BEFORE_LOWER = -3;
const BESIDE_DIGIT = -3;
const SCRIPTS_TOUCH = -5;
const LETTER_ALONE = -4;
const UNDECODABLE = -25;

const WORD = /[\p{L}\p{M}]+/gu;
const SIGN = /[^\p{ASCII}\p{L}\p{M}]/gu;
const NOT_ASCII = /[^\p{ASCII}]/u;

/**
 * How likely it is that somebody wrote `text`, as a logarithm: only the words and signs beyond ASCII count, each once.
 * Readings of the same bytes in different encodings can be compared by it.
 */
export function logLikelihood(text: string): number {
  return wordsLikelihood(text) + signsLikelihood(text);
}

/** Whether there are characters that the encoding does not know, or that no text holds, in earnest. */
export function isGarbled(text: string): boolean {
  let bad = 0;
  let all = 0;
  for (const [sign] of text.matchAll(/[^\p{ASCII}]/gu)) {
    all++;
    if (isUndecodable(sign)) bad++;
  }
  return bad > all / 20;
}

function isUndecodable(sign: string): boolean {
  return /\p{Cc}|\p{Co}|\p{Cn}|\uFFFD/u.test(sign);
}

function wordsLikelihood(text: string): number {
  const seen = new Set<string>();
  let sum = 0;
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    if (!NOT_ASCII.test(word) || seen.has(word)) continue;
    if (seen.size >= WORDS) break;
    seen.add(word);
    const besideDigit =
      /\d/.test(text[match.index - 1] ?? "") || /\d/.test(text[match.index + word.length] ?? "");
    // `Đ. Petrović` is an initial.
    const isAlone = word.length === 1 && text[match.index + 1] !== "." && scriptOf(word) !== "east_asian";
    sum += shapeCost(word) + (besideDigit ? BESIDE_DIGIT : 0) + (isAlone ? LETTER_ALONE : 0);
    for (const letter of word) if (letter <= "\x7f") sum += ASCII_LETTER;
  }
  for (const [script, words] of Map.groupBy(seen, scriptOf)) sum += mixture(script, words);
  return sum;
}

/** Words of one script, each in whichever language it is likeliest; a language that has many has more. */
function mixture(script: Script, words: readonly string[]): number {
  const table = words.map((word) => likelihoods(script, word.toLowerCase().slice(0, WORD_LETTERS)));
  const languages = table[0]?.length ?? 0;
  let weights: number[] = new Array(languages).fill(1 / languages);
  let sum = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const counts: number[] = new Array(languages).fill(PRIOR_WORDS);
    sum = 0;
    for (const [index, row] of table.entries()) {
      const logs = weights.map((weight, at) => Math.log(weight) + (row[at] ?? 0));
      const total = logSum(logs);
      sum += Math.max(total, Math.min(WORD_LETTERS, words[index]?.length ?? 0) * STRANGEST_LETTER);
      logs.forEach((log, at) => {
        counts[at] = (counts[at] ?? 0) + Math.exp(log - total);
      });
    }
    const all = counts.reduce((a, b) => a + b, 0);
    weights = counts.map((count) => count / all);
  }
  return sum;
}

/** How likely a word in lower case is in each language of its script. */
function likelihoods(script: Script, word: string): readonly number[] {
  if (script === "east_asian") return characterModels().map((model) => model(word));
  const { models, lettersOf } = modelsOf(script);
  if (models.length === 0) return [word.length * STRANGEST_LETTER];
  const letters = lettersOf(word);
  return models.map((model) => model.logLikelihood(letters));
}

/** What speaks against a word whatever its language: capitals within it, scripts that touch. */
function shapeCost(word: string): number {
  const letters = [...word];
  let cost = 0;
  for (let at = 1; at < letters.length; at++) {
    const [before = "", letter = "", after = ""] = [letters[at - 1], letters[at], letters[at + 1]];
    const upper = isUpper(letter);
    if (upper && isLower(before)) cost += LOWER_TO_UPPER;
    else if (upper && isUpper(before) && isLower(after)) cost += UPPER_PAIR_BEFORE_LOWER;
    if (touches(before, letter)) cost += SCRIPTS_TOUCH;
  }
  return cost;
}

function isUpper(letter: string): boolean {
  return /\p{Lu}/u.test(letter);
}

function isLower(letter: string): boolean {
  return /\p{Ll}/u.test(letter);
}

function touches(a: string, b: string): boolean {
  return (
    (a > "\x7f" || b > "\x7f") &&
    /\p{L}/u.test(a) &&
    /\p{L}/u.test(b) &&
    scriptOfLetter(a) !== scriptOfLetter(b)
  );
}

/** Signs beyond ASCII, and where they stand: the same between the same neighbours once. */
function signsLikelihood(text: string): number {
  const seen = new Set<string>();
  let sum = 0;
  for (const match of text.matchAll(SIGN)) {
    const [sign] = match;
    const before = text[match.index - 1];
    const after = text[match.index + sign.length];
    const key = `${before}${sign}${after}`;
    if (seen.has(key)) continue;
    seen.add(key);
    sum += isUndecodable(sign) ? UNDECODABLE : signCost(sign, before, after);
  }
  return sum;
}

function logSum(values: readonly number[]): number {
  const most = Math.max(...values);
  return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0));
}
