import { isAscii } from "node:buffer";
import { statSync } from "node:fs";
import { basename } from "node:path";
import { problem } from "../../../../shared/problems.ts";
import {
  byteOrderMark,
  type Encoding,
  lineAt,
  MAX_COLUMNS,
  type SampleRecord,
  sampleRecords,
} from "../../text/index.ts";
import { guessEncoding } from "../detect/encoding.ts";
import { IntakeError, maxOutputBytes, writeTable } from "../workbook/bounded-text.ts";
import { type EntryReader, readArchive } from "../workbook/zip-archive.ts";

/** Files of a Mailchimp audience export: one per state, with columns that differ by state. */
const OF_AUDIENCE = /^(?:subscribed|unsubscribed|cleaned|nonsubscribed)_.*\.csv$/i;
/** ZeroBounce adds the original list and a file for each status. */
const ALL_RESULTS = /_all_results\.csv$/i;
const LF = 10;
const COMMAS = { delimiter: ",", spacedQuotes: false, flow: false };
const CHUNK_BYTES = 256 * 1024;
const MOST_RECORD = 16 * 1024 * 1024;
/** Bytes of a file's beginning used to guess its encoding, and the number of later non-ASCII pieces. */
const HEAD_BYTES = 256 * 1024;
const MOST_PIECES = 12;

/** Returns the archive's files that form one service's export: several to join, or the one that has everything. */
export function findExport(files: readonly string[]): readonly string[] {
  const named = (name: RegExp) => files.filter((file) => name.test(basename(file)));
  const results = named(ALL_RESULTS);
  if (results.length === 1) return results;
  const audience = named(OF_AUDIENCE);
  return audience.length > 1 ? audience : [];
}

interface Part {
  readonly encoding: Encoding;
  /** Names with their occurrence (`1 Note`, `2 Note`), so that they are unique; as many as the widest row has cells. */
  readonly columns: readonly string[];
  readonly rows: number;
}

/**
 * Joins CSV files of an archive with all their columns, matched by name and occurrence. `asked` is their encoding;
 * `null` guesses it per file. Throws {@link IntakeError}, `ArchiveError` and file system errors.
 */
export async function joinInArchive(
  path: string,
  name: string,
  files: readonly string[],
  asked: Encoding | null,
  target: string,
): Promise<void> {
  const parts: Part[] = [];
  await readArchive(path, (file) =>
    files.includes(file) ? partReader(file, asked, (part) => parts.push(part)) : null,
  );
  const columns = [...new Set(parts.flatMap((part) => part.columns))];
  if (columns.length > MAX_COLUMNS) throw tooManyColumns(name, columns.length);
  const most = maxOutputBytes(statSync(path).size);
  if (columns.length * parts.reduce((sum, { rows }) => sum + rows, 0) > most)
    throw new IntakeError(problem("file_too_large", { name, why: "table" }));
  await writeTable(target, most, async (write) => {
    write(columns.map((column) => column.slice(column.indexOf(" ") + 1)));
    const left = parts.values();
    await readArchive(path, (file) => {
      const part = files.includes(file) ? left.next().value : undefined;
      if (part === undefined) return null;
      const at = columns.map((column) => part.columns.indexOf(column));
      let isHeader = true;
      return recordReader(file, part.encoding, ({ cells }) => {
        if (!isHeader) write(at.map((index) => cells[index] ?? ""));
        isHeader = false;
      });
    });
  });
}

function partReader(file: string, asked: Encoding | null, done: (part: Part) => void): EntryReader {
  const pieces: Buffer[] = [];
  let head = Buffer.alloc(0);
  let records: EntryReader | null = null;
  let header: Buffer | null = null;
  let width = 0;
  let rows = -1;
  const encodingOf = () =>
    asked ?? byteOrderMark(head)?.encoding ?? guessEncoding([head, ...pieces]).encoding;
  return (piece, last) => {
    if (records !== null) {
      if (pieces.length < MOST_PIECES && !isAscii(piece))
        pieces.push(Buffer.from(piece.subarray(piece.indexOf(LF) + 1)));
      records(piece, last);
    } else {
      head = Buffer.concat([head, piece]);
      if (head.length < HEAD_BYTES && !last) return;
      // Commas, quotes and line ends have the same bytes in every encoding that the rest may suggest.
      records = recordReader(file, encodingOf(), ({ start, end, cells }, bytes) => {
        header ??= Buffer.from(bytes.subarray(start, end));
        width = Math.max(width, cells.findLastIndex((cell) => cell !== "") + 1);
        rows++;
      });
      records(head, last);
    }
    if (!last) return;
    const encoding = encodingOf();
    if (header === null) return done({ encoding, columns: [], rows: 0 });
    const [first] = sampleRecords(header, encoding, COMMAS, 1, true).records;
    const names = Array.from(
      { length: Math.max(width, first?.fields ?? 0) },
      (_, at) => first?.cells[at] ?? "",
    );
    done({ encoding, columns: numbered(names), rows });
  };
}

function numbered(names: readonly string[]): string[] {
  const met = new Map<string, number>();
  return names.map((name) => {
    const number = (met.get(name) ?? 0) + 1;
    met.set(name, number);
    return `${number} ${name}`;
  });
}

function recordReader(
  file: string,
  encoding: Encoding,
  take: (record: SampleRecord, bytes: Buffer) => void,
): EntryReader {
  const name = basename(file);
  let waiting: Uint8Array[] = [];
  let size = 0;
  let enough = CHUNK_BYTES;
  let isFirst = true;
  let line = 1;
  return (piece, last) => {
    waiting.push(Uint8Array.from(piece));
    size += piece.length;
    if (size < enough && !last) return;
    const all = Buffer.concat(waiting);
    const mark = isFirst ? byteOrderMark(all) : null;
    const bytes = all.subarray(mark?.encoding.name === encoding.name ? mark.bytes : 0);
    isFirst = false;
    const { records, openQuoteLine } = sampleRecords(bytes, encoding, COMMAS, Number.POSITIVE_INFINITY, last);
    if (openQuoteLine > 0)
      throw new IntakeError(problem("file_open_quote", { name, line: line + openQuoteLine - 1 }));
    for (const record of records) {
      if (record.fields > MAX_COLUMNS) throw tooManyColumns(name, record.fields);
      take(record, bytes);
    }
    const end = records.at(-1)?.end ?? 0;
    line += lineAt(bytes, end, encoding) - 1;
    const rest = bytes.subarray(end);
    if (rest.length > MOST_RECORD)
      throw new IntakeError(problem("file_damaged", { name, why: "endless", line }));
    waiting = [rest];
    size = rest.length;
    enough = Math.max(CHUNK_BYTES, 2 * rest.length);
  };
}

function tooManyColumns(name: string, columns: number): IntakeError {
  return new IntakeError(problem("file_too_many_columns", { name, columns, most: MAX_COLUMNS }));
}
