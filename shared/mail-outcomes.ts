/**
 * What became of mail that was sent to an address, in the order in which it is shown. `hard`: the address is the reason.
 * `perhaps_hard`: that, or many soft bounces; the source does not say which. `policy`: the sender, the contents or the way
 * there was the reason; the address may be perfect. Never a verdict.
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
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Whoever has one of these does not want to be mailed, whatever the mailbox does. */
export const UNWANTED_OUTCOMES: ReadonlySet<Outcome> = new Set<Outcome>([
  "unsubscribed",
  "complained",
  "suppressed",
]);

/** Whoever has one of these is not to be mailed: the address is dead, or its owner does not want to be. */
export const UNMAILABLE_OUTCOMES: ReadonlySet<Outcome> = new Set<Outcome>([
  "hard",
  "perhaps_hard",
  ...UNWANTED_OUTCOMES,
]);

/** Counts per outcome. */
export type OutcomeCounts = Record<Outcome, number>;

/** Zeros, fresh each time. */
export function noOutcomes(): OutcomeCounts {
  return {
    ...{ hard: 0, perhaps_hard: 0, policy: 0, soft: 0 },
    ...{ unsubscribed: 0, complained: 0, suppressed: 0, opened: 0, clicked: 0 },
  };
}
