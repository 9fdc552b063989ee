/**
 * Outcomes of mail sent to an address, in display order. Outcomes are never verdicts.
 *
 * - `hard`: bounced because of the address.
 * - `perhaps_hard`: a hard bounce or many soft ones; the source does not distinguish them.
 * - `policy`: refused because of the sender, content or route; the address may be fine.
 * - `allowed`: signed up again; cancels earlier outcomes that forbid mail.
 * - `sent`: sent, with nothing else known.
 */
export const OUTCOMES = [
  "hard",
  "perhaps_hard",
  "policy",
  "soft",
  "unsubscribed",
  "complained",
  "suppressed",
  "allowed",
  "opened",
  "clicked",
  "sent",
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface OutcomeEffect {
  /** `true` if the address counts as undeliverable, unless a newer verdict exists. */
  readonly isUndeliverable: boolean;
  /** `true` if the address is excluded from verification and export, regardless of verdicts. */
  readonly isNeverMailed: boolean;
}

const NOTHING: OutcomeEffect = { isUndeliverable: false, isNeverMailed: false };
const UNDELIVERABLE: OutcomeEffect = { isUndeliverable: true, isNeverMailed: false };
const NEVER_MAILED: OutcomeEffect = { isUndeliverable: false, isNeverMailed: true };

/** The effect of each outcome. For precedence between outcomes and verdicts, see docs/memory.md. */
export const OUTCOME_EFFECTS: Readonly<Record<Outcome, OutcomeEffect>> = {
  hard: UNDELIVERABLE,
  perhaps_hard: NOTHING,
  policy: NOTHING,
  soft: NOTHING,
  unsubscribed: NEVER_MAILED,
  complained: NEVER_MAILED,
  suppressed: NEVER_MAILED,
  allowed: NOTHING,
  opened: NOTHING,
  clicked: NOTHING,
  sent: NOTHING,
};

/** Causes of `policy` that the sender can mend: missing authentication of the domain, or a bad reputation. */
export const SENDER_FAULTS = ["authentication", "reputation"] as const;
export type SenderFault = (typeof SENDER_FAULTS)[number];

export type OutcomeCounts = Record<Outcome, number>;

export function noOutcomes(): OutcomeCounts {
  return {
    hard: 0,
    perhaps_hard: 0,
    policy: 0,
    soft: 0,
    unsubscribed: 0,
    complained: 0,
    suppressed: 0,
    allowed: 0,
    opened: 0,
    clicked: 0,
    sent: 0,
  };
}
