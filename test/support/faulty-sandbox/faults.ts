import { OPERATIONS, type Operation } from "../../../electron/sandbox/service.ts";

interface FaultKind {
  /** Affected operations if a rule names none. */
  readonly operations: readonly Operation[];
  readonly value: number;
}

const on = (operations: readonly Operation[], value = 0): FaultKind => ({ operations, value });
const ALL: readonly Operation[] = OPERATIONS;
const JOB: readonly Operation[] = ["status", "start", "download", "delete"];
const FILE: readonly Operation[] = ["download"];

/** Operations that name a job in the query string, or in the path with a quirk. */
export const NAMED: readonly Operation[] = ["status", "start", "delete"];

/** Deviations of real services where the contract is silent or not followed. */
export const QUIRKS = {
  "job-id-path": on(NAMED),
  /** The value is the reply to a parameter: 404 (a web page), 405, 400 (invalid id) or 200 (a list of jobs). */
  "job-id-path-only": on(NAMED, 404),
  "not-found-html": on(ALL),
  /** Reads a + in the query as a plus, not as a space. */
  "plus-as-it-is": on(ALL),
  "empty-header": on(FILE),
};

/** All faults. "before" and "after" are relative to the operation's effect. */
export const FAULTS = {
  /** In ms. */
  latency: on(ALL, 2000),
  "drop-before": on(ALL),
  "drop-after": on(ALL),
  "hang-before": on(ALL),
  "hang-after": on(ALL),
  "truncated-body": on(ALL),
  /** Half of the body, ended as if it were complete. */
  "short-body": on(ALL),
  /** In bytes per second. */
  "slow-body": on(ALL, 1000),
  "stalled-body": on(ALL),
  "endless-body": on(ALL),

  "500-html": on(ALL),
  "500-json": on(ALL),
  "500-empty": on(ALL),
  "500-after": on(ALL),
  /** In seconds. */
  "503-retry-after": on(ALL, 2),
  "429": on(ALL),
  /** In seconds. */
  "429-retry-after": on(ALL, 2),
  redirect: on(ALL),
  "redirect-same": on(ALL),
  /** A page like that of a hotel's Wi-Fi, without an effect. */
  "html-200": on(ALL),
  "empty-body": on(ALL),
  "nonsense-json": on(ALL),
  "wrong-shape": on(ALL),
  /** An error with an unknown text that contains the key. */
  "unknown-error": on(ALL),
  "success-false": on(ALL),

  // The contract's own errors, without their cause.
  "invalid-key": on(ALL),
  restricted: on(["start", "download"]),
  "no-credits": on(["start", "verify"]),
  "lists-full": on(["upload"]),
  "active-full": on(["upload", "start"]),
  "invalid-file": on(["upload"]),
  "not-found": on(JOB),
  /** Removes the job. */
  vanish: on(JOB),
  /** Cancels the job. */
  cancel: on(["status", "start"]),

  "success-string": on(ALL),
  "success-missing": on(ALL),
  "status-201": on(["upload"]),
  "error-message": on(ALL),
  "error-result": on(["upload"]),
  "number-strings": on(["status", "balance", "verify"]),
  /** Reports a completed job as `verifying`. */
  "status-endless": on(["status"]),
  /** Only `job_id` and `status`. */
  "sparse-status": on(["status"]),
  "odd-created-at": on(["status"]),
  "unknown-status": on(["status"]),
  /** Added to the total. */
  "wrong-total": on(["status"], 7),
  /** Reports a ready job as lacking credits. */
  "credit-error": on(["status"]),
  /** A job id with characters that a URL must encode. */
  "odd-job-id": on(["upload"]),
  "accept-all-value": on(["verify"], 2),

  "verdict-hyphen": on(["download", "verify"]),
  "verdict-space": on(["download", "verify"]),
  "verdict-underscore": on(["download", "verify"]),
  "verdict-case": on(["download", "verify"]),
  "verdict-padded": on(["download", "verify"]),
  "verdict-unheard-of": on(["download", "verify"]),

  "flags-01": on(FILE),
  "flags-words": on(FILE),
  "flags-blank": on(FILE),
  "quoted-spaced": on(FILE),
  "header-short": on(FILE),
  "header-long": on(FILE),
  "accept-all-column": on(FILE),
  "uploaded-columns-first": on(FILE),
  "no-uploaded-columns": on(FILE),
  "uploaded-header": on(FILE),
  "no-header": on(FILE),
  bom: on(FILE),
  crlf: on(FILE),
  "no-final-newline": on(FILE),
  recased: on(FILE),
  reordered: on(FILE),
  /** Every nth row. */
  "rows-missing": on(FILE, 10),
  /** Every nth row. */
  "rows-doubled": on(FILE, 10),
  /** Number of rows for addresses that were not uploaded. */
  "rows-strange": on(FILE, 3),
  "blank-times": on(FILE),
  /** A file as live clients receive it, with several faults at once. */
  "live-results": on(FILE),

  ...QUIRKS,
};

export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

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
        active.set(rule.name, rule.value ?? FAULTS[rule.name].value);
        if (rule.name === "live-results") for (const [name, value] of LIVE_RESULTS) active.set(name, value);
      }
      return active;
    },
  };
}

function matches(rule: FaultRule, operation: Operation | null, account: string | null): boolean {
  if (rule.account !== undefined && rule.account !== account) return false;
  if (rule.operation !== undefined) return rule.operation === operation;
  const { operations } = FAULTS[rule.name];
  return operation === null ? operations === ALL : operations.includes(operation);
}
