import { MEANINGS, type Meaning } from "../../../shared/mapping.ts";
import { plainWord } from "../service/index.ts";

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
