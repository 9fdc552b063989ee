/**
 * What `results.db` holds of a cleaning, as columns (store/columns.ts) over the list's u distinct addresses.
 */
export const RESULT_COLUMNS = {
  /**
   * What was decided about each address when the cleaning started, FATE or a part's ordinal; of who was on a suppression
   * list by the time that the part was sent, then.
   */
  fate: { name: "address.fate", kind: "u16" },
  /** VERDICT_CODE; 0: none yet. */
  verdict: { name: "address.verdict", kind: "u8" },
  /** FLAG_BITs. */
  flags: { name: "address.flags", kind: "u8" },
  /** Unix milliseconds; 0: none. */
  verifiedAt: { name: "address.verified_at", kind: "f64" },
  /** SOURCE_CODE; 0: none. */
  source: { name: "address.source", kind: "u8" },
  /** Where the service's own line stands in the file of the address's part; length 0: none. */
  rawStart: { name: "address.raw_start", kind: "u32" },
  rawLength: { name: "address.raw_length", kind: "u32" },
} as const;

/** Values of `address.fate`; `elsewhere`: another cleaning, or a check, brings its verdict; anything from 1 up to MAX_PART is the ordinal of the part that verifies it. */
export const FATE = {
  undecided: 0,
  elsewhere: 65532,
  beyondLimit: 65533,
  suppressed: 65534,
  known: 65535,
} as const;
export const MAX_PART = 60_000;
export const MAX_FATE = 0xffff;
