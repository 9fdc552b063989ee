import type { DetectedSource, Unrecognised, WordCounts } from "./bridge/lists.ts";
import type { KnownFact } from "./bridge/memory.ts";
import type { CallOutput } from "./bridge.ts";
import { OUTCOME_EFFECTS, OUTCOMES, type Outcome, type OutcomeCounts } from "./mail-outcomes.ts";
import { count, counted } from "./numbers.ts";

const WORDS_NAMED = 5;

export function detectedSourceSentence({ name, sure }: Pick<DetectedSource, "name" | "sure">): string {
  return sure === "certain" ? `This is a file from ${name}.` : `This looks like a file from ${name}.`;
}

/** Returns a sentence on unrecognised words and the effect on their rows; `null` if all words are known. */
export function unrecognisedSentence(
  seen: Unrecognised | undefined,
  says: "has no verdict" | "is ignored" = "has no verdict",
): string | null {
  if (seen === undefined) return null;
  const { unrecognised, unrecognisedBeyond } = seen;
  const rows = unrecognised.reduce((sum, one) => sum + one.rows, unrecognisedBeyond);
  if (rows === 0) return null;
  const named = unrecognised.slice(0, WORDS_NAMED);
  const others = named.reduce((left, one) => left - one.rows, rows);
  const words = named.map((one) => `“${one.word}” (${count(one.rows)})`).join(", ");
  const hold = rows === 1 ? "1 row contains a word" : `${count(rows)} rows contain words`;
  return `${hold} that Winnow does not know: ${words}${others > 0 ? ` and others (${count(others)})` : ""}. Winnow does not guess ${rows === 1 ? "its" : "their"} meaning: such a row ${says}.`;
}

function passedOverSentence({ words, beyond }: WordCounts): string | null {
  const rows = words.reduce((sum, one) => sum + one.rows, beyond);
  if (rows === 0) return null;
  const named = words.filter(({ word }) => word !== "").slice(0, WORDS_NAMED);
  const others = named.reduce((left, one) => left - one.rows, rows);
  const parts = [
    ...named.map((one) => `“${one.word}” (${count(one.rows)})`),
    ...(others > 0 && named.length > 0 ? [`others (${count(others)})`] : []),
  ];
  const changed = `${counted(rows, "row contains", "rows contain")} no outcome`;
  return parts.length === 0 ? `${changed}.` : `${changed}: ${parts.join(", ")}.`;
}

/** Returns a sentence on the dates that were not read; `null` if there are none. */
export function unreadDatesSentence({ words, beyond }: WordCounts): string | null {
  const rows = words.reduce((sum, one) => sum + one.rows, beyond);
  if (rows === 0) return null;
  const examples = words.slice(0, WORDS_NAMED).map(({ word }) => `“${word}”`);
  const cannot = `${counted(rows, "row has", "rows have")} a date that Winnow cannot read or that is in the future`;
  return `${cannot}, such as ${examples.join(", ")}. ${rows === 1 ? "It counts" : "They count"} from the day of the file.`;
}

export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  hard: "bounced permanently",
  perhaps_hard: "given up after bounces",
  policy: "refused for reasons other than the address",
  soft: "bounced temporarily",
  unsubscribed: "unsubscribed",
  complained: "reported as spam",
  suppressed: "on a do-not-send list",
  allowed: "signed up again",
  opened: "opened",
  clicked: "clicked",
  sent: "sent",
};

/** Returns the effect of a word in a column that says who opted out. */
export function optOutMeaningText(meaning: Outcome | null): string {
  if (meaning === null) return "unclear";
  const { isNeverMailed, isUndeliverable } = OUTCOME_EFFECTS[meaning];
  return `${OUTCOME_WORDS[meaning]}${isNeverMailed || isUndeliverable ? "" : ", verified again"}`;
}

/** Returns the display text of a fact. For addresses exported by Winnow, `words` holds the verdict. */
export function factInWords({ outcome, source, words }: Pick<KnownFact, "outcome" | "source" | "words">): {
  outcome: string;
  words: string;
} {
  if (outcome !== "sent" || source !== null) return { outcome: OUTCOME_WORDS[outcome], words };
  return { outcome: "exported", words: words.replaceAll("_", "-") };
}

export function outcomesSentence(outcomes: OutcomeCounts, looked: number): string {
  return `Of ${looked === 1 ? "1 row" : `${count(looked)} rows`} looked at: ${outcomesList(outcomes)}.`;
}

function outcomesList(outcomes: OutcomeCounts): string {
  return OUTCOMES.filter((one) => outcomes[one] > 0)
    .map((one) => `${count(outcomes[one])} ${OUTCOME_WORDS[one]}`)
    .join(", ");
}

export const IMPORT_EFFECT =
  "Addresses that bounced permanently count as undeliverable in every list and cost nothing; people who unsubscribed or complained are never verified or exported. Other bounces change nothing: the address may be fine.";

export function importedSentences(imported: CallOutput<"memory.import">): string[] {
  const { source, name, kind, isNew, outcomes, without } = imported;
  if (kind === "sent")
    return [
      `Recorded as sent to ${counted(imported.sent, "address", "addresses")}. Import what bounced, and forecasts will use it.`,
    ];
  if (!isNew) return [`This was imported before, as '${name}'. Nothing was added.`];
  return [
    `Imported from ${source ?? name}: ${outcomesList(outcomes)}.`,
    ...faultSentences(imported.faults),
    ...(without === 0 ? [] : [`${counted(without, "row has", "rows have")} no recipient, or more than one.`]),
    ...(imported.erased === 0
      ? []
      : [
          `${counted(imported.erased, "row is", "rows are")} about people who were erased on request: left out.`,
        ]),
    passedOverSentence(imported.passedOver) ?? [],
    unreadDatesSentence(imported.unreadDates) ?? [],
    unrecognisedSentence(imported, "is ignored") ?? [],
  ].flat();
}

/** Says what the sender can mend, as the addresses may be fine. */
function faultSentences({ authentication, reputation }: CallOutput<"memory.import">["faults"]): string[] {
  const refused = (n: number) => `${counted(n, "message was", "messages were")} refused because your`;
  return [
    ...(authentication === 0
      ? []
      : [
          `${refused(authentication)} domain is not authenticated: set up SPF, DKIM and DMARC for the domain that you send from. The addresses may be fine.`,
        ]),
    ...(reputation === 0
      ? []
      : [
          `${refused(reputation)} mail server or domain is on a block list or has a bad reputation: ask your mailing service which list it is, and how to be removed. The addresses may be fine.`,
        ]),
  ];
}

export function hiddenRowsSentence(rows: { hidden: number; visible: number; addresses: number }): string {
  const withAddress = rows.addresses === rows.hidden ? "" : ` (${count(rows.addresses)} with an address)`;
  return `The sheet hides ${counted(rows.hidden, "row")}${withAddress}, by a filter or by hand, and shows ${counted(rows.visible, "row")}.`;
}
