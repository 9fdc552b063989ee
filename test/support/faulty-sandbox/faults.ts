import { OPERATIONS, type Operation } from "../../../electron/sandbox/service.ts";

const ALL: readonly Operation[] = OPERATIONS;
const JOB: readonly Operation[] = ["status", "start", "download", "delete"];

/** Operations that name a job in the query string, or in the path with a quirk. */
export const NAMED: readonly Operation[] = ["status", "start", "delete"];

/** Returns the faults with the operations that they affect if a rule names none. */
function on<Name extends string>(
  operations: readonly Operation[],
  ...names: Name[]
): Record<Name, readonly Operation[]> {
  return Object.fromEntries(names.map((name) => [name, operations])) as Record<Name, readonly Operation[]>;
}

/** Deviations of real services where the contract is silent or not followed. */
export const QUIRKS = {
  ...on(NAMED, "job-id-path", "job-id-path-only"),
  // A + in the query is a plus, not a space.
  ...on(ALL, "not-found-html", "plus-as-it-is"),
  ...on(["download"], "empty-header"),
};

/** All faults. "before" and "after" are relative to the operation's effect. */
export const FAULTS = {
  ...on(ALL, "latency", "drop-before", "drop-after", "hang-before", "hang-after"),
  // A short body ends as if it were complete.
  ...on(ALL, "truncated-body", "short-body", "slow-body", "stalled-body", "endless-body"),

  ...on(ALL, "500-html", "500-json", "500-empty", "500-after", "503-retry-after", "429", "429-retry-after"),
  // "html-200" is a page like that of a hotel's Wi-Fi, without an effect.
  ...on(ALL, "redirect", "redirect-same", "html-200", "empty-body", "nonsense-json", "wrong-shape"),
  // An error with an unknown text that contains the key, and a 200 that reports a failure.
  ...on(ALL, "unknown-error", "success-false"),

  // The contract's own errors, without their cause.
  ...on(ALL, "invalid-key"),
  ...on(["start", "download"], "restricted"),
  ...on(["start", "verify"], "no-credits"),
  ...on(["upload"], "lists-full", "invalid-file"),
  ...on(["upload", "start"], "active-full"),
  // "vanish" and "cancel" remove and cancel the job.
  ...on(JOB, "not-found", "vanish"),
  ...on(["status", "start"], "cancel"),

  ...on(ALL, "success-string", "success-missing", "error-message"),
  // "error-result" reports limits under `result`; "odd-job-id" has characters that a URL must encode.
  ...on(["upload"], "status-201", "error-result", "odd-job-id"),
  ...on(["status", "balance", "verify"], "number-strings"),
  // "status-endless" reports a completed job as `verifying`; "sparse-status" has only `job_id` and `status`.
  ...on(["status"], "status-endless", "sparse-status", "odd-created-at", "unknown-status"),
  ...on(["status"], "wrong-total", "credit-error"),
  ...on(["verify"], "accept-all-value"),

  ...on(["download", "verify"], "verdict-hyphen", "verdict-space", "verdict-underscore", "verdict-case"),
  ...on(["download", "verify"], "verdict-padded", "verdict-unheard-of"),
  ...on(["download"], "flags-01", "flags-words", "flags-blank", "quoted-spaced", "accept-all-column"),
  ...on(["download"], "header-short", "header-long", "uploaded-header", "no-header"),
  ...on(["download"], "uploaded-columns-first", "no-uploaded-columns", "bom", "crlf", "no-final-newline"),
  ...on(["download"], "recased", "reordered", "rows-missing", "rows-doubled", "rows-strange", "blank-times"),
  // A file as live clients receive it, with several faults at once.
  ...on(["download"], "live-results"),

  ...QUIRKS,
};

export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

/** Values of faults unless a rule gives another. */
const VALUES: Partial<Record<FaultName, number>> = {
  /** In ms. */
  latency: 2000,
  /** In bytes per second. */
  "slow-body": 1000,
  /** In seconds. */
  "503-retry-after": 2,
  "429-retry-after": 2,
  /** Added to the total. */
  "wrong-total": 7,
  "accept-all-value": 2,
  /** Every nth row. */
  "rows-missing": 10,
  "rows-doubled": 10,
  /** Number of rows for addresses that were not uploaded. */
  "rows-strange": 3,
  /** Reply to a job parameter: 404 (a web page), 405, 400 (invalid id) or 200 (a list of jobs). */
  "job-id-path-only": 404,
};

/** Quirks that decide if a path exists. They apply before any other fault. */
const ROUTING: readonly FaultName[] = ["job-id-path", "job-id-path-only", "not-found-html"];

const LIVE_RESULTS: readonly (readonly [FaultName, number])[] = [
  ["verdict-space", 0],
  ["verdict-case", 0],
  ["quoted-spaced", 0],
  ["accept-all-column", 0],
  ["header-short", 0],
  ["recased", 0],
  ["reordered", 0],
  ["no-final-newline", 0],
  ["rows-missing", 17],
  ["rows-doubled", 13],
];

export interface FaultRule {
  readonly name: FaultName;
  /** Only this operation; all affected ones if absent. */
  readonly operation?: Operation;
  /** Only the account with this label. */
  readonly account?: string;
  /** Number of matching requests to hit; unlimited if absent. */
  readonly times?: number;
  /** Number of matching requests to skip first. */
  readonly skip?: number;
  readonly value?: number;
}

/** The faults of a request, with their values. */
export type ActiveFaults = ReadonlyMap<FaultName, number>;

export interface Faults {
  /** Adds a rule. Returns a function that removes it. */
  add(rule: FaultRule): () => void;
  clear(): void;
  /**
   * Returns the routing faults of a request, or its other faults, and counts it. A request to no operation is hit by
   * faults that affect every operation.
   */
  take(operation: Operation | null, account: string | null, which: "routing" | "other"): ActiveFaults;
}

export function createFaults(): Faults {
  const rules = new Set<{ rule: FaultRule; seen: number }>();
  return {
    add(rule) {
      const entry = { rule, seen: 0 };
      rules.add(entry);
      return () => {
        rules.delete(entry);
      };
    },
    clear: () => rules.clear(),
    take(operation, account, which) {
      const active = new Map<FaultName, number>();
      for (const entry of rules) {
        const { rule } = entry;
        if (ROUTING.includes(rule.name) !== (which === "routing") || !matches(rule, operation, account))
          continue;
        const number = entry.seen++ - (rule.skip ?? 0);
        if (number < 0 || number >= (rule.times ?? Number.POSITIVE_INFINITY)) continue;
        active.set(rule.name, rule.value ?? VALUES[rule.name] ?? 0);
        if (rule.name === "live-results") for (const [name, value] of LIVE_RESULTS) active.set(name, value);
      }
      return active;
    },
  };
}

function matches(rule: FaultRule, operation: Operation | null, account: string | null): boolean {
  if (rule.account !== undefined && rule.account !== account) return false;
  if (rule.operation !== undefined) return rule.operation === operation;
  const operations = FAULTS[rule.name];
  return operation === null ? operations === ALL : operations.includes(operation);
}
