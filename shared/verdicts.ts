export const VERDICTS = ["deliverable", "accept_all", "unknown", "undeliverable"] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * Properties of an address beside its verdict. `free` is the service's `ISP` column. `unwanted`: must not be mailed
 * regardless of its verdict (complainer, opt-out or trap); set from other services' results.
 */
export const FLAGS = ["syntax_error", "free", "role", "disposable", "trap", "unwanted"] as const;
export type Flag = (typeof FLAGS)[number];

/**
 * Origin of a result: the service in this cleaning, an earlier cleaning, missing from the results, a results file,
 * bounced mail, or a domain that cannot receive mail.
 */
export const RESULT_SOURCES = ["service", "known", "missing", "imported", "bounced", "dead_domain"] as const;
export type ResultSource = (typeof RESULT_SOURCES)[number];

/** On-disk code of each verdict (one byte); 0 means no verdict. Never renumber: stored histories use these. */
export const VERDICT_CODE: Record<Verdict, number> = {
  deliverable: 1,
  undeliverable: 2,
  accept_all: 3,
  unknown: 4,
};

export const VERDICT_CODE_COUNT = 1 + Math.max(...Object.values(VERDICT_CODE));

/** On-disk bit of each flag. Never renumber. */
export const FLAG_BIT: Record<Flag, number> = {
  syntax_error: 1,
  free: 2,
  role: 4,
  disposable: 8,
  trap: 16,
  unwanted: 32,
};

export const ALL_FLAGS = FLAGS.reduce((bits, flag) => bits | FLAG_BIT[flag], 0);

/** On-disk code of each source (one byte); 0 means no result. Never renumber. */
export const SOURCE_CODE: Record<ResultSource, number> = {
  service: 1,
  known: 2,
  missing: 3,
  imported: 4,
  bounced: 5,
  dead_domain: 6,
};

const VERDICT_BY_CODE: ReadonlyMap<number, Verdict> = new Map(VERDICTS.map((v) => [VERDICT_CODE[v], v]));
const SOURCE_BY_CODE: ReadonlyMap<number, ResultSource> = new Map(
  RESULT_SOURCES.map((s) => [SOURCE_CODE[s], s]),
);

/** Returns the verdict stored as `code`; `null` for 0 and unknown codes. */
export function verdictOf(code: number): Verdict | null {
  return VERDICT_BY_CODE.get(code) ?? null;
}

/** Verdict codes, the most cautious first. */
const CAUTION: readonly number[] = [
  VERDICT_CODE.undeliverable,
  VERDICT_CODE.unknown,
  VERDICT_CODE.accept_all,
  VERDICT_CODE.deliverable,
];

/**
 * Returns a negative number if the first verdict wins over the second: the newer one, at equal times the more cautious.
 * The only place that decides this. Verdicts are codes; times are in Unix ms.
 */
export function compareVerdicts(verdict: number, at: number, other: number, otherAt: number): number {
  return otherAt - at || CAUTION.indexOf(verdict) - CAUTION.indexOf(other);
}

/** Returns the source stored as `code`; `null` for 0 and unknown codes. */
export function sourceOf(code: number): ResultSource | null {
  return SOURCE_BY_CODE.get(code) ?? null;
}

export function flagsOf(bits: number): Flag[] {
  return FLAGS.filter((flag) => (bits & FLAG_BIT[flag]) !== 0);
}

/** Verdicts to keep by default. The service recommends rejecting only `undeliverable`. */
export const RECOMMENDED_VERDICTS: readonly Verdict[] = ["deliverable", "accept_all", "unknown"];

export type VerdictCounts = Record<Verdict, number>;

export function emptyVerdictCounts(): VerdictCounts {
  return { deliverable: 0, accept_all: 0, unknown: 0, undeliverable: 0 };
}

/** The verdict of an address before it is sent to; `none` if it has no verdict. */
export const VERDICTS_OR_NONE = [...VERDICTS, "none"] as const;
export type VerdictOrNone = (typeof VERDICTS_OR_NONE)[number];

/** Ids of the verification services whose results Winnow can read, as used in options. */
export const VERIFIER_IDS = [
  "service",
  "zerobounce",
  "kickbox",
  "emailable",
  "bouncer",
  "verifalia",
  "mailgun-validate",
  "reacher",
  "neverbounce",
  "clearout",
  "hunter",
  "sendgrid-validation",
  "validemailchecker",
  "xverify",
  "safetosend",
  "millionverifier",
  "debounce",
  "emaillistverify",
] as const;
