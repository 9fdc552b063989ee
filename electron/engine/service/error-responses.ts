import { type Problem, problem } from "../../../shared/problems.ts";
import type { Consequence, Effect, ServiceAnswer, ServiceError } from "./types.ts";

const SHOWN_TEXT = 300;
/** Maximum length of the service's text that is processed. */
const READ_TEXT = 16 * 1024;

export const MISDIRECTED = 421;

/** Returns a failed answer. `retryAfter` is in ms. */
export function failed(
  what: Problem,
  consequence: Consequence,
  effect: Effect,
  retryAfter: number | null = null,
): { ok: false; error: ServiceError } {
  return { ok: false, error: { problem: what, consequence, effect, retryAfter } };
}

/** The request that a response belongs to. */
export interface AnswerContext {
  readonly operation: Operation;
  readonly host: string;
  readonly account: string;
  readonly address: string;
  readonly now: number;
  readonly redact: (text: string) => string;
}

export interface Refused extends AnswerContext {
  readonly status: number;
  readonly texts: readonly string[];
  /** `true` if the body is the service's JSON rather than a proxy's page. */
  readonly isServiceJson: boolean;
  /** `true` if the body says `success: false`, as documented for refusals. */
  readonly hasSuccessFalse: boolean;
  readonly retryAfter: number | null;
}

/**
 * Maps a refusal or server error to an error (service-spec, 'Errors'). A proxy or filter may replace the service's
 * response, so a foreign refusal does not prove that a charging request had no effect. A 429 does.
 */
export function refusal(answer: Refused): ServiceAnswer<never> {
  const { operation, status, texts, retryAfter, host, account } = answer;
  if (status >= 500 || status === MISDIRECTED)
    return failed(problem("service_broken", { status }), "retry", "unknown", retryAfter);
  if (status === 408 || status === 425) {
    return failed(problem("service_timeout", { host }), "retry", "unknown", retryAfter);
  }
  const address = answer.redact(answer.address);
  const read = texts.map((text) => text.slice(0, READ_TEXT));
  const known = knownRefusal(operation, status, read, { account, address, asked: answer.address });
  const isOwn = answer.hasSuccessFalse || known?.inWords === true || status === 429;
  const effect = MAY_COST[operation] && !isOwn ? "unknown" : "refused";
  if (known !== null) return failed(known.problem, known.consequence, effect, retryAfter);
  if (!answer.isServiceJson && (status === 404 || status === 405)) {
    return failed(problem("service_absent", { host }), "user", effect, retryAfter);
  }
  const text = shown(texts[0] ?? "", answer.redact);
  const said = text === "" ? { status } : { text };
  return failed(problem("service_refused", said), "user", effect, retryAfter);
}

/** Sanitizes a text of the service for display: no key, markup or control characters, one line, clipped. */
export function shown(text: string, redact: Refused["redact"]): string {
  // Redact before clipping: half a key would not be found.
  const plain = withoutMarkup(redact(text).slice(0, READ_TEXT))
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  return plain.length > SHOWN_TEXT ? `${plain.slice(0, SHOWN_TEXT - 1)}…` : plain;
}

function withoutMarkup(text: string): string {
  let within: string | null = null;
  return text.replace(/<[^<>]*>|[^<]+|</g, (piece) => {
    const tag = /^<(\/?)(script|style)\b[^>]*>$/i.exec(piece);
    if (tag !== null) {
      const name = (tag[2] ?? "").toLowerCase();
      if (tag[1] === "") within ??= name;
      else if (within === name) within = null;
    }
    return within !== null || (piece.startsWith("<") && piece.length > 1) ? " " : piece;
  });
}

/** Parses `Retry-After` (seconds or an HTTP date) into ms from `now`; `null` if absent or invalid. */
export function parseRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Za-z]{3},? /.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

export const OPERATIONS = ["upload", "status", "start", "download", "delete", "balance", "verify"] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Operations that may charge credits or create a job; never retried before their outcome is known. */
export const MAY_COST: Readonly<Record<Operation, boolean>> = {
  upload: true,
  status: false,
  start: true,
  download: false,
  delete: false,
  balance: false,
  verify: true,
};

export interface RefusalContext {
  readonly account: string;
  /** The checked address, redacted for display. */
  readonly address: string;
  /** The checked address as sent. */
  readonly asked: string;
}

interface Refusal {
  readonly operations: readonly Operation[];
  /** Matches the service's text: lower case, whitespace folded, addresses removed. */
  readonly text: RegExp;
  readonly problem: (context: RefusalContext) => Problem;
  readonly consequence: Consequence;
}

const ALL: readonly Operation[] = OPERATIONS;
const OF_A_JOB: readonly Operation[] = ["status", "start", "download", "delete"];

/** Refusals documented in service-spec, 'Errors', most specific first. */
const REFUSALS: readonly Refusal[] = [
  // All key-protected endpoints
  row(ALL, /invalid api[ _-]?key/, (c) => problem("key_invalid", { account: c.account }), "user"),
  // Upload
  row(["upload"], /invalid file data/, () => problem("invalid_file_data"), "stop"),
  row(["upload"], /maximum number of lists/, () => problem("lists_full"), "slot"),
  row(["upload", "start"], /maximum number of active/, () => problem("active_full"), "slot"),
  // Missing job
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

/** A recognized refusal. `inWords`: recognized by its text, not just the HTTP status. */
export interface KnownRefusal {
  readonly problem: Problem;
  readonly consequence: Consequence;
  readonly inWords: boolean;
}

/** Recognizes a refusal by its texts or HTTP status; `null` if neither is documented. */
function knownRefusal(
  operation: Operation,
  status: number,
  texts: readonly string[],
  context: RefusalContext,
): KnownRefusal | null {
  const found = texts
    .map((text) => ownWords(text, context.asked))
    .map((words) => REFUSALS.find((one) => one.operations.includes(operation) && one.text.test(words)))
    .find((one) => one !== undefined);
  // 401 and 429 are unambiguous, regardless of the body.
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
  // Keys limited to other networks (service-spec, 'Authentication', 4) have no documented status.
  if (status === 403)
    return { problem: problem("key_invalid", { account: context.account }), consequence: "user" };
  return null;
}

/** Returns the text without addresses: `verify-restricted@acme.example` says nothing about the account. */
function ownWords(text: string, asked: string): string {
  const said = text.toLowerCase();
  return (asked === "" ? said : said.replaceAll(asked.toLowerCase(), "@"))
    .split(/\s+/)
    .filter((word) => !word.includes("@") && !word.includes("%40"))
    .join(" ");
}
