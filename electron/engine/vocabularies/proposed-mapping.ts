import { type MappedColumn, type Mapping, type Meaning, sourceOfMapping } from "../../../shared/mapping.ts";
import { isDate } from "./dates.ts";
import { proposedMeaning } from "./mapping-source.ts";
import { isServerReply, outcomeOfReply } from "./server-reply.ts";

type Rows = readonly (readonly string[])[];

/** Share of a column's filled cells that must be of a kind (0 to 1). */
const MOST = 0.8;
const HALF = 0.5;
/** A column with more distinct values is free text. */
const MAX_WORDS = 50;
/** Dates that are not about the outcome. */
const OTHER_DATE = /creat|added|opt.?in|subscri|sign.?up|birth|joined|import|updat|modif|chang/i;
const OUTCOME_DATE = /bounce|event|fail|deliver|process|verif|complain|unsub/i;

/** Returns whether most cells of a column are replies of mail servers with a meaning. */
export function holdsReplies(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "");
  const replies = filled.filter(isServerReply);
  const withMeaning = replies.filter((cell) => outcomeOfReply(cell) !== null);
  return replies.length > 0 && withMeaning.length >= HALF * filled.length;
}

/** Returns the source of a file with mail servers' replies, recognised by its cells; `null` if it has none. */
export function repliesSource(header: readonly string[] | null, rows: Rows): string | null {
  const columnIndexes = columnsOf(header, rows);
  // The only column holds the addresses too.
  if (columnIndexes.length < 2) return null;
  const at = columnIndexes.findIndex((index) => holdsReplies(rows.map((row) => row[index] ?? "")));
  if (at < 0) return null;
  const date = dateColumn(header, rows);
  const columns = [{ column: `#${at + 1}`, read: "reply", words: {} } as const];
  return sourceOfMapping({
    name: "a mail server",
    columns,
    ...(date === null ? {} : { date: `#${date + 1}` }),
  });
}

/**
 * Proposes a mapping of a file from an unknown source, by the values of its columns; `null` if none has a value that may
 * be a result. `addressColumn` is its index, or `null` if unknown. Values without a proposal are left out.
 */
export function proposeMapping(
  name: string,
  header: readonly string[],
  rows: Rows,
  addressColumn: number | null,
): Mapping | null {
  const candidates = columnsOf(header, rows).filter((index) => index !== addressColumn);
  const found = candidates
    .flatMap(
      (index) =>
        proposeColumn(
          columnName(header, index),
          rows.map((row) => row[index] ?? ""),
        ) ?? [],
    )
    .sort((a, b) => b.rows - a.rows)[0];
  if (found === undefined) return null;
  const date = dateColumn(header, rows);
  return {
    name,
    ...(addressColumn === null ? {} : { address: columnName(header, addressColumn) }),
    ...(date === null ? {} : { date: columnName(header, date) }),
    columns: [found.column],
  };
}

function proposeColumn(
  column: string,
  cells: readonly string[],
): { column: MappedColumn; rows: number } | null {
  if (holdsReplies(cells)) return { column: { column, read: "reply", words: {} }, rows: cells.length };
  const counts = new Map<string, number>();
  for (const cell of cells) {
    const word = cell.trim();
    if (word !== "") counts.set(word, (counts.get(word) ?? 0) + 1);
    if (counts.size > MAX_WORDS) return null;
  }
  const proposals = [...counts].flatMap(([word, rows]) => {
    const meaning = proposedMeaning(word);
    return meaning === null ? [] : [{ word, meaning, rows }];
  });
  const rows = proposals.reduce((sum, one) => sum + (one.meaning === "nothing" ? 0 : one.rows), 0);
  const words: Record<string, Meaning> = Object.fromEntries(
    proposals.map(({ word, meaning }) => [word, meaning]),
  );
  return rows === 0 ? null : { column: { column, words }, rows };
}

function dateColumn(header: readonly string[] | null, rows: Rows): number | null {
  const found = columnsOf(header, rows).filter((index) => {
    const filled = rows.map((row) => row[index] ?? "").filter((cell) => cell.trim() !== "");
    const isOther = OTHER_DATE.test(header?.[index] ?? "");
    return filled.length > 0 && !isOther && filled.filter(isDate).length >= MOST * filled.length;
  });
  return found.find((index) => OUTCOME_DATE.test(header?.[index] ?? "")) ?? found[0] ?? null;
}

function columnsOf(header: readonly string[] | null, rows: Rows): number[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), header?.length ?? 0);
  return Array.from({ length: width }, (_, index) => index);
}

function columnName(header: readonly string[], index: number): string {
  const name = header[index]?.trim() ?? "";
  const isOnly = header.filter((one) => one.trim().toLowerCase() === name.toLowerCase()).length === 1;
  return name !== "" && isOnly ? name : `#${index + 1}`;
}
