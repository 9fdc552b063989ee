import {
  hasMailOutcomes,
  type MappedColumn,
  type Mapping,
  type Meaning,
  sourceOfMapping,
} from "../../../shared/mapping.ts";
import { VERDICTS } from "../../../shared/verdicts.ts";
import { isDate } from "./dates.ts";
import { proposedMeaning } from "./mapping-source.ts";
import { isServerReply, outcomeOfReply } from "./server-reply.ts";

type Rows = readonly (readonly string[])[];

/** Share of a column's filled cells that must be of a kind (0 to 1). */
const MOST = 0.8;
const HALF = 0.5;
/** A column with more distinct values is free text. */
const MAX_WORDS = 50;
/** Headers of columns with the time of an event, and those that say nothing about it. */
const EVENT_DATE = /bounce|event|fail|deliver|process|verif|complain|unsub|attempt|occur|receiv|seen|tested/i;
const SENT_DATE = /sent|gesendet|envoy|enviado/i;
const PLAIN_DATE =
  /^[\W_]*(?:(?:date|datum|fecha|data|time|zeit|hora|heure|uhrzeit|timestamp|zeitstempel|zeitpunkt|when|day|tag|at|on|ts|utc|gmt)[\W_]*)+$/i;
/** Headers of columns with reasons of bounces, in which a reply needs no code. */
const BOUNCE_HEADER = /bounce|smtp|diagnos|\bdsn\b|deliver|fehlermeldung/i;
/** Headers of columns that may have replies in a few rows only. */
const REASON_HEADER =
  /bounce|smtp|diagnos|\bdsn\b|deliver|reason|reply|response|error|antwort|fehler|grund|meldung|raison|motivo|erreur/i;
/** Headers of columns with other texts, which may quote replies. */
const OTHER_TEXT =
  /(?<![a-z])(?:body|subject|betreff|objet|asunto|inhalt|notes?|notiz(?:en)?|comments?|description|ticket|question)(?![a-z])/i;

/** Returns whether a column holds replies of mail servers with a meaning, by its cells and its header. */
export function holdsReplies(header: string, cells: readonly string[]): boolean {
  if (OTHER_TEXT.test(header)) return false;
  const filled = cells.filter((cell) => cell.trim() !== "");
  const isBounce = BOUNCE_HEADER.test(header);
  const replies = filled.filter((cell) => (isBounce || isServerReply(cell)) && outcomeOfReply(cell) !== null);
  // Without such a header, a few replies in a long list are a coincidence.
  const share = HALF * (REASON_HEADER.test(header) ? filled : cells).length;
  return replies.length > 0 && replies.length >= share;
}

/** Returns the source of a file with mail servers' replies, recognised by its cells; `null` if it has none. */
export function repliesSource(header: readonly string[] | null, rows: Rows): string | null {
  const indexes = columnIndexes(header, rows);
  // The only column holds the addresses too.
  if (indexes.length < 2) return null;
  const at = indexes.findIndex((index) =>
    holdsReplies(
      header?.[index] ?? "",
      rows.map((row) => row[index] ?? ""),
    ),
  );
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
  const candidates = columnIndexes(header, rows).filter((index) => index !== addressColumn);
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
  if (holdsReplies(column, cells))
    return { column: { column, read: "reply", words: {} }, rows: cells.length };
  const counts = new Map<string, number>();
  for (const cell of cells) {
    const word = cell.trim();
    if (word !== "") counts.set(word, (counts.get(word) ?? 0) + 1);
    if (counts.size > MAX_WORDS) return null;
  }
  const proposed = [...counts].flatMap(([word, rows]) => {
    const meaning = proposedMeaning(word);
    return meaning === null ? [] : [{ word, meaning, rows }];
  });
  // Verdicts and mailing results can't be imported together.
  const isOfMail = hasMailOutcomes({
    columns: [{ column, words: Object.fromEntries(proposed.map(({ word, meaning }) => [word, meaning])) }],
  });
  const proposals = proposed.flatMap((one) => {
    const isVerdict = VERDICTS.some((verdict) => verdict === one.meaning);
    if (!isOfMail || !isVerdict) return [one];
    return one.meaning === "undeliverable" ? [{ ...one, meaning: "perhaps_hard" as const }] : [];
  });
  const rows = proposals.reduce((sum, one) => sum + (one.meaning === "nothing" ? 0 : one.rows), 0);
  const words: Record<string, Meaning> = Object.fromEntries(
    proposals.map(({ word, meaning }) => [word, meaning]),
  );
  return rows === 0 ? null : { column: { column, words }, rows };
}

/** Returns the column with the time of the events, by its header; without one, by its cells. */
function dateColumn(header: readonly string[] | null, rows: Rows): number | null {
  const columns = columnIndexes(header, rows);
  if (header !== null)
    return (
      columns.find((index) => EVENT_DATE.test(header[index] ?? "") && hasDate(index, rows)) ??
      columns.find((index) => PLAIN_DATE.test(header[index] ?? "")) ??
      columns.find((index) => SENT_DATE.test(header[index] ?? "") && hasDate(index, rows)) ??
      null
    );
  return (
    columns.find((index) => {
      const filled = rows.map((row) => row[index] ?? "").filter((cell) => cell.trim() !== "");
      return filled.length > 0 && filled.filter(isDate).length >= MOST * filled.length;
    }) ?? null
  );
}

function hasDate(index: number, rows: Rows): boolean {
  return rows.some((row) => isDate(row[index] ?? ""));
}

function columnIndexes(header: readonly string[] | null, rows: Rows): number[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), header?.length ?? 0);
  return Array.from({ length: width }, (_, index) => index);
}

function columnName(header: readonly string[], index: number): string {
  const name = header[index]?.trim() ?? "";
  const isOnly = header.filter((one) => one.trim().toLowerCase() === name.toLowerCase()).length === 1;
  return name !== "" && isOnly ? name : `#${index + 1}`;
}
