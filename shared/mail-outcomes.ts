/**
 * What became of mail that was sent to an address, in the order in which it is shown. `hard`: the address is the reason.
 * `perhaps_hard`: that, or many soft bounces; the source does not say which. `policy`: the sender, the contents or the way
 * there was the reason; the address may be perfect. `sent`: mail went there, and nothing else is said. Never a verdict.
 */
export const OUTCOMES = [
  "hard",
  "perhaps_hard",
  "policy",
  "soft",
  "unsubscribed",
  "complained",
  "suppressed",
  "opened",
  "clicked",
  "sent",
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What an outcome counts for. */
export interface OutcomeEffect {
  /** The address counts as undeliverable, unless a verdict is newer. */
  readonly isUndeliverable: boolean;
  /** It is never mailed: neither verified nor exported, whatever any verdict says. */
  readonly isNeverMailed: boolean;
}

const NOTHING: OutcomeEffect = { isUndeliverable: false, isNeverMailed: false };
const UNDELIVERABLE: OutcomeEffect = { isUndeliverable: true, isNeverMailed: false };
const NEVER_MAILED: OutcomeEffect = { isUndeliverable: false, isNeverMailed: true };

/** What wins over what, beside verdicts, of which the newest wins: see docs/memory.md. */
export const OUTCOME_EFFECTS: Readonly<Record<Outcome, OutcomeEffect>> = {
  hard: UNDELIVERABLE,
  perhaps_hard: NOTHING,
  policy: NOTHING,
  soft: NOTHING,
  unsubscribed: NEVER_MAILED,
  complained: NEVER_MAILED,
  suppressed: NEVER_MAILED,
  opened: NOTHING,
  clicked: NOTHING,
  sent: NOTHING,
};

/** Counts per outcome. */
export type OutcomeCounts = Record<Outcome, number>;

/** Zeros, fresh each time. */
export function noOutcomes(): OutcomeCounts {
  return {
    ...{ hard: 0, perhaps_hard: 0, policy: 0, soft: 0 },
    ...{ unsubscribed: 0, complained: 0, suppressed: 0, opened: 0, clicked: 0, sent: 0 },
  };
}
