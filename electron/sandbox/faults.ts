import { z } from "zod";
import { type FaultKind, kind, OPERATIONS, type Operation } from "./fault-kind.ts";
import { QUIRKS } from "./quirk-faults.ts";

export { OPERATIONS, type Operation } from "./fault-kind.ts";
export { QUIRKS } from "./quirk-faults.ts";

const ALL: readonly Operation[] = OPERATIONS;
const JOB: readonly Operation[] = ["status", "start", "download", "delete"];
const FILE: readonly Operation[] = ["download"];

export const FAULTS = {
  latency: kind(ALL, "answers late", { about: "milliseconds", default: 2000 }),
  "drop-before": kind(ALL, "drops the connection before the request takes effect"),
  "drop-after": kind(ALL, "drops the connection after the request took effect, without an answer"),
  "hang-before": kind(ALL, "never answers; the request has no effect"),
  "hang-after": kind(ALL, "never answers; the request took effect"),
  "truncated-body": kind(ALL, "drops the connection in the middle of the body"),
  "short-body": kind(ALL, "sends half of the body and ends it as if that were all"),
  "slow-body": kind(ALL, "sends the body in small pieces", { about: "bytes a second", default: 1000 }),
  "stalled-body": kind(ALL, "sends half of the body, then nothing more"),

  "500-html": kind(ALL, "fails with a web page; no effect"),
  "500-json": kind(ALL, "fails with JSON; no effect"),
  "500-empty": kind(ALL, "fails with an empty body; no effect"),
  "500-after": kind(ALL, "takes effect, then fails with a web page"),
  "503-retry-after": kind(ALL, "is not available; says when to come back", { about: "seconds", default: 2 }),
  "429": kind(ALL, "has too many requests; does not say until when"),
  "429-retry-after": kind(ALL, "has too many requests; says until when", { about: "seconds", default: 2 }),
  redirect: kind(ALL, "sends the caller to another origin"),
  "redirect-same": kind(ALL, "sends the caller to another path of this origin"),
  "empty-body": kind(ALL, "takes effect and succeeds with an empty body"),
  "html-200": kind(ALL, "succeeds with a web page, like a hotel's Wi-Fi; no effect"),
  "nonsense-json": kind(ALL, "takes effect and succeeds with JSON that ends too early"),
  "wrong-shape": kind(ALL, "takes effect and succeeds with JSON of another shape"),
  "endless-body": kind(ALL, "takes effect and succeeds with a body that does not end"),
  "unknown-error": kind(ALL, "refuses with words that the contract does not have, the key among them"),
  "success-false": kind(ALL, "says 200, and success: false in the body; no effect"),

  // The contract's own refusals, without their cause.
  "invalid-key": kind(ALL, "says that the key is invalid"),
  restricted: kind(["start", "download"], "says that the account is restricted"),
  "no-credits": kind(["start", "verify"], "says that there are no credits"),
  "lists-full": kind(["upload"], "says that there are too many unverified lists"),
  "active-full": kind(["upload", "start"], "says that there are too many active verifications"),
  "invalid-file": kind(["upload"], "says that the file data is invalid"),
  "not-found": kind(JOB, "says that the job was not found; it is still there"),
  vanish: kind(JOB, "loses the job for ever, then looks for it"),
  cancel: kind(["status", "start"], "cancels the job, then goes on"),

  "success-string": kind(ALL, "says success as a string"),
  "success-missing": kind(ALL, "leaves success out"),
  "status-201": kind(["upload"], "says 201 instead of 200"),
  "error-message": kind(ALL, "says errors under message instead of result"),
  "error-result": kind(["upload"], "says the limits' errors under result instead of message"),
  "number-strings": kind(["status", "balance", "verify"], "says numbers as strings"),
  "status-endless": kind(["status"], "says verifying of a list that is completed"),
  "sparse-status": kind(["status"], "leaves out everything but job_id and status"),
  "odd-created-at": kind(["status"], "says created_at in another form"),
  "unknown-status": kind(["status"], "says a status that the contract does not have"),
  "wrong-total": kind(["status"], "says another total", { about: "how many more", default: 7 }),
  "credit-error": kind(["status"], "says credit_error and success: false of a ready job"),
  "odd-job-id": kind(["upload"], "gives a job id with letters that a URL must encode"),
  "accept-all-value": kind(["verify"], "says accept_all as another number", {
    about: "the number",
    default: 2,
  }),

  "verdict-hyphen": kind(["download", "verify"], "spells it accept-all"),
  "verdict-space": kind(["download", "verify"], "spells it accept all"),
  "verdict-underscore": kind(["download", "verify"], "spells it accept_all"),
  "verdict-case": kind(["download", "verify"], "Spells VERDICTS in Other case"),
  "verdict-padded": kind(["download", "verify"], "puts blanks around verdicts"),
  "verdict-unheard-of": kind(
    ["download", "verify"],
    "says a verdict that the contract does not have for unknown",
  ),

  "flags-01": kind(FILE, "says flags as 1 and 0"),
  "flags-words": kind(FILE, "says flags as true and false"),
  "flags-blank": kind(FILE, "says unset flags as nothing"),
  "quoted-spaced": kind(FILE, "quotes every field and puts a blank or a tab after commas"),
  "header-short": kind(FILE, "has fewer columns in the header than in the rows"),
  "header-long": kind(FILE, "has more columns in the header than in the rows"),
  "accept-all-column": kind(FILE, "has an Accept-all column among the flags"),
  "uploaded-columns-first": kind(FILE, "puts the uploaded columns before the verdict's"),
  "no-uploaded-columns": kind(FILE, "leaves the uploaded columns out"),
  "uploaded-header": kind(FILE, "names the address column as it was uploaded"),
  "no-header": kind(FILE, "has no header"),
  bom: kind(FILE, "begins with a byte order mark"),
  crlf: kind(FILE, "ends lines with CR and LF"),
  "no-final-newline": kind(FILE, "does not end the last line"),
  recased: kind(FILE, "writes addresses in another case"),
  reordered: kind(FILE, "writes rows in another order"),
  "rows-missing": kind(FILE, "leaves rows out", { about: "one of how many", default: 10 }),
  "rows-doubled": kind(FILE, "writes rows twice", { about: "one of how many", default: 10 }),
  "rows-strange": kind(FILE, "adds rows for addresses that were not uploaded", {
    about: "how many",
    default: 3,
  }),
  "blank-times": kind(FILE, "leaves Verified At blank"),
  "live-results": kind(FILE, "writes the file as live clients meet it, with all of this at once"),

  ...QUIRKS,
} as const satisfies Record<string, FaultKind>;

export type FaultName = keyof typeof FAULTS;

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

export const FAULT_NAMES = Object.keys(FAULTS) as [FaultName, ...FaultName[]];

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

export type ActiveFaults = ReadonlyMap<FaultName, number>;

export interface Faults {
  /** Adds a rule. Returns a function that removes it. */
  add(rule: FaultRule): () => void;
  clear(): void;
  /**
   * Returns the faults of a request and counts it. A request to no operation is hit by faults that affect every
   * operation. `among` limits the faults that are considered and counted.
   */
  take(
    operation: Operation | null,
    account: string | null,
    among?: (name: FaultName) => boolean,
  ): ActiveFaults;
}

export function createFaults(initial: readonly FaultRule[]): Faults {
  const rules = new Set<{ rule: FaultRule; seen: number }>();
  const add = (rule: FaultRule) => {
    const entry = { rule, seen: 0 };
    rules.add(entry);
    return () => {
      rules.delete(entry);
    };
  };
  for (const rule of initial) add(rule);
  return {
    add,
    clear: () => rules.clear(),
    take(operation, account, among = () => true) {
      const active = new Map<FaultName, number>();
      for (const entry of rules) {
        const { rule } = entry;
        if (!among(rule.name)) continue;
        const fault: FaultKind = FAULTS[rule.name];
        if (!touches(rule, fault, operation) || (rule.account !== undefined && rule.account !== account))
          continue;
        const number = entry.seen++ - (rule.skip ?? 0);
        if (number < 0 || number >= (rule.times ?? Number.POSITIVE_INFINITY)) continue;
        active.set(rule.name, rule.value ?? fault.value?.default ?? 0);
        if (rule.name === "live-results") for (const [name, value] of LIVE_RESULTS) active.set(name, value);
      }
      return active;
    },
  };
}

function touches({ operation: only }: FaultRule, fault: FaultKind, operation: Operation | null): boolean {
  if (only !== undefined) return only === operation;
  return operation === null
    ? fault.operations.length === OPERATIONS.length
    : fault.operations.includes(operation);
}

const ruleText =
  /^(?<name>[\w-]+)(?:=(?<value>[\d.]+))?(?:@(?<account>[\w-]+))?(?::(?<operation>\w+|\*)?(?::(?<times>\d+))?)?$/;
const ruleSchema = z.object({
  name: z.enum(FAULT_NAMES),
  value: z.coerce.number().optional(),
  account: z.string().optional(),
  operation: z.enum(OPERATIONS).optional(),
  times: z.coerce.number().optional(),
});

/** Parses `name[=value][@account][:operation[:times]]`, with `*` for every operation; `null` if invalid. */
export function parseFault(text: string): FaultRule | null {
  const { operation, ...rest } = ruleText.exec(text)?.groups ?? {};
  const only = operation === "*" ? undefined : operation;
  return ruleSchema.safeParse({ ...rest, operation: only }).data ?? null;
}
