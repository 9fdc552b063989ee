import type { Outcome } from "../../../shared/outcomes.ts";

/** A mail server's reply says what it says in its first lines. */
const MOST = 2_000;

const ENHANCED = /(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.]*\d)/;

const ADDRESS_CODES: ReadonlySet<string> = new Set([
  "5.1.0",
  "5.1.1",
  "5.1.2",
  "5.1.3",
  "5.1.6",
  "5.1.10",
  "5.2.1",
  "5.4.4",
]);
const SOFT_CODES: ReadonlySet<string> = new Set(["5.2.2", "5.4.7"]);
/** Mail that goes round in circles. */
const LOOP_CODES: ReadonlySet<string> = new Set(["5.4.6", "5.4.14"]);

const NOBODY =
  /user unknown|unknown (?:user|recipient|mailbox)|no such (?:user|recipient|mailbox|domain)|does ?n[o']t exist|(?:recipient|user|mailbox|address) not found|invalid (?:recipient|mailbox)|address rejected: access denied/;
const FULL_OR_LATER =
  /mailbox (?:is )?full|over ?quota|quota exceeded|grey ?list|timed? ?out|try (?:again )?later|temporar/;
const REFUSED_FOR_OTHER_REASONS =
  /blocked|block ?list|black ?list|\bspam|reputation|\b(?:dmarc|dkim|spf)\b|spamhaus|spamcop|barracuda|sorbs|proofpoint|\bpolicy/;

/**
 * What a mail server's reply says of an address: by its enhanced code (RFC 3463), then by its words. null: neither says it.
 * Words that blame the sender count first: the address behind them may be perfect.
 */
export function outcomeOfReply(reply: string): Outcome | null {
  const text = reply.slice(0, MOST).toLowerCase();
  const found = ENHANCED.exec(text);
  if (found !== null) {
    const [, kind, subject, detail] = found;
    const code = `${kind}.${subject}.${detail}`;
    if (kind === "4" || SOFT_CODES.has(code)) return "soft";
    if (ADDRESS_CODES.has(code)) return "hard";
    if (LOOP_CODES.has(code) || (kind === "5" && subject === "7")) return "policy";
    // Microsoft 365 refuses whom it does not know in the words of a route.
    if ((code === "5.5.0" || code === "5.4.1") && NOBODY.test(text)) return "hard";
  }
  if (REFUSED_FOR_OTHER_REASONS.test(text)) return "policy";
  if (FULL_OR_LATER.test(text)) return "soft";
  return NOBODY.test(text) ? "hard" : null;
}
