import { type Problem, problem } from "../../../shared/problems.ts";
import { knownRefusal, MAY_COST, type Operation } from "./refusals.ts";
import type { Consequence, Effect, ServiceAnswer, ServiceError } from "./types.ts";

/** The longest text of the service's that is shown. */
const SHOWN_TEXT = 300;
/** More of a text than this nobody reads, and neither does Winnow. */
const READ_TEXT = 16 * 1024;

/** The HTTP status of a request that came to the wrong server. */
export const MISDIRECTED = 421;

/** A failed answer. `retryAfter` in milliseconds. */
export function failed(
  what: Problem,
  consequence: Consequence,
  effect: Effect,
  retryAfter: number | null = null,
): { ok: false; error: ServiceError } {
  return { ok: false, error: { problem: what, consequence, effect, retryAfter } };
}

/** What is known of an answer that is not a success. */
export interface Refused {
  readonly operation: Operation;
  readonly status: number;
  /** What the service said, one text a field. */
  readonly texts: readonly string[];
  /** The service spoke its own language (JSON), rather than something in front of it. */
  readonly spoken: boolean;
  /** It did so in the agreed form of a refusal, which says `success: false`. */
  readonly agreed: boolean;
  readonly retryAfter: number | null;
  readonly host: string;
  readonly account: string;
  readonly address: string;
  /** Takes the key out of a text. */
  readonly redact: (text: string) => string;
}

/**
 * The error of an answer that says no, or that is a fault of the service's. service-spec, 'Errors'. What stands between
 * (a filter, a gateway) may put an answer of its own in the place of the service's: that it says no does not say that
 * what may cost something did not happen. Whoever asks for a pause (429) has let nothing through.
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
  const isOwn = answer.agreed || known?.inWords === true || status === 429;
  const effect = MAY_COST[operation] && !isOwn ? "unknown" : "refused";
  if (known !== null) return failed(known.problem, known.consequence, effect, retryAfter);
  if (!answer.spoken && (status === 404 || status === 405)) {
    return failed(problem("service_absent", { host }), "user", effect, retryAfter);
  }
  const text = shown(texts[0] ?? "", answer.redact);
  const said = text === "" ? { status } : { text };
  return failed(problem("service_refused", said), "user", effect, retryAfter);
}

/**
 * A text of the service's as it may be shown: no key, no markup, no control characters, one line, clipped.
 */
export function shown(text: string, redact: Refused["redact"]): string {
  // Half of a key would not be found: it is clipped afterwards.
  const plain = withoutMarkup(redact(text).slice(0, READ_TEXT))
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  return plain.length > SHOWN_TEXT ? `${plain.slice(0, SHOWN_TEXT - 1)}…` : plain;
}

/** Tags read as blanks, and with them what stands within scripts and styles. */
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

/** `Retry-After` in milliseconds from `now`: seconds or an HTTP date; null when absent or unreadable. */
export function parseRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Za-z]{3},? /.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
