/** The four verdicts, in the spelling used everywhere inside Winnow, in the order they are shown. */
export const VERDICTS = ["deliverable", "accept_all", "unknown", "undeliverable"] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * What a service says about an address beside its verdict. `free` is the service's `ISP` column. `unwanted`: it is not to be
 * mailed, whatever its mailbox does, for it complains, asked not to be written to, or is a trap: words of other services.
 */
export const FLAGS = ["syntax_error", "free", "role", "disposable", "trap", "unwanted"] as const;
export type Flag = (typeof FLAGS)[number];

/**
 * Where a result came from: the service now, an earlier cleaning, nowhere (the service left it out), a results file, mail
 * that bounced because of the address, or a domain that cannot receive mail.
 */
export const RESULT_SOURCES = ["service", "known", "missing", "imported", "bounced", "dead_domain"] as const;
export type ResultSource = (typeof RESULT_SOURCES)[number];

/** One byte a verdict in columns on disk; 0 is 'no verdict'. Never renumber: stored histories hold these. */
export const VERDICT_CODE: Record<Verdict, number> = {
  deliverable: 1,
  undeliverable: 2,
  accept_all: 3,
  unknown: 4,
};

/** How many codes there are, that of 'no verdict' (0) among them. */
export const VERDICT_CODES = 1 + Math.max(...Object.values(VERDICT_CODE));

/** One bit a flag in columns on disk. Never renumber. */
export const FLAG_BIT: Record<Flag, number> = {
  syntax_error: 1,
  free: 2,
  role: 4,
  disposable: 8,
  trap: 16,
  unwanted: 32,
};

/** The bits of all flags together. */
export const ALL_FLAGS = FLAGS.reduce((bits, flag) => bits | FLAG_BIT[flag], 0);

/** One byte a source in columns on disk; 0 is 'no result'. Never renumber. */
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

/** The verdict stored as `code`, or null for 0 and for codes no version of Winnow has written. */
export function verdictOf(code: number): Verdict | null {
  return VERDICT_BY_CODE.get(code) ?? null;
}

/** The source stored as `code`, or null when there is no result. */
export function sourceOf(code: number): ResultSource | null {
  return SOURCE_BY_CODE.get(code) ?? null;
}

/** The flags whose bits are set in `bits`, in the order of {@link FLAGS}. */
export function flagsOf(bits: number): Flag[] {
  return FLAGS.filter((flag) => (bits & FLAG_BIT[flag]) !== 0);
}

/** What to keep by default: the service's own guidance is to reject `undeliverable` only. */
export const RECOMMENDED: readonly Verdict[] = ["deliverable", "accept_all", "unknown"];

/** Counts per verdict. */
export type VerdictCounts = Record<Verdict, number>;

/** Zeros, fresh each time. */
export function noVerdicts(): VerdictCounts {
  return { deliverable: 0, accept_all: 0, unknown: 0, undeliverable: 0 };
}
