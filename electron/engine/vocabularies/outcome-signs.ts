import type { Outcome } from "../../../shared/mail-outcomes.ts";
import { assertNever } from "../../../shared/result.ts";
import { parseFlag, plainWord } from "../service/index.ts";
import type { HeaderColumns } from "./columns.ts";
import type { OutcomeMeaning, OutcomeSign } from "./types.ts";

/** What one sign says of a row; null: nothing, the next one is asked. */
type SignReader = (
  row: readonly string[],
) => { readonly means: OutcomeMeaning | null; readonly word: string } | null;

/** What a mailing service's row says, without when: the first of its signs that says something. */
export function outcomeOf(signs: readonly OutcomeSign[], columns: HeaderColumns) {
  const readers = signs.flatMap((sign) => readerOf(sign, columns) ?? []);
  return (row: readonly string[]) => {
    let last = "";
    for (const read of readers) {
      const said = read(row);
      if (said === null) continue;
      const { means, word } = said;
      last = word;
      if (means === "goes on") continue;
      if (means === null) return { says: "unrecognised", word } as const;
      if (means === "none") return { says: "nothing", word } as const;
      return { says: "outcome", outcome: means, word } as const;
    }
    return { says: "nothing", word: last } as const;
  };
}

/** null: its column is not there. */
function readerOf(sign: OutcomeSign, columns: HeaderColumns): SignReader | null {
  if (sign.read === "row") return () => ({ means: sign.means, word: "" });
  if (sign.read === "reply") {
    const among = sign.columns.flatMap((names) => columns.cellOf(names) ?? []);
    // Servers say the same few things again and again.
    const known = new Map<string, Outcome | null>();
    return (row) => {
      const reply = among.map((cellOf) => cellOf(row)).join(" ");
      let means = known.get(reply);
      if (means === undefined) {
        means = outcomeOfReply(reply);
        if (known.size < MOST_REMEMBERED) known.set(reply, means);
      }
      return means === null ? null : { means, word: reply.trim() };
    };
  }
  const read = columns.cellOf(sign.column);
  if (read === null) return null;
  const cellOf = (row: readonly string[]) => read(row).trim();
  switch (sign.read) {
    case "word": {
      const words = new Map(Object.entries(sign.words).map(([word, means]) => [plainWord(word), means]));
      return (row) => {
        const word = cellOf(row);
        return word === "" ? null : { means: words.get(plainWord(word)) ?? sign.otherwise ?? null, word };
      };
    }
    case "filled":
      return (row) => (cellOf(row) === "" ? null : { means: sign.means, word: cellOf(row) });
    case "yes":
      return (row) => {
        const word = cellOf(row);
        const isYes = parseFlag(word);
        if (isYes === false) return null;
        if (isYes === true) return { means: sign.means, word };
        return { means: sign.text === undefined ? null : (outcomeOfReply(word) ?? sign.text), word };
      };
    case "item": {
      const item = plainWord(sign.item);
      return (row) => {
        const words = cellOf(row)
          .toLowerCase()
          .split(/[^\w*@.-]+/);
        return words.some((word) => plainWord(word) === item)
          ? { means: sign.means, word: cellOf(row) }
          : null;
      };
    }
    default:
      return assertNever(sign);
  }
}

const MOST_REMEMBERED = 10_000;

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
