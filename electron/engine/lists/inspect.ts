import type { ReadOptions } from "../../../shared/bridge/lists.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { type ColumnChoice, chooseColumn, sampleColumns } from "./address-column.ts";
import { isBinary } from "./binary.ts";
import { guessDialect } from "./delimiter.ts";
import type { Dialect } from "./dialect.ts";
import { guessEncoding } from "./encoding-guess.ts";
import { type Encoding, encodingNamed } from "./encodings.ts";
import { guessHeader } from "./header.ts";
import type { Pieces } from "./pieces.ts";
import { type SampleRecord, sampleRecords } from "./sample.ts";

const RECORDS = 1_000;
const PREVIEW = 20;
const PREVIEW_CELL = 300;
const MOST_COLUMNS = 2_000;

/** How a file is to be read, as far as its beginning tells. Offsets are bytes of the file. */
export interface Inspection {
  readonly encoding: Encoding;
  readonly encodingGuessed: boolean;
  readonly bomBytes: number;
  readonly preamble: { readonly start: number; readonly end: number };
  readonly sepLine: boolean;
  readonly dialect: Dialect;
  readonly header: { readonly start: number; readonly end: number } | null;
  readonly columns: string[];
  /** The columns whose names are made up. */
  readonly unnamed: ReadonlySet<number>;
  readonly choice: ColumnChoice;
  /** The column to read the addresses from; null: the user must choose. */
  readonly addressColumn: number | null;
  readonly preview: string[][];
  readonly recordBytes: number;
  readonly kind: "csv" | "text" | "results";
}

/**
 * Looks at pieces of a file. null: it takes a longer head to see two records. Problems: `file_empty`,
 * `file_binary`, `file_open_quote`, `file_column_unknown`, `encoding_unknown`, `delimiter_unknown`.
 */
export function inspect(pieces: Pieces, name: string, options: ReadOptions): Result<Inspection | null> {
  const { head, whole } = pieces;
  if (options.delimiter !== undefined && !/^[^\w"@.\r\n\u0080-\u{10FFFF}]$/u.test(options.delimiter)) {
    return fail(problem("delimiter_unknown", { delimiter: options.delimiter }));
  }
  const bom = byteOrderMark(head);
  const asked = options.encoding === undefined ? null : encodingNamed(options.encoding);
  if (options.encoding !== undefined && asked === null) {
    return fail(problem("encoding_unknown", { encoding: options.encoding }));
  }
  const encoding = asked ?? bom?.encoding ?? guessEncoding([head, ...pieces.further]);
  if (isBinary(head, encoding.unit === 2)) return fail(problem("file_binary", { name }));
  const bomBytes = bom !== null && bom.encoding.name === encoding.name ? bom.bytes : 0;
  const sep = sepLine(head, bomBytes, encoding);
  const from = bomBytes + (sep?.bytes ?? 0);
  const bytes = head.subarray(from);
  const dialect = guessDialect(bytes, encoding, whole, options.delimiter ?? sep?.delimiter);
  const { records, openQuoteLine } = sampleRecords(bytes, encoding, dialect, RECORDS, whole);
  const [first] = records;
  if (records.length < 2 && !whole) return ok(null);
  if (openQuoteLine > 0) {
    return fail(problem("file_open_quote", { name, line: openQuoteLine + (sep === null ? 0 : 1) }));
  }
  if (first === undefined) return fail(problem("file_empty", { name }));
  const further = () =>
    pieces.further.flatMap((piece) =>
      sampleRecords(piece, encoding, dialect, RECORDS / 10, false).records.map((record) => record.cells),
    );
  return columnsOf(records, first, further, whole, name, options, {
    encoding,
    encodingGuessed: asked === null && bom === null,
    bomBytes,
    preamble: { start: 0, end: from },
    sepLine: sep !== null,
    dialect,
  });
}

type Found = Pick<
  Inspection,
  "encoding" | "encodingGuessed" | "bomBytes" | "preamble" | "sepLine" | "dialect"
>;

function columnsOf(
  records: readonly SampleRecord[],
  first: SampleRecord,
  further: () => string[][],
  whole: boolean,
  name: string,
  options: ReadOptions,
  found: Found,
): Result<Inspection> {
  const rest = records.slice(1).map((record) => record.cells);
  const everything = [first.cells, ...rest];
  const width = widthOf(everything);
  const guess = chooseColumn(sampleColumns(everything, width), null);
  const hasHeader = options.hasHeader ?? guessHeader(first.cells, rest, guess.candidates[0] ?? null);
  const data = hasHeader ? rest : everything;
  if (data.length === 0 && whole) return fail(problem("file_empty", { name }));
  const headers = hasHeader ? first.cells : null;
  const columns = columnNames(headers, Math.max(width, headers?.length ?? 0));
  let choice = chooseColumn(sampleColumns(data, columns.length), headers);
  // The first rows may have none: lists are sorted by this and that.
  if (choice.candidates.length === 0) {
    choice = chooseColumn(sampleColumns([...data, ...further()], columns.length), headers);
  }
  const asked = askedColumn(columns, options);
  if (!asked.ok) return asked;
  const addressColumn = asked.value ?? choice.column;
  const from = found.preamble.end;
  return ok({
    ...found,
    header: hasHeader ? { start: from + first.start, end: from + first.end } : null,
    columns,
    unnamed: new Set(columns.flatMap((_, index) => ((headers?.[index]?.trim() ?? "") === "" ? [index] : []))),
    choice,
    addressColumn,
    preview: data
      .slice(0, PREVIEW)
      .map((cells) => cells.slice(0, 200).map((cell) => cell.slice(0, PREVIEW_CELL))),
    recordBytes: (records.at(-1)?.end ?? 1) / records.length,
    kind: kindOf(headers, columns.length),
  });
}

/** The column that was asked for, by number or by name (case does not count); null: none was. */
function askedColumn(columns: readonly string[], options: ReadOptions): Result<number | null> {
  const { column, columnName } = options;
  const unknown = (name: string) =>
    fail(problem("file_column_unknown", { column: name, columns: columns.join(", ") }));
  if (column !== undefined) return column < columns.length ? ok(column) : unknown(String(column + 1));
  if (columnName === undefined) return ok(null);
  const wanted = columnName.trim().toLowerCase();
  const exact = columns.indexOf(columnName);
  const found = exact >= 0 ? exact : columns.findIndex((name) => name.trim().toLowerCase() === wanted);
  return found >= 0 ? ok(found) : unknown(columnName);
}

function kindOf(headers: readonly string[] | null, columns: number): Inspection["kind"] {
  const named =
    headers?.map((header) =>
      header
        .trim()
        .toLowerCase()
        .replaceAll(/[\s_-]+/g, " "),
    ) ?? [];
  if (named.includes("verification result")) return "results";
  return columns === 1 ? "text" : "csv";
}

/** The commonest number of fields: a ragged row does not make a column. */
function widthOf(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
  const [best] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  return Math.min(MOST_COLUMNS, best?.[0] ?? 1);
}

function columnNames(headers: readonly string[] | null, width: number): string[] {
  return Array.from({ length: Math.min(width, MOST_COLUMNS) }, (_, index) => {
    const given = headers?.[index]?.trim() ?? "";
    return given === "" ? `Column ${index + 1}` : given;
  });
}

function byteOrderMark(head: Buffer): { encoding: Encoding; bytes: number } | null {
  const marks: [string, number[]][] = [
    ["UTF-8", [0xef, 0xbb, 0xbf]],
    ["UTF-16LE", [0xff, 0xfe]],
    ["UTF-16BE", [0xfe, 0xff]],
    ["GB18030", [0x84, 0x31, 0x95, 0x33]],
  ];
  for (const [name, mark] of marks) {
    const encoding = encodingNamed(name);
    if (encoding !== null && mark.every((byte, i) => head[i] === byte))
      return { encoding, bytes: mark.length };
  }
  return null;
}

/** A first line `sep=;`, by which a spreadsheet is told the delimiter. */
function sepLine(
  head: Buffer,
  from: number,
  encoding: Encoding,
): { delimiter: string; bytes: number } | null {
  const text = head
    .subarray(from, from + 16 * encoding.unit)
    .toString(encoding.name === "UTF-16LE" ? "utf16le" : "latin1");
  const plain = encoding.name === "UTF-16BE" ? text.replaceAll("\0", "") : text;
  const match = /^"?sep=(.)"?(\r\n|\n|\r)/i.exec(plain);
  if (match?.[1] === undefined) return null;
  return { delimiter: match[1], bytes: match[0].length * encoding.unit };
}
