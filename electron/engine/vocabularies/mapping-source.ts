import { OUTCOMES } from "../../../shared/mail-outcomes.ts";
import {
  hasMailOutcomes,
  MAPPING_PREFIX,
  type MappedColumn,
  type Mapping,
  MEANINGS,
  type Meaning,
} from "../../../shared/mapping.ts";
import { mappingFileSchema } from "../../../shared/mapping-schema.ts";
import { VERDICTS } from "../../../shared/verdicts.ts";
import { plainWord } from "../service/index.ts";
import type { OutcomeMeaning, OutcomeSign, Source, VerdictMeaning } from "./types.ts";

/** Parses the mapping in a source id; `null` if it is not one. */
export function mappingOfSource(id: string): Mapping | null {
  if (!id.startsWith(MAPPING_PREFIX)) return null;
  try {
    return mappingFileSchema.safeParse(JSON.parse(id.slice(MAPPING_PREFIX.length))).data ?? null;
  } catch {
    return null;
  }
}

/** Returns the source for a mapping id; `null` if `id` is not a mapping id. */
export function mappedSource(id: string): Source | null {
  const mapping = mappingOfSource(id);
  return mapping === null ? null : sourceOf(id, mapping);
}

function sourceOf(id: string, mapping: Mapping): Source {
  const { name, columns, address, date, isAudience = false } = mapping;
  const base = {
    id,
    name,
    requiredColumns: columns.map(({ column }) => column),
    proof: "words" as const,
    ...(address === undefined ? {} : { recipient: address }),
    ...(date === undefined ? {} : { at: date }),
  };
  const [first] = columns;
  if (hasMailOutcomes(mapping) || first === undefined) {
    const signs = columns.map((column) => toSign(column, isAudience));
    return { ...base, kind: isAudience ? "audience" : "outcomes", signs };
  }
  const meant = Object.entries(first.words).map(([word, meaning]): [string, VerdictMeaning] => {
    const verdict = VERDICTS.find((one) => one === meaning);
    return [word, verdict === undefined ? "none" : { verdict }];
  });
  return { ...base, kind: "verdicts", status: first.column, words: Object.fromEntries(meant) };
}

function toSign(
  { column, read = "word", words, times, others }: MappedColumn,
  isAudience: boolean,
): OutcomeSign {
  if (read === "reply") return { read, columns: [column] };
  const nothing = isAudience ? "goes on" : "none";
  const outcomeFor = (meaning: Meaning): OutcomeMeaning => OUTCOMES.find((one) => one === meaning) ?? nothing;
  const meant = Object.fromEntries(
    Object.entries(words).map(([word, meaning]) => [word, outcomeFor(meaning)] as const),
  );
  if (read === "items") return { read, column, words: meant };
  return {
    read,
    column,
    words: meant,
    ...(times === undefined ? {} : { times: outcomeFor(times) }),
    ...(others !== undefined
      ? { otherwise: outcomeFor(others) }
      : isAudience
        ? { otherwise: "goes on" }
        : {}),
  };
}

const WORDS: Readonly<Partial<Record<Meaning, readonly string[]>>> = {
  deliverable: ["valid", "ok", "good", "deliverable", "safe", "passed", "verified", "success"],
  undeliverable: [
    "invalid",
    "bad",
    "undeliverable",
    "failed",
    "rejected",
    "dead",
    "disabled",
    "does not exist",
  ],
  accept_all: ["catch-all", "catchall", "accept-all", "acceptall", "ok_for_all"],
  unknown: ["unknown", "risky", "error", "timeout", "greylisted", "unverifiable", "maybe"],
  nothing: ["duplicate", "skipped", "pending", "not processed", "active", "subscribed"],
  hard: ["bounce", "bounced", "hard bounce", "hard"],
  soft: ["soft bounce", "soft", "deferred"],
  policy: ["blocked"],
  unsubscribed: ["unsubscribed", "unsubscribe", "opted out", "opt-out"],
  complained: ["complaint", "complained", "spam", "spam report", "abuse"],
  suppressed: ["suppressed", "blocklisted", "blacklisted", "do not mail"],
  opened: ["open", "opened"],
  clicked: ["click", "clicked"],
  sent: ["sent", "delivered", "delivery"],
};

const BY_WORD: ReadonlyMap<string, Meaning> = new Map(
  MEANINGS.flatMap((meaning) => (WORDS[meaning] ?? []).map((word) => [plainWord(word), meaning] as const)),
);

/** Returns the likely meaning of an unknown word, as a proposal to the user; `null` if there is no proposal. */
export function proposedMeaning(word: string): Meaning | null {
  return BY_WORD.get(plainWord(word)) ?? null;
}
