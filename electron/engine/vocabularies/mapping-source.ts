import { z } from "zod";
import { OUTCOMES } from "../../../shared/mail-outcomes.ts";
import {
  hasMailOutcomes,
  MAPPING_PREFIX,
  type Mapping,
  MEANINGS,
  type Meaning,
} from "../../../shared/mapping.ts";
import { VERDICTS } from "../../../shared/verdicts.ts";
import { plainWord } from "../service/index.ts";
import type { OutcomeMeaning, Source, VerdictMeaning } from "./types.ts";

export const mappingSchema = z.object({
  name: z.string().trim().min(1).max(100),
  column: z.string().min(1).max(300),
  address: z.string().min(1).max(300).optional(),
  date: z.string().min(1).max(300).optional(),
  words: z.record(z.string().max(100), z.enum(MEANINGS)),
});

/** Parses the mapping in a source id; `null` if it is not one. */
export function mappingOfSource(id: string): Mapping | null {
  if (!id.startsWith(MAPPING_PREFIX)) return null;
  try {
    return mappingSchema.safeParse(JSON.parse(id.slice(MAPPING_PREFIX.length))).data ?? null;
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
  const { name, column, address, date, words } = mapping;
  const base = {
    id,
    name,
    requiredColumns: [column],
    proof: "words" as const,
    ...(address === undefined ? {} : { recipient: address }),
    ...(date === undefined ? {} : { at: { column: date, written: "any" as const } }),
  };
  const said = Object.entries(words);
  if (hasMailOutcomes(mapping)) {
    const meant = said.map(([word, meaning]): [string, OutcomeMeaning] => [
      word,
      OUTCOMES.find((one) => one === meaning) ?? "none",
    ]);
    return { ...base, kind: "outcomes", signs: [{ read: "word", column, words: Object.fromEntries(meant) }] };
  }
  const meant = said.map(([word, meaning]): [string, VerdictMeaning] => {
    const verdict = VERDICTS.find((one) => one === meaning);
    return [word, verdict === undefined ? "none" : { verdict }];
  });
  return { ...base, kind: "verdicts", status: column, words: Object.fromEntries(meant) };
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
