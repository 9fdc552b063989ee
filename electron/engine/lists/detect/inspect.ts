import type { ReadOptions } from "../../../../shared/bridge/lists.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import {
  byteOrderMark,
  type Dialect,
  type Encoding,
  encodingNamed,
  MAX_CELLS,
  MAX_COLUMNS,
  type SampleRecord,
  sampleRecords,
  sepLine,
  tooManyCells,
} from "../../text/index.ts";
import { isBinary } from "../intake/file-kind.ts";
import { type ColumnChoice, type ColumnSample, chooseColumn, sampleColumns } from "./address-column.ts";
import { consentCandidates } from "./consent-candidates.ts";
import { guessDialect, type KnownDialect } from "./delimiter.ts";
import { type EncodingAlternative, type FileSamples, guessEncoding } from "./encoding.ts";
import { detectHeader, type HeaderPosition } from "./header.ts";
import { detectOrigin, type FileOrigin } from "./origin.ts";

const RECORDS = 1_000;
const PREVIEW = 20;
const PREVIEW_CELL = 300;

/** Reading parameters of a file, derived from its beginning. Offsets are in bytes of the file. */
export interface Inspection {
  readonly encoding: Encoding;
  readonly encodingGuessed: boolean;
  /** Encodings that fit about equally well, the assumed one first; empty if the encoding is certain. */
  readonly encodings: readonly EncodingAlternative[];
  readonly bomBytes: number;
  /** The bytes before the header or, without one, before the first row. */
  readonly preamble: { readonly start: number; readonly end: number };
  /** Offset after the byte order mark and the `sep=` line. */
  readonly aboveStart: number;
  /** Line numbers of the records above the header. */
  readonly aboveLines: readonly number[];
  /** Line numbers of the blank lines above the header. */
  readonly blankLines: readonly number[];
  readonly headerLine: number | null;
  readonly sepLine: boolean;
  readonly dialect: Dialect;
  /** Records may be lines or single addresses; both readings are plausible. */
  readonly isRowModeAmbiguous: boolean;
  readonly header: { readonly start: number; readonly end: number } | null;
  readonly columns: string[];
  readonly unnamed: ReadonlySet<number>;
  readonly choice: ColumnChoice;
  /** Index of the column to read addresses from; `null` if the user must choose. */
  readonly addressColumn: number | null;
  readonly preview: string[][];
  readonly recordBytes: number;
  readonly kind: "csv" | "text" | "results";
  readonly whose: FileOrigin;
  /** Columns that may say who opted out of mail. */
  readonly consentCandidates: readonly number[];
}

/**
 * Inspects pieces of a file. Returns `null` if two records need a longer head. `rowOf` maps lines to row numbers for
 * messages. Fails with `file_empty`, `file_binary`, `file_damaged`, `file_open_quote`, `file_column_unknown`,
 * `file_line_unknown`, `file_too_many_columns`, `file_no_verdicts`, `encoding_unknown` or `delimiter_unknown`.
 */
export function inspect(
  pieces: FileSamples,
  name: string,
  options: ReadOptions,
  rowOf: (line: number) => number = (line) => line,
): Result<Inspection | null> {
  const { head, whole } = pieces;
  if (options.delimiter !== undefined && !/^[^\w"@.\r\n\u0080-\u{10FFFF}]$/u.test(options.delimiter)) {
    return fail(problem("delimiter_unknown", { delimiter: options.delimiter }));
  }
  const bom = byteOrderMark(head);
  const chosenEncoding = options.encoding === undefined ? null : encodingNamed(options.encoding);
  if (options.encoding !== undefined && chosenEncoding === null) {
    return fail(problem("encoding_unknown", { encoding: options.encoding }));
  }
  const known = chosenEncoding ?? bom?.encoding;
  const guessed = known === undefined ? guessEncoding([head, ...pieces.further]) : null;
  const encoding = known ?? guessed?.encoding;
  if (encoding === undefined) return fail(problem("internal"));
  if (isBinary(head, encoding.unit === 2)) return fail(problem("file_binary", { name }));
  // A truncated file may end in a truncated address, which could be another person's.
  if (pieces.size % encoding.unit !== 0) {
    return fail(problem("file_damaged", { name, why: "half_character", encoding: encoding.name }));
  }
  const bomBytes = bom !== null && bom.encoding.name === encoding.name ? bom.bytes : 0;
  const sep = sepLine(head, bomBytes, encoding);
  const from = bomBytes + (sep?.bytes ?? 0);
  const bytes = head.subarray(from);
  const guess = guessDialect(bytes, encoding, whole, knownDialect(options, sep?.delimiter));
  const { dialect } = guess;
  const sample = sampleRecords(bytes, encoding, dialect, RECORDS, whole);
  if (sample.records.length < 2 && !whole) return ok(null);
  const skipped = sep === null ? 0 : 1;
  if (sample.openQuoteLine > 0) {
    return fail(problem("file_open_quote", { name, line: sample.openQuoteLine + skipped }));
  }
  if (sample.records.length === 0) return fail(problem("file_empty", { name }));
  const width = commonWidth(sample.records.map(({ cells }) => cells));
  if (width > MAX_COLUMNS) {
    return fail(problem("file_too_many_columns", { name, columns: width, most: MAX_COLUMNS }));
  }
  const records = sample.records.map((record) => ({ ...record, line: record.line + skipped }));
  const endless = records.find(({ fields }) => fields > MAX_CELLS);
  if (endless !== undefined) return fail(tooManyCells(name, rowOf(endless.line)));
  const further = () =>
    pieces.further.flatMap((piece) =>
      sampleRecords(piece, encoding, dialect, RECORDS / 10, false).records.map((record) => record.cells),
    );
  const beginning = beginningOf(records, options, rowOf);
  if (!beginning.ok) return beginning;
  const assumed = beginning.value;
  const table = tableOf(records, assumed, further, whole, name, options);
  if (!table.ok) return table;
  const spanOf = ({ start, end }: SampleRecord) => ({ start: from + start, end: from + end });
  const header = assumed.header === null ? undefined : records[assumed.header];
  const top = header ?? (assumed.first > 0 ? records[assumed.first] : undefined);
  return ok({
    encoding,
    encodingGuessed: guessed !== null,
    encodings: guessed?.alternatives ?? [],
    bomBytes,
    aboveStart: from,
    preamble: { start: 0, end: top === undefined ? from : spanOf(top).start },
    sepLine: sep !== null,
    dialect,
    isRowModeAmbiguous: dialect.flow || guess.isAmbiguous || options.rows !== undefined,
    header: header === undefined ? null : spanOf(header),
    headerLine: header?.line ?? null,
    aboveLines: records.slice(0, assumed.header ?? assumed.first).map(({ line }) => line),
    blankLines: sample.blank
      .map((line) => line + skipped)
      .filter((line) => top !== undefined && line < top.line),
    ...table.value,
  });
}

/** Combines the options with the delimiter of the `sep=` line. A column beyond the first implies a table. */
function knownDialect(options: ReadOptions, sepDelimiter: string | undefined): KnownDialect {
  const rows = options.rows ?? ((options.column ?? 0) > 0 ? "lines" : undefined);
  const { delimiter = sepDelimiter, spacedQuotes } = options;
  return { delimiter, rows, spacedQuotes, isFromSheet: sepDelimiter !== undefined };
}

/** Returns the beginning asked for, or the guessed one. Fails with `file_line_unknown`. */
function beginningOf(
  records: readonly SampleRecord[],
  options: ReadOptions,
  rowOf: (line: number) => number,
): Result<HeaderPosition> {
  const line = options.headerLine;
  if (line !== undefined) {
    const index = records.findIndex((record) => rowOf(record.line) === line);
    return index < 0 ? fail(problem("file_line_unknown", { line })) : ok({ header: index, first: index + 1 });
  }
  if (options.hasHeader === false) return ok({ header: null, first: 0 });
  const cells = records.map((record) => record.cells);
  const column = chooseColumn(sampleColumns(cells, widthOf(cells)), null).candidates[0] ?? null;
  const guess = detectHeader(cells, column);
  if (options.hasHeader === undefined) return ok(guess);
  const header = guess.header ?? 0;
  return ok({ header, first: header + 1 });
}

type Table = Pick<
  Inspection,
  | "columns"
  | "unnamed"
  | "choice"
  | "addressColumn"
  | "preview"
  | "recordBytes"
  | "kind"
  | "whose"
  | "consentCandidates"
>;

function tableOf(
  records: readonly SampleRecord[],
  { header, first }: HeaderPosition,
  further: () => string[][],
  whole: boolean,
  name: string,
  options: ReadOptions,
): Result<Table> {
  const data = records.slice(first).map((record) => record.cells);
  if (data.length === 0 && whole) return fail(problem("file_empty", { name }));
  const headers = header === null ? null : (records[header]?.cells ?? null);
  const columns = columnNames(
    headers,
    Math.max(widthOf(headers === null ? data : [headers, ...data]), headers?.length ?? 0),
  );
  const sampled = [...data, ...further()];
  const whose = detectOrigin(name, headers, { first: data, sampled }, options);
  if (!whose.ok) return whose;
  const { notRecipients } = whose.value;
  let choice = chooseColumn(sampleColumns(data, columns.length, notRecipients), headers);
  // Sorted lists may have no address in the first rows, so sample further pieces too.
  if (choice.candidates.length === 0) {
    choice = chooseColumn(sampleColumns(sampled, columns.length, notRecipients), headers);
  }
  const chosenColumn = askedColumn(columns, options);
  if (!chosenColumn.ok) return chosenColumn;
  const recipient = whose.value.recipients.find((column) => (choice.samples[column]?.filled ?? 0) > 0);
  const addressColumn = chosenColumn.value ?? recipient ?? choice.column;
  const { replies, outcomesOf } = whose.value;
  const isOfMailbox = replies !== null && isMailboxOwner(choice.samples[addressColumn ?? -1]);
  return ok({
    columns,
    unnamed: new Set(columns.flatMap((_, index) => ((headers?.[index]?.trim() ?? "") === "" ? [index] : []))),
    choice,
    addressColumn,
    preview: data
      .slice(0, PREVIEW)
      .map((cells) => cells.slice(0, 200).map((cell) => cell.slice(0, PREVIEW_CELL))),
    recordBytes: (records.at(-1)?.end ?? 1) / records.length,
    kind: whose.value.readAs !== null ? "results" : columns.length === 1 ? "text" : "csv",
    // The recipient of returned mail is its sender.
    whose: isOfMailbox
      ? { ...whose.value, replies: null, outcomesOf: outcomesOf === replies ? null : outcomesOf }
      : whose.value,
    consentCandidates: consentCandidates(headers, sampled, columns.length).filter(
      (column) => column !== addressColumn && !choice.candidates.includes(column),
    ),
  });
}

/** Returns whether a column repeats one address: the owner of a mailbox, in a list of its messages. */
function isMailboxOwner(sample: ColumnSample | undefined): boolean {
  return sample !== undefined && sample.distinct === 1 && sample.addresses >= 3;
}

/** Returns the column asked for by number or name (case-insensitive); `null` if none was. */
function askedColumn(columns: readonly string[], options: ReadOptions): Result<number | null> {
  const { column, columnName } = options;
  const unknown = (name: string) => fail(problem("file_column_unknown", { column: name, columns }));
  if (column !== undefined) return column < columns.length ? ok(column) : unknown(String(column + 1));
  if (columnName === undefined) return ok(null);
  const wanted = columnName.trim().toLowerCase();
  const exact = columns.indexOf(columnName);
  const found = exact >= 0 ? exact : columns.findIndex((name) => name.trim().toLowerCase() === wanted);
  return found >= 0 ? ok(found) : unknown(columnName);
}

/** Returns the most common field count, so that ragged rows add no columns. */
function commonWidth(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
  const [best] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  return best?.[0] ?? 1;
}

function widthOf(rows: readonly (readonly string[])[]): number {
  return Math.min(MAX_COLUMNS, commonWidth(rows));
}

function columnNames(headers: readonly string[] | null, width: number): string[] {
  return Array.from({ length: Math.min(width, MAX_COLUMNS) }, (_, index) => {
    const given = headers?.[index]?.trim() ?? "";
    return given === "" ? `Column ${index + 1}` : given;
  });
}
