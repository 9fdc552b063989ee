import type { Unrecognised, WordCounts } from "../../../shared/bridge/lists.ts";
import { FLAGS, type Flag } from "../../../shared/verdicts.ts";
import { parseFlag, plainColumnName, plainWord } from "../service/index.ts";
import { createDateReader, type DateReader } from "./dates.ts";
import { type HeaderColumns, headerColumns } from "./header-columns.ts";
import { EMPTY_VALUE, outcomeReader } from "./outcome-signs.ts";
import { findSenderFault } from "./server-reply.ts";
import type { RowTime, SaidVerdict, Source, Translation, VerdictMeaning, VerdictSource } from "./types.ts";

export type Translator = (row: readonly string[]) => Translation;

const MAX_WORD_LENGTH = 60;
const MAX_REMARKS_LENGTH = 300;

/**
 * Returns a translator for the rows below `header`; `null` if the file is not of `source` or a relevant name is
 * ambiguous. Without `dates`, the day comes first in dates that may mean two days.
 */
export function translator(
  source: Source,
  header: readonly string[],
  dates: DateReader = createDateReader(Number.POSITIVE_INFINITY, () => "day_first"),
): Translator | null {
  const columns = headerColumns(header);
  if (!source.requiredColumns.every((names) => columns.find(names) >= 0)) return null;
  if (source.requiredColumns.some((names) => columns.isTwice(names))) return null;
  if (source.exact === true && columns.named !== source.requiredColumns.length) return null;
  const readTime = timeReader(dateColumns(source, header), dates);
  const short = (word: string) => word.trim().slice(0, MAX_WORD_LENGTH);
  if (source.kind !== "verdicts") {
    const said = outcomeReader(source.signs, columns, source.kind === "audience");
    return (row) => {
      const found = said(row);
      const word = short(found.word);
      if (found.says !== "outcome") return { ...found, word };
      const fault = found.outcome === "policy" ? findSenderFault(found.word) : null;
      return { ...found, word, fault, ...readTime(row) };
    };
  }
  const said = verdictOf(source, columns);
  const remarks = (source.remarks ?? []).flatMap((names) => columns.cellOf(names) ?? []);
  return (row) => {
    const found = said(row);
    const word = short(found.word);
    if (found.says !== "verdict") return { says: found.says, word };
    const beside = remarks.map((cellOf) => cellOf(row).trim());
    const words = [...new Set([word, ...beside])].filter((one) => one !== "").join(" / ");
    return { ...found, word, words: words.slice(0, MAX_REMARKS_LENGTH), ...readTime(row) };
  };
}

/** Returns the recipient's address columns, by priority; empty if the source names none or a name is ambiguous. */
export function recipientColumns({ recipient }: Source, header: readonly string[]): number[] {
  const columns = headerColumns(header);
  return recipient === undefined || columns.isTwice(recipient) ? [] : columns.findAll(recipient);
}

/** Returns the columns with addresses that a source proposes as corrections. */
export function suggestionColumns({ suggestions = [] }: Source, header: readonly string[]): number[] {
  const names = new Set(suggestions.flat().map(plainColumnName));
  return header.flatMap((name, index) => (names.has(plainColumnName(name)) ? [index] : []));
}

/** Returns the columns whose words a source reads. */
export function wordColumns(source: Source, header: readonly string[]): number[] {
  const columns = headerColumns(header);
  if (source.kind === "verdicts") {
    const { status, remarks = [], completeColumns = [], flags = {} } = source;
    return [status, ...remarks, ...completeColumns, ...Object.values(flags)].flatMap(columns.findAll);
  }
  return source.signs.flatMap((sign) => {
    if (sign.read === "row") return [];
    return columns.findAll(sign.read === "reply" ? sign.columns.flat() : sign.column);
  });
}

/** Returns the columns with the time of a row, by priority. */
export function dateColumns({ at }: Pick<Source, "at">, header: readonly string[]): number[] {
  return at === undefined ? [] : headerColumns(header).findAll(at);
}

/** Returns a reader of the time of consent, in Unix ms; `null` if the file has none. */
export function optInReader(source: Source, header: readonly string[], dates: DateReader) {
  const names = source.kind === "verdicts" ? undefined : source.optIn;
  const columns = names === undefined ? [] : headerColumns(header).findAll(names);
  const read = timeReader(columns, dates);
  return columns.length === 0 ? null : (row: readonly string[]) => read(row).at;
}

function timeReader(columns: readonly number[], dates: DateReader): (row: readonly string[]) => RowTime {
  return (row) => {
    let unreadDate: string | null = null;
    for (const column of columns) {
      const text = (row[column] ?? "").trim();
      const at = dates.read(text);
      if (at !== null) return { at, unreadDate: null };
      if (unreadDate === null && !EMPTY_VALUE.test(text)) unreadDate = text.slice(0, MAX_WORD_LENGTH);
    }
    return { at: null, unreadDate };
  };
}

function verdictOf(source: VerdictSource, columns: HeaderColumns) {
  const statusOf = columns.cellOf(source.status) ?? (() => "");
  const words = new Map(Object.entries(source.words).map(([word, meaning]) => [plainWord(word), meaning]));
  const resolved = new Map([...words].map(([word, meaning]) => [word, resolver(meaning, columns)]));
  const flags = FLAGS.flatMap((flag) => {
    const cellOf = source.flags?.[flag] === undefined ? null : columns.cellOf(source.flags[flag]);
    return cellOf === null ? [] : [{ flag, cellOf }];
  });
  const { skippedRows } = source;
  const skipped = new Set(skippedRows?.words.map(plainWord));
  const skipOf = skippedRows === undefined ? null : columns.cellOf(skippedRows.column);
  return (row: readonly string[]) => {
    const word = statusOf(row);
    const plain = plainWord(word);
    if (plain === "") return { says: "nothing", word: "" } as const;
    if (skipOf !== null && skipped.has(plainWord(skipOf(row)))) return { says: "nothing", word } as const;
    const meaning = resolved.get(plain);
    if (meaning === undefined) return { says: "unrecognised", word } as const;
    const said = meaning(row);
    if (said === "none") return { says: "nothing", word } as const;
    if ("beside" in said) return { says: "unrecognised", word: `${word} / ${said.beside}` } as const;
    const own = flags.filter(({ cellOf }) => parseFlag(cellOf(row)) === true).map(({ flag }) => flag);
    const all = new Set<Flag>([...(said.flags ?? []), ...own]);
    if (all.has("trap")) all.add("unwanted");
    return {
      says: "verdict",
      verdict: said.verdict,
      flags: FLAGS.filter((flag) => all.has(flag)),
      word,
    } as const;
  };
}

/** `beside` is the unrecognised word in the other column. */
type Resolved = "none" | SaidVerdict | { readonly beside: string };

function resolver(meaning: VerdictMeaning, columns: HeaderColumns): (row: readonly string[]) => Resolved {
  if (meaning === "none" || !("by" in meaning)) return () => meaning;
  const besideOf = columns.cellOf(meaning.by);
  if (besideOf === null) return () => meaning.otherwise;
  const when = new Map(Object.entries(meaning.when).map(([word, said]) => [plainWord(word), said]));
  return (row) => {
    const beside = besideOf(row).trim();
    return plainWord(beside) === "" ? meaning.otherwise : (when.get(plainWord(beside)) ?? { beside });
  };
}

const MAX_WORDS = 20;
/** Distinct words counted; a column with more is free text. */
const MAX_TOLD_APART = 1_000;

export type WordCounter = ReturnType<typeof createWordCounter>;

/** Counts words that are in no vocabulary and keeps the most frequent ones. */
export function createWordCounter() {
  const counts = new Map<string, number>();
  let rows = 0;
  return {
    get rows() {
      return rows;
    },
    add(word: string): void {
      rows++;
      const before = counts.get(word);
      if (before !== undefined || counts.size < MAX_TOLD_APART) counts.set(word, (before ?? 0) + 1);
    },
    counts(): WordCounts {
      const words = [...counts]
        .map(([word, count]) => ({ word, rows: count }))
        .sort((a, b) => b.rows - a.rows)
        .slice(0, MAX_WORDS);
      return { words, beyond: words.reduce((left, one) => left - one.rows, rows) };
    },
    counted(): Unrecognised {
      const { words, beyond } = this.counts();
      return { unrecognised: words, unrecognisedBeyond: beyond };
    },
  };
}
