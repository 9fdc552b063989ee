import iconv from "iconv-lite";
import type { OpenList } from "../../lists/index.ts";
import { cellCounter, type OpenCleaning } from "../../results/index.ts";
import { type Encoding, encodingNamed, lineEndOf, quoteCell } from "../../text/index.ts";
import type { ByteSink } from "../files/byte-sink.ts";
import type { RecordSource } from "./record-source.ts";
import { createVerdictSuffix, verdictColumns } from "./verdict-cells.ts";

interface Dialect {
  readonly newline: Buffer;
  readonly delimiter: Buffer;
  readonly encoding: Encoding;
  encode(text: string): Buffer;
}

/**
 * Writes the original bytes: byte order mark, lines above the header, header, and the records of `rows`. Only adds
 * missing line ends, accepted corrections, and with `withVerdicts` the verdict columns.
 */
export async function writeExact(
  cleaning: OpenCleaning,
  rows: Uint32Array,
  withVerdicts: boolean,
  source: RecordSource,
  sink: ByteSink,
  progress: (written: number) => void,
): Promise<{ corrected: number }> {
  const { list } = cleaning;
  const dialect = dialectOf(list);
  sink.write(list.preambleBytes());
  const records = correctorOf(list);
  const copy = { header: list.headerBytes(), rows, records, dialect, source, sink, progress };
  await (withVerdicts ? writeWithVerdicts(cleaning, copy) : writePlain(list, copy));
  return { corrected: records.corrected };
}

interface Copy {
  readonly header: Buffer;
  readonly rows: Uint32Array;
  readonly records: ReturnType<typeof correctorOf>;
  readonly dialect: Dialect;
  readonly source: RecordSource;
  readonly sink: ByteSink;
  readonly progress: (written: number) => void;
}

function correctorOf(list: OpenList) {
  return {
    corrected: 0,
    mayChange: list.mayCorrect,
    /** Returns the corrected record, or `null` if it is unchanged. */
    changed(row: number, original: Buffer): Buffer | null {
      const changed = list.corrected(row, original);
      if (changed !== null) this.corrected++;
      return changed;
    },
  };
}

async function writePlain(
  list: OpenList,
  { header, rows, records, dialect, source, sink, progress }: Copy,
): Promise<void> {
  sink.write(header);
  let isEnded = header.length === 0 || lineEndOf(header, 0, header.length, dialect.encoding) < header.length;
  for (let at = 0; at < rows.length; ) {
    const first = rows[at] ?? 0;
    const start = list.rowStart[first] ?? 0;
    let end = list.rowEnd[first] ?? 0;
    at++;
    while (
      !records.mayChange &&
      at < rows.length &&
      end - start < 1 << 20 &&
      list.rowStart[rows[at] ?? 0] === end
    ) {
      end = list.rowEnd[rows[at] ?? 0] ?? end;
      at++;
    }
    if (!isEnded) sink.write(dialect.newline);
    const original = source.bytes(start, end);
    const bytes = (records.mayChange ? records.changed(first, original) : null) ?? original;
    sink.write(bytes);
    isEnded = lineEndOf(bytes, 0, bytes.length, dialect.encoding) < bytes.length;
    if (!records.mayChange || at % 4096 === 0) {
      progress(at);
      await sink.yieldToEvents();
    }
  }
}

async function writeWithVerdicts(
  cleaning: OpenCleaning,
  { header, rows, records, dialect, source, sink, progress }: Copy,
): Promise<void> {
  const { list } = cleaning;
  const { delimiter, columns } = list.meta;
  const width = columns.length;
  const countCells = list.meta.even === true ? null : cellCounter(list);
  const write = (bytes: Buffer, start: number, end: number, own: number, added: Buffer) => {
    const lineEnd = lineEndOf(bytes, start, end, dialect.encoding);
    const body = bodyOf(list, bytes, start, lineEnd, dialect);
    const place = own <= width ? body : start + list.endOfCells(bytes.subarray(start, end), width);
    sink.add(bytes, start, place);
    // Pad short records, so that the new cells are under their headers.
    for (let cell = own; cell < width; cell++) sink.write(dialect.delimiter);
    sink.add(added, 0, added.length);
    sink.add(bytes, place, body);
    if (lineEnd === end) sink.write(dialect.newline);
    else sink.add(bytes, lineEnd, end);
  };
  const named = verdictColumns(list).map((name) => delimiter + quoteCell(name, delimiter));
  const names = dialect.encode(named.join(""));
  if (header.length > 0) write(header, 0, header.length, cellCounter(list)(header), names);
  const suffix = createVerdictSuffix(cleaning, {
    delimiter,
    unit: dialect.encoding.unit,
    encode: dialect.encode,
  });
  const { rowStart, rowEnd } = list;
  /** Not inline: V8 optimises code in async loops late. */
  const copy = (row: number) => {
    const start = rowStart[row] ?? 0;
    const length = (rowEnd[row] ?? start) - start;
    const place = source.locate(start, start + length);
    const { held } = source;
    const own = countCells === null ? width : countCells(held.subarray(place, place + length));
    const changed = records.mayChange ? records.changed(row, held.subarray(place, place + length)) : null;
    if (changed === null) write(held, place, place + length, own, suffix(row));
    else write(changed, 0, changed.length, own, suffix(row));
  };
  for (let at = 0; at < rows.length; at++) {
    copy(rows[at] ?? 0);
    if (at % 4096 === 0) {
      progress(at);
      await sink.yieldToEvents();
    }
  }
}

function dialectOf(list: OpenList): Dialect {
  const { newline, delimiter } = list.meta;
  const encoding = encodingNamed(list.meta.encoding);
  if (encoding === null) throw new Error(`no encoding ${list.meta.encoding}`);
  const encode = (text: string) =>
    encoding.name === "UTF-8"
      ? Buffer.from(text, "utf8")
      : iconv.encode(text, encoding.name, { addBOM: false });
  return { newline: encode(newline), delimiter: encode(delimiter), encoding, encode };
}

/** Returns the end of a record's cells: before its line end or, in a flow, its delimiter. */
function bodyOf(
  list: OpenList,
  bytes: Buffer,
  start: number,
  lineEnd: number,
  { delimiter }: Dialect,
): number {
  if (!list.meta.flow) return lineEnd;
  const tail = bytes.subarray(Math.max(start, lineEnd - delimiter.length), lineEnd);
  return tail.equals(delimiter) ? lineEnd - tail.length : lineEnd;
}
