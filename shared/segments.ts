/**
 * Recommended handling of an address, in display order. Every address is in exactly one segment:
 *
 * - `safe`: deliverable, or marked keep by hand regardless of its verdict;
 * - `risky`: accept-all or unknown (including addresses missing from the results);
 * - `do_not_send`: undeliverable; bounced after the verdict, regardless of marks; flagged `unwanted` and not marked
 *   keep; marked drop; or on a suppression list, when the cleaning was started or, if current suppression is applied,
 *   now;
 * - `not_verified`: no verdict because it is beyond the limit, not verified yet, or its part failed.
 *
 * Only the mark of the address's representative row counts: its first row, or the next one if the first is left out
 * because its cell also contains a suppressed address. Repeated rows are in the segment of their address. Invalid rows
 * are always in `do_not_send`. Empty rows are in no segment.
 */
export const SEGMENTS = ["safe", "risky", "do_not_send", "not_verified"] as const;
export type Segment = (typeof SEGMENTS)[number];

/** Segments to mail by default. The service recommends leaving out only undeliverable addresses. */
export const RECOMMENDED_SEGMENTS = ["safe", "risky"] as const satisfies readonly Segment[];

/** The source of a row's verdict, or the reason why it has none. */
export const REASONS = [
  /** Verified by the service in this cleaning; `missing` if the results lack the address (counts as unknown). */
  "service",
  "missing",
  /** From an earlier verification, or from an imported results file. */
  "known",
  "imported",
  "bounced",
  "dead_domain",
  /** Changed since the cleaning: mail bounced after the verdict, or the address is on a suppression list now. */
  "bounced_since",
  "suppressed_since",
  "unverified",
  "beyond_limit",
  "suppressed",
  "malformed",
  "empty",
] as const;
export type Reason = (typeof REASONS)[number];

/**
 * Kind of mailbox provider, as reported by the service or else by the reference lists. `relay` hides a person's real
 * address (reference list only); `own` is anything else.
 */
export const PROVIDERS = ["free", "disposable", "relay", "own"] as const;
export type Provider = (typeof PROVIDERS)[number];
