/** Columns of `results.db` (see store/column-store.ts), over the list's distinct addresses. */
export const RESULT_COLUMNS = {
  /** `FATE` or a part's ordinal; changes only if the address is suppressed before its part is sent. */
  fate: { name: "address.fate", kind: "u16" },
  /** `VERDICT_CODE`; 0 means no verdict yet. */
  verdict: { name: "address.verdict", kind: "u8" },
  flags: { name: "address.flags", kind: "u8" },
  /** Unix ms; 0 means unknown. */
  verifiedAt: { name: "address.verified_at", kind: "f64" },
  /** `SOURCE_CODE`; 0 means no verdict yet. */
  source: { name: "address.source", kind: "u8" },
  /** Byte range of the service's original line in the part's file; length 0 means no line. */
  rawStart: { name: "address.raw_start", kind: "u32" },
  rawLength: { name: "address.raw_length", kind: "u32" },
} as const;

/** Values of `address.fate`. 1 to `MAX_PART` are parts; `elsewhere` means another cleaning or check verifies it. */
export const FATE = {
  undecided: 0,
  elsewhere: 65532,
  beyondLimit: 65533,
  suppressed: 65534,
  known: 65535,
} as const;
export const MAX_PART = 60_000;
export const MAX_FATE = 0xffff;
