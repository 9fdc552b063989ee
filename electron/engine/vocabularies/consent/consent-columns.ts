import type { ConsentColumn, ConsentMeaning } from "../../../../shared/bridge/lists.ts";
import { type ConsentTopic, consentTopic } from "./consent-headers.ts";
import { type ConsentWord, consentWord, MAIL_STATE, plainText, VERIFIER_WORD } from "./opt-out-words.ts";

/** Words of a column that are shown one by one. The others are shown as one. */
const MAX_WORDS = 49;
/** Longer values are texts. */
const MAX_WORD_LENGTH = 80;
/** Headers of columns with labels, of which there may be many. */
const LABELS = /\b(?:tags?|labels?|groups?|lists?|segments?|categor\w*|schlagw\w*|etiquet\w*|interests?)\b/;
/** A column with more distinct values is free text, unless its header speaks of mail. */
const MAX_DISTINCT = 100;
const MAX_DISTINCT_FEW = 20;
/** Minimum rows per distinct value of a column with more than a few. */
const MIN_REPEATS = 5;
/** Share of yes, no and similar words in a column of consents (0 to 1). */
const MOSTLY = 0.8;
const MAX_CODES = 9;

/**
 * Distinct values of a column with their row counts. `items`: of its items, if cells list several; else empty.
 * `uncounted`: rows with further values, because there are too many.
 */
export interface ColumnWords {
  readonly whole: ReadonlyMap<string, number>;
  readonly items: ReadonlyMap<string, number>;
  readonly uncounted: number;
}

/** Returns whether the values or items of a column may be states: few repeat, or the header names labels. */
export function mayBeStates(name: string, { whole, items }: ColumnWords): boolean {
  return isCategorical(whole) || areLabels(name, items);
}

function areLabels(name: string, items: ColumnWords["items"]): boolean {
  return LABELS.test(plainText(name)) || (items.size > 0 && isCategorical(items));
}

/** Returns whether few values repeat, so that each may be a state. */
function isCategorical(counts: ReadonlyMap<string, number>): boolean {
  let rows = 0;
  for (const count of counts.values()) rows += count;
  return (
    counts.size <= MAX_DISTINCT_FEW || (counts.size <= MAX_DISTINCT && rows >= counts.size * MIN_REPEATS)
  );
}

/**
 * Returns the column if values, alone or with the header, say that people opted out of mail; otherwise `null`. A word
 * has the meaning `null` if it may also mean something else, such as 'no' for people who were never asked.
 */
export function consentColumn(
  index: number,
  name: string,
  { whole, items, uncounted }: ColumnWords,
): ConsentColumn | null {
  const topic = consentTopic(name);
  if (topic.is === "elsewhere") return null;
  const isKnown = topic.is !== "none" && topic.is !== "state";
  const found = isKnown || isCategorical(whole) ? readWords(topic, whole) : [];
  // Of the items of a cell, only those count that say it by themselves.
  const listed = areLabels(name, items) ? readWords({ is: "none" }, items.size > 0 ? items : whole) : [];
  if (listed.some(isSignificant)) return { index, name, hasItems: true, words: toShown(listed, 0) };
  return found.some(isSignificant) ? { index, name, words: toShown(found, uncounted) } : null;
}

/** Returns whether the column is about letters, because another one says the same about email. */
export function isOfLetters(name: string, names: readonly string[]): boolean {
  const text = plainText(name);
  if (!/\bmails?\b/.test(text) || /\be mails?\b/.test(text)) return false;
  const ofMail = plainText(text.replace(/\bmail/, "email"));
  return names.some((other) => plainText(other).replace(/\be mail/, "email") === ofMail);
}

type CountedWord = ConsentColumn["words"][number];

function isSignificant({ meaning }: CountedWord): boolean {
  return meaning !== "nothing";
}

type Certainty = "certain" | "unclear" | "nothing";

function certainty({ meaning }: CountedWord): Certainty {
  return meaning === null ? "unclear" : meaning === "nothing" ? "nothing" : "certain";
}

/**
 * Puts the significant words first. Texts, and words beyond the limit, become one: unclear if one of them is. `uncounted`
 * rows have further words.
 */
function toShown(found: readonly CountedWord[], uncounted: number): CountedWord[] {
  const isText = ({ word }: CountedWord) => word.length > MAX_WORD_LENGTH;
  const sorted = (words: readonly CountedWord[], order: readonly Certainty[]) =>
    words.toSorted((x, y) => order.indexOf(certainty(x)) - order.indexOf(certainty(y)) || y.rows - x.rows);
  // Unclear words are cut off first: the meaning of the others must be known to tell them apart.
  const ranked = sorted(
    found.filter((one) => !isText(one)),
    ["certain", "nothing", "unclear"],
  );
  const others = [...ranked.slice(MAX_WORDS), ...found.filter(isText)];
  const words = sorted(ranked.slice(0, MAX_WORDS), ["certain", "unclear", "nothing"]);
  const [example] = others;
  if (example === undefined) return words;
  const rows = others.reduce((sum, one) => sum + one.rows, uncounted);
  const meaning = others.some(isSignificant) ? null : "nothing";
  return [...words, { word: example.word.slice(0, MAX_WORD_LENGTH), rows, meaning, isOther: true }];
}

function readWords(topic: ConsentTopic, counts: ReadonlyMap<string, number>): CountedWord[] {
  const read = [...counts].map(([word, rows]) => ({ word, rows, read: consentWord(word) }));
  const toMeaning = reader(topic, read);
  const found: CountedWord[] = [];
  for (const { word, rows, read: said } of read) {
    const meaning = toMeaning(said);
    if (said.is === "time") found.push({ word, rows, meaning, isTime: true });
    else if (said.is !== "blank") found.push({ word, rows, meaning });
  }
  return found;
}

interface ReadWord {
  readonly word: string;
  readonly rows: number;
  readonly read: ConsentWord;
}

function reader(topic: ConsentTopic, words: readonly ReadWord[]): (read: ConsentWord) => ConsentMeaning {
  const countRows = (...kinds: ConsentWord["is"][]) =>
    words.reduce((sum, { rows, read }) => (kinds.includes(read.is) ? sum + rows : sum), 0);
  const filled = words.reduce((sum, { rows, read }) => (read.is === "blank" ? sum : sum + rows), 0);
  const isCounted = words.some(({ word, read }) => read.is === "number" && word.trim() !== "2");
  const codes = words.filter(({ read }) => read.is === "number");
  // Codes such as 1, 2 and 3 have a meaning that only the program knows; counts have more values.
  const isCode = (read: ConsentWord) =>
    read.is === "number" &&
    codes.length <= MAX_CODES &&
    codes.every(({ word }) => /^\d{1,2}$/.test(word.trim()));
  if (words.some(({ word }) => VERIFIER_WORD.test(plainText(word)))) return () => "nothing";
  const isElsewhere = countRows("elsewhere") > 0;
  const isOfMail = words.some(({ word, read }) => isMailWord(word, read));
  switch (topic.is) {
    case "opt_out":
      return (read) => {
        if (read.is === "opt_out") return read.outcome;
        if (read.is === "time" || (read.is === "yes" && !isCounted)) return topic.outcome;
        if (isCode(read)) return null;
        return read.is === "other" && !isCounted ? null : "nothing";
      };
    case "consent": {
      const answers = countRows("yes", "no", "never", "opt_in", "opt_out", "time", "number");
      if (isCounted || answers < filled * MOSTLY)
        return (read) => (read.is === "never" ? null : inState(!isElsewhere, false)(read));
      return (read) =>
        read.is === "no" || read.is === "never" || read.is === "number" ? null : inState(true, false)(read);
    }
    case "mail_state":
      return (read) =>
        topic.hasCodes && isCode(read) ? null : inState(isOfMail || !isElsewhere, false)(read);
    case "state":
    case "none":
      return inState(isOfMail, topic.is === "state" && !isElsewhere);
    case "elsewhere":
      return () => "nothing";
  }
}

function isMailWord(word: string, read: ConsentWord): boolean {
  return (read.is === "opt_out" && !read.needsContext) || MAIL_STATE.test(plainText(word));
}

/** `isOfMail`: the column is about mail. `mayBeOfMail`: it may be. */
function inState(isOfMail: boolean, mayBeOfMail: boolean): (read: ConsentWord) => ConsentMeaning {
  return (read) => {
    if (read.is !== "opt_out") return "nothing";
    if (!read.needsContext || isOfMail) return read.outcome;
    return mayBeOfMail ? null : "nothing";
  };
}
