import { OUTCOME_EFFECTS, type Outcome } from "../../../shared/mail-outcomes.ts";
import { assertNever } from "../../../shared/result.ts";
import { parseFlag, plainWord } from "../service/index.ts";
import { isDate } from "./dates.ts";
import type { HeaderColumns } from "./header-columns.ts";
import { outcomeOfReply } from "./server-reply.ts";
import type { OutcomeMeaning, OutcomeSign } from "./types.ts";

/** Reads one sign of a row; `null` if it says nothing and the next one applies. */
type SignReader = (
  row: readonly string[],
) => { readonly means: OutcomeMeaning | null; readonly word: string } | null;

/**
 * Creates a reader of a row's outcome by `signs`. With `prefersOptOut`, a later sign that someone must not be mailed
 * outweighs an earlier bounce.
 */
export function outcomeReader(signs: readonly OutcomeSign[], columns: HeaderColumns, prefersOptOut: boolean) {
  const readers = signs.flatMap((sign) => readerOf(sign, columns) ?? []);
  return (row: readonly string[]) => {
    let last = "";
    let first: { readonly outcome: Outcome; readonly word: string } | null = null;
    for (const read of readers) {
      const said = read(row);
      if (said === null) continue;
      const { means, word } = said;
      last = word;
      if (means === "goes on") continue;
      if (means === null) return { says: "unrecognised", word } as const;
      if (means === "none") break;
      first ??= { outcome: means, word };
      if (!prefersOptOut) break;
      if (OUTCOME_EFFECTS[means].isNeverMailed) return { says: "outcome", outcome: means, word } as const;
    }
    if (first !== null) return { says: "outcome", ...first } as const;
    return { says: "nothing", word: last } as const;
  };
}

/** Placeholders that databases and reports write into empty cells. */
export const EMPTY_VALUE = /^(?:|0000-00-00.*|null|\\n|-+|n\/?a|none|never|nil|0|no|false)$/i;

function readerOf(sign: OutcomeSign, columns: HeaderColumns): SignReader | null {
  if (sign.read === "row") return () => ({ means: sign.means, word: "" });
  if (sign.read === "reply") {
    const among = sign.columns.flatMap((names) => columns.cellOf(names) ?? []);
    // Cached, because servers repeat the same few replies.
    const known = new Map<string, Outcome | null>();
    return (row) => {
      const reply = among.map((cellOf) => cellOf(row)).join(" ");
      let means = known.get(reply);
      if (means === undefined) {
        means = outcomeOfReply(reply);
        if (known.size < MAX_REMEMBERED) known.set(reply, means);
      }
      return means === null ? null : { means, word: reply.trim() };
    };
  }
  const read = columns.cellOf(sign.column);
  if (read === null) return null;
  const cellOf = (row: readonly string[]) => read(row).trim();
  switch (sign.read) {
    case "word": {
      const words = meaningsByWord(sign.words);
      // A placeholder says nothing, even if all other words say something.
      const otherwise = (word: string) =>
        isOutcome(sign.otherwise) && EMPTY_VALUE.test(word) ? "goes on" : (sign.otherwise ?? null);
      const ofTime = (word: string) => (isDate(word) ? sign.times : undefined);
      return (row) => {
        const word = cellOf(row);
        return word === ""
          ? null
          : { means: words.get(plainWord(word)) ?? ofTime(word) ?? otherwise(word), word };
      };
    }
    case "items": {
      const words = meaningsByWord(sign.words);
      return (row) => {
        const found = itemsIn(cellOf(row)).find((item) => isOutcome(words.get(plainWord(item))));
        return found === undefined ? null : { means: words.get(plainWord(found)) ?? null, word: found };
      };
    }
    case "filled":
      return (row) => (EMPTY_VALUE.test(cellOf(row)) ? null : { means: sign.means, word: cellOf(row) });
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

function meaningsByWord(
  words: Readonly<Record<string, OutcomeMeaning>>,
): ReadonlyMap<string, OutcomeMeaning> {
  return new Map(Object.entries(words).map(([word, means]) => [plainWord(word), means]));
}

function isOutcome(means: OutcomeMeaning | undefined): boolean {
  return means !== undefined && means !== "none" && means !== "goes on";
}

/** Splits a cell that lists words, such as tags or Google's labels. */
export function itemsIn(cell: string): string[] {
  return cell
    .split(/[,;|]|:::/)
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

const MAX_REMEMBERED = 10_000;
