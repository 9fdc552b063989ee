import { type Problem, problem } from "../../../shared/problems.ts";
import type { Consequence } from "./types.ts";

/** The operations of the service, by the names used in words and tables here. */
export const OPERATIONS = ["upload", "status", "start", "download", "delete", "balance", "verify"] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Operations that may cost something: none of them is sent a second time by itself before it is known what became of it. */
export const MAY_COST: Readonly<Record<Operation, boolean>> = {
  upload: true,
  status: false,
  start: true,
  download: false,
  delete: false,
  balance: false,
  verify: true,
};

/** What the words of a refusal may need. */
export interface RefusalContext {
  readonly account: string;
  /** The address that was asked about, for single checks: as it may be shown. */
  readonly address: string;
  /** The same as it was sent. */
  readonly asked: string;
}

interface Refusal {
  readonly operations: readonly Operation[];
  /** Matches the service's own words: lower case, blanks folded, no addresses. */
  readonly text: RegExp;
  readonly problem: (context: RefusalContext) => Problem;
  readonly consequence: Consequence;
}

const ALL: readonly Operation[] = OPERATIONS;
const OF_A_JOB: readonly Operation[] = ["status", "start", "download", "delete"];

/** The rows of the tables in service-spec, 'Errors', the more particular first. */
const REFUSALS: readonly Refusal[] = [
  // All key-protected endpoints
  row(ALL, /invalid api[ _-]?key/, (c) => problem("key_invalid", { account: c.account }), "user"),
  // Upload
  row(["upload"], /invalid file data/, () => problem("invalid_file_data"), "stop"),
  row(["upload"], /maximum number of lists/, () => problem("lists_full"), "slot"),
  row(["upload", "start"], /maximum number of active/, () => problem("active_full"), "slot"),
  // A job that is not there
  row(OF_A_JOB, /invalid job ?_?id/, () => problem("job_invalid"), "stop"),
  row(["delete"], /(list|job) not found/, () => problem("job_deleted"), "stop"),
  row(["status", "start", "download"], /(list|job) not found/, () => problem("job_gone"), "stop"),
  // Start
  row(ALL, /verify[ -]restricted/, () => problem("account_restricted"), "user"),
  row(["start"], /already started/, () => problem("job_started"), "stop"),
  row(["start"], /not ready for verification/, () => problem("job_not_ready"), "retry"),
  row(["upload", "start"], /insufficient (?:\w+ ){0,4}credits/, () => problem("credits_short"), "credits"),
  // Download
  row(ALL, /download[ -]restricted/, () => problem("download_restricted"), "user"),
  row(["download"], /invalid filterresult/, () => problem("filter_invalid"), "stop"),
  row(["download"], /being verified/, () => problem("job_not_verified"), "retry"),
  row(["download"], /ready for verification/, () => problem("job_not_started"), "stop"),
  row(["download"], /being prepared/, () => problem("job_preparing"), "retry"),
  row(["download"], /invalid data/, () => problem("job_unusable"), "stop"),
  // Delete
  row(["delete"], /being processed/, () => problem("job_processing"), "retry"),
  // Single verification
  row(["verify"], /required email/, (c) => problem("address_required", { address: c.address }), "stop"),
  row(["verify"], /insufficient (?:\w+ ){0,4}credits/, () => problem("credits_used_up"), "credits"),
  row(ALL, /too many requests/, () => problem("rate_limited"), "retry"),
];

function row(
  operations: Refusal["operations"],
  text: RegExp,
  words: Refusal["problem"],
  consequence: Consequence,
): Refusal {
  return { operations, text, problem: words, consequence };
}

/** What a refusal means. `inWords`: the service's own words say so, not the HTTP status alone. */
export interface KnownRefusal {
  readonly problem: Problem;
  readonly consequence: Consequence;
  readonly inWords: boolean;
}

/** What a refusal means, or null when neither its texts nor its HTTP status say anything documented. */
export function knownRefusal(
  operation: Operation,
  status: number,
  texts: readonly string[],
  context: RefusalContext,
): KnownRefusal | null {
  const found = texts
    .map((text) => ownWords(text, context.asked))
    .map((words) => REFUSALS.find((one) => one.operations.includes(operation) && one.text.test(words)))
    .find((one) => one !== undefined);
  // A 401 and a 429 say all that there is to say, whatever stands in their bodies.
  if (status !== 401 && status !== 429 && found !== undefined)
    return { problem: found.problem(context), consequence: found.consequence, inWords: true };
  const known = byStatus(operation, status, context);
  return known === null ? null : { ...known, inWords: found !== undefined };
}

function byStatus(
  operation: Operation,
  status: number,
  context: RefusalContext,
): Omit<KnownRefusal, "inWords"> | null {
  if (status === 401)
    return { problem: problem("key_invalid", { account: context.account }), consequence: "user" };
  if (status === 429) return { problem: problem("rate_limited"), consequence: "retry" };
  if (status === 402) {
    const code = operation === "verify" ? "credits_used_up" : "credits_short";
    return { problem: problem(code), consequence: "credits" };
  }
  // A key that is limited to other networks (service-spec, 'Authentication', 4) has no documented status.
  if (status === 403)
    return { problem: problem("key_invalid", { account: context.account }), consequence: "user" };
  return null;
}

/**
 * What the service says, without the addresses that it says it of: `verify-restricted@acme.example` says nothing about
 * the account. `asked`: the address of the request, in which there may be blanks.
 */
function ownWords(text: string, asked: string): string {
  const said = text.toLowerCase();
  return (asked === "" ? said : said.replaceAll(asked.toLowerCase(), "@"))
    .split(/\s+/)
    .filter((word) => !word.includes("@") && !word.includes("%40"))
    .join(" ");
}
