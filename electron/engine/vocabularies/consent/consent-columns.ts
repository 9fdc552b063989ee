import type { ConsentColumn, ConsentMeaning } from "../../../../shared/bridge/lists.ts";
import { type ConsentTopic, consentTopic } from "./consent-headers.ts";
import { type ConsentWord, consentWord, MAIL_STATE, plainText, VERIFIER_WORD } from "./opt-out-words.ts";

/** Words of a column that is shown to the user. */
const MAX_WORDS = 50;
/** A column with more distinct values is free text, unless its header speaks of mail. */
const MAX_DISTINCT = 100;
const MAX_DISTINCT_FEW = 20;
/** Minimum rows per distinct value of a column with more than a few. */
const MIN_REPEATS = 5;
/** Share of yes, no and similar words in a column of consents (0 to 1). */
const MOSTLY = 0.8;
const MAX_CODES = 9;

/** Distinct values of a column with their row counts. `items`: of its items, if cells list several; else empty. */
export interface ColumnWords {
  readonly whole: ReadonlyMap<string, number>;
  readonly items: ReadonlyMap<string, number>;
}

/** Returns whether few values repeat, so that each may be a state. */
export function isCategorical(counts: ReadonlyMap<string, number>): boolean {
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
  { whole, items }: ColumnWords,
): ConsentColumn | null {
  const topic = consentTopic(name);
  if (topic.is === "elsewhere") return null;
  const isKnown = topic.is !== "none" && topic.is !== "state";
  const found = isKnown || isCategorical(whole) ? wordsOf(topic, whole) : [];
  // Of the items of a cell, only those count that say it by themselves.
  const listed = items.size > 0 && isCategorical(items) ? wordsOf({ is: "none" }, items) : [];
  if (listed.some(isSignificant)) return { index, name, hasItems: true, words: shown(listed) };
  return found.some(isSignificant) ? { index, name, words: shown(found) } : null;
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

/** Puts the significant words first, so that they are never cut off. */
function shown(found: readonly CountedWord[]): CountedWord[] {
  return found
    .toSorted((a, b) => Number(isSignificant(b)) - Number(isSignificant(a)) || b.rows - a.rows)
    .slice(0, MAX_WORDS);
}

function wordsOf(topic: ConsentTopic, counts: ReadonlyMap<string, number>): CountedWord[] {
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
