import type { SourceSeen, Unrecognised } from "./bridge/lists.ts";
import { OUTCOMES, type Outcome, type OutcomeCounts } from "./mail-outcomes.ts";
import { count } from "./numbers.ts";

/** Words that are named in a sentence; the others are counted. */
const WORDS_NAMED = 5;

/** Whose results a file seems to hold, in one sentence; the same on every face. */
export function likenessSentence({ name, sure }: Pick<SourceSeen, "name" | "sure">): string {
  return sure === "certain" ? `This is a file from ${name}.` : `This looks like a file from ${name}.`;
}

/** The words of a results file that Winnow does not know, and what becomes of their rows; null: it knows all of them. */
export function unrecognisedSentence(seen: Unrecognised | undefined): string | null {
  if (seen === undefined) return null;
  const { unrecognised, unrecognisedBeyond } = seen;
  const rows = unrecognised.reduce((sum, one) => sum + one.rows, unrecognisedBeyond);
  if (rows === 0) return null;
  const named = unrecognised.slice(0, WORDS_NAMED);
  const others = named.reduce((left, one) => left - one.rows, rows);
  const words = named.map((one) => `“${one.word}” (${count(one.rows)})`).join(", ");
  const hold = rows === 1 ? "1 row holds a word" : `${count(rows)} rows hold words`;
  return `${hold} that Winnow does not know: ${words}${others > 0 ? ` and others (${count(others)})` : ""}. ${rows === 1 ? "It is" : "They are"} never guessed: as results, such a row has no verdict.`;
}

const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  hard: "bounced for good",
  perhaps_hard: "given up after bounces",
  policy: "refused for reasons other than the address",
  soft: "bounced temporarily",
  unsubscribed: "unsubscribed",
  complained: "reported as spam",
  suppressed: "on a do-not-send list",
  opened: "opened",
  clicked: "clicked",
};

/** What a mailing service's export says of the rows that were looked at, in one sentence. */
export function outcomesSentence(outcomes: OutcomeCounts, looked: number): string {
  const parts = OUTCOMES.filter((one) => outcomes[one] > 0).map(
    (one) => `${count(outcomes[one])} ${OUTCOME_WORDS[one]}`,
  );
  return `Of ${looked === 1 ? "1 row" : `${count(looked)} rows`} looked at: ${parts.join(", ")}.`;
}
