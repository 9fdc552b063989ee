/**
 * What is to be done with an address, in the order shown. Every address is in exactly one segment:
 *
 * - `safe`: deliverable, or marked keep by hand whatever its verdict;
 * - `risky`: accept-all or unknown (also what the service did not send back);
 * - `do_not_send`: undeliverable, not to be mailed by another service's words (the flag `unwanted`) and not marked keep,
 *   marked drop by hand, or on a suppression list: when the cleaning was started, or now
 *   where those are left out;
 * - `not_verified`: without a verdict, for it is beyond the limit, not verified yet, or its part came to no results.
 *
 * The mark that counts is that of the row that stands for the address: its first one, or the next where that one is left
 * out because its cell also names somebody on a suppression list. Repeated rows are in the segment of their address.
 * Invalid rows hold no address, and are in `do_not_send`, marked or not. Empty rows are in none.
 */
export const SEGMENTS = ["safe", "risky", "do_not_send", "not_verified"] as const;
export type Segment = (typeof SEGMENTS)[number];

/** Where a row's verdict is from, or why it has none. */
export const REASONS = [
  /** The service verified the address for this cleaning, or sent no answer for it (`missing`: it counts as unknown). */
  "service",
  "missing",
  /** An earlier verification, or a results file that was opened. */
  "known",
  "imported",
  /** Mail to it bounced because of the address, by an import. */
  "bounced",
  /** Its domain cannot receive mail, by DNS. */
  "dead_domain",
  /** Not verified yet, or its part came to no results. */
  "unverified",
  "beyond_limit",
  "suppressed",
  "malformed",
  "empty",
] as const;
export type Reason = (typeof REASONS)[number];

/**
 * Whose mailboxes an address is among, as the service says; where it says nothing, as Winnow's reference lists do. `relay`: it
 * hides a person's own address, by Winnow's list alone. `own`: none of these.
 */
export const PROVIDERS = ["free", "disposable", "relay", "own"] as const;
export type Provider = (typeof PROVIDERS)[number];
