import { closeSync, openSync, readSync } from "node:fs";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import {
  createScanner,
  type Dialect,
  decode,
  type Encoding,
  type FoundRecord,
  isDecodable,
  type LineEnds,
  lineAt,
  MAX_CELLS,
  maskNonAscii,
  tooManyCells,
  unquote,
  withoutLineEnd,
} from "../../text/index.ts";
import type { ColumnWords } from "../../vocabularies/index.ts";
import { ColumnCellCounter } from "./column-cells.ts";
import { RowTable } from "./row-table.ts";
import type { WarningCounter } from "./warnings.ts";

const CHUNK_BYTES = 4 * 1024 * 1024;
/** Maximum number of rows: each takes about 50 bytes of memory, plus the address. */
export const MAX_ROWS = 20_000_000;
/** Maximum length of one record, in bytes. */
const RECORD_BYTES = 128 * 1024 * 1024;
const UNDECODABLE_KEPT = 200;

export interface BulkInput {
  readonly path: string;
  readonly name: string;
  readonly encoding: Encoding;
  readonly dialect: Dialect;
  /** Offset of the first data record, in bytes. */
  readonly from: number;
  /** Line of the first data record, from 1. */
  readonly firstLine: number;
  readonly size: number;
  /** Index of the field that holds the address; -1 if unknown. */
  readonly column: number;
  readonly fields: number;
  /** Indexes of columns whose distinct cells are counted. */
  readonly countedColumns: readonly number[];
  /** The header's bytes without its line end, to detect repetitions; `null` if there is no header. */
  readonly header: Uint8Array | null;
  readonly expectedRows: number;
  readonly mostRows: number;
  readonly corrections: ReadonlyMap<string, string>;
  readonly fixCells: boolean;
  readonly oddities: WarningCounter;
  readonly progress: (bytesRead: number, rows: number) => void;
}

export interface BulkOutput {
  readonly table: RowTable;
  readonly lineEnds: LineEnds;
  /** The first records that the encoding cannot decode. */
  readonly undecodable: Buffer[];
  /** Number of all records that the encoding cannot decode. */
  readonly undecodableRows: number;
  /** The values of the counted columns. */
  readonly words: ReadonlyMap<number, ColumnWords>;
}

const BACKSLASH = 92;
const QUOTE = 34;

/** Returns whether a record escapes a quote with a backslash, as MySQL does. */
function escapesQuotes(record: Uint8Array): boolean {
  for (let at = record.indexOf(BACKSLASH); at >= 0; at = record.indexOf(BACKSLASH, at + 1))
    if (record[at + 1] === QUOTE) return true;
  return false;
}

/**
 * Reads all records of a file in chunks. Fails with `file_open_quote`, `file_too_large`, or `file_damaged` if a record
 * has no end or too many cells. Throws file system errors.
 */
export function readRecords(input: BulkInput): Result<BulkOutput> {
  const { encoding, dialect, oddities, column, header } = input;
  const { unit } = encoding;
  const table = new RowTable(input.expectedRows, input.corrections, input.fixCells);
  const cells = new ColumnCellCounter(input.countedColumns, encoding);
  const scanner = createScanner(dialect, column, input.firstLine, cells.fields);
  let buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES + 2);
  let room: Uint8Array = encoding.mask === "none" ? buffer : new Uint8Array(CHUNK_BYTES / unit + 2);
  let view: Uint8Array = room;
  const undecodable: Buffer[] = [];
  let rowsUndecodable = 0;
  /** Line of the first record with too many cells; 0 if no record has. */
  let tooWideLine = 0;
  /** File offset of the first byte in `buffer`. */
  let base = input.from;

  const sink = {
    blank: (line: number) => oddities.add("blank_line", line),
    record(found: FoundRecord) {
      const start = base + found.start * unit;
      const end = base + found.end * unit;
      if (found.fields > MAX_CELLS) {
        if (tooWideLine === 0) tooWideLine = found.line;
        return;
      }
      if (found.fields !== input.fields) oddities.add("ragged_row", found.line);
      if (found.strayQuote) {
        const isEscaped = escapesQuotes(view.subarray(found.start, found.end));
        oddities.add(isEscaped ? "backslash_quote" : "stray_quote", found.line);
      }
      cells.add(buffer, found.fields);
      let from = found.cellStart;
      let to = found.cellEnd;
      if (from < 0 || from >= to) return table.addEmpty(start, end);
      if (found.cellQuoted && view[from] === 34 && view[to - 1] === 34) {
        from++;
        to--;
      }
      if (table.addPlain(start, end, view, from, to)) return;
      const cell = buffer.subarray(found.cellStart * unit, found.cellEnd * unit);
      const raw = decode(cell, encoding);
      const odd = table.addCell(start, end, unquote(raw, found.cellQuoted), found.line);
      if (odd !== null) oddities.add(odd, found.line);
      const record = { start: found.start * unit, end: found.end * unit };
      if (header !== null && withoutLineEnd(buffer, record, encoding).equals(header))
        oddities.add("repeated_header", found.line);
    },
  };

  const file = openSync(input.path, "r");
  try {
    let held = 0;
    for (let position = input.from, last = false; !last; ) {
      const wanted = buffer.length - 2 - held;
      const read = readSync(file, buffer, held, wanted, position);
      position += read;
      held += read;
      last = read === 0;
      if (!last && held < unit) continue;
      const units = Math.floor(held / unit);
      view = maskNonAscii(buffer, units * unit, encoding, room);
      const firstRow = table.rows;
      const lineBefore = scanner.line();
      const done = scanner.scan(view, units, last, sink) * unit;
      if (tooWideLine > 0) return fail(tooManyCells(input.name, tooWideLine));
      if (table.rows > input.mostRows) {
        const { name, mostRows } = input;
        return fail(problem("file_too_large", { name, why: "rows", most: mostRows }));
      }
      if (!isDecodable(buffer.subarray(0, done), encoding)) {
        let line = lineBefore;
        let counted = 0;
        for (const found of undecodableRows(table, firstRow, base, buffer, encoding)) {
          rowsUndecodable++;
          if (undecodable.length < UNDECODABLE_KEPT) undecodable.push(Buffer.from(found.bytes));
          line += lineAt(buffer.subarray(counted), found.start - counted, encoding) - 1;
          counted = found.start;
          oddities.add("undecodable", line);
        }
      }
      if (last && done < units * unit) {
        return fail(problem("file_open_quote", { name: input.name, line: scanner.openQuoteLine() }));
      }
      if (done === 0 && held >= buffer.length - 2) {
        if (buffer.length > RECORD_BYTES) {
          // Scan once more as if the file ended here, to learn whether a quote is open.
          scanner.scan(view, units, true, { blank: () => undefined, record: () => undefined });
          return fail(unterminated(input.name, scanner.line(), scanner.openQuoteLine()));
        }
        const larger = Buffer.allocUnsafeSlow((buffer.length - 2) * 4 + 2);
        buffer.copy(larger, 0, 0, held);
        buffer = larger;
        room = encoding.mask === "none" ? buffer : new Uint8Array((buffer.length - 2) / unit + 2);
        continue;
      }
      buffer.copyWithin(0, done, held);
      held -= done;
      base += done;
      input.progress(position, table.rows);
    }
    return ok({
      table,
      lineEnds: scanner.lineEnds,
      undecodable,
      undecodableRows: rowsUndecodable,
      words: cells.counted(),
    });
  } finally {
    closeSync(file);
  }
}

function unterminated(name: string, line: number, openQuoteLine: number): Problem {
  return openQuoteLine > 0
    ? problem("file_open_quote", { name, line: openQuoteLine })
    : problem("file_damaged", { name, why: "endless", line });
}

function* undecodableRows(
  table: RowTable,
  firstRow: number,
  base: number,
  bytes: Buffer,
  encoding: Encoding,
): Generator<{ start: number; bytes: Buffer }> {
  for (let row = firstRow; row < table.rows; row++) {
    const start = (table.recordStart[row] as number) - base;
    const record = bytes.subarray(start, table.endOf(row) - base);
    if (!isDecodable(record, encoding)) yield { start, bytes: record };
  }
}
