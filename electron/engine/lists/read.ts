import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync, rmSync } from "node:fs";
import { z } from "zod";
import type { Oddity, Preflight, ReadOptions } from "../../../shared/bridge/lists.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { type ListLayout, openColumns, type TaskContext } from "../store/index.ts";
import { type BulkOutput, readBulk } from "./bulk.ts";
import { type Encoding, encodingNamed } from "./encodings.ts";
import { ADDRESS_BIT, LIST_COLUMNS, LIST_META } from "./format.ts";
import { type Inspection, inspect, looksUtf8 } from "./inspect.ts";
import type { ListMeta } from "./meta.ts";
import { OddityCounter } from "./oddities.ts";
import { type Judgement, judgeAddresses } from "./reference/judge.ts";
import { storeTypos } from "./typos-table.ts";

const HEAD_BYTES = 256 * 1024;
const TOP_DOMAINS = 50;

export interface ReadInput {
  readonly listId: string;
  readonly list: ListLayout;
  readonly name: string;
  readonly options: ReadOptions;
  /** Typos that the user accepted: folded address → the address to verify. */
  readonly corrections: readonly (readonly [string, string])[];
}

/** What `lists.read` reports while it is under way. */
export const readProgressSchema = z.object({ bytesRead: z.number(), bytesTotal: z.number(), rows: z.int() });
export type ReadProgress = z.infer<typeof readProgressSchema>;

/** Reads a list's file, writes its `list.db` and answers what is in it. Problems: `file_*`, `encoding_unknown`. */
export async function readList(input: ReadInput, context: TaskContext): Promise<Result<Preflight>> {
  const began = performance.now();
  const { list, name } = input;
  const report = (progress: ReadProgress) => context.progress(progress);
  const head = readHead(list.original);
  if (head.size === 0) return fail(problem("file_empty", { name }));
  const whole = head.size <= head.bytes.length;
  const guess = (): Encoding => guessEncoding(head.bytes);
  const inspected = inspect(head.bytes, whole, name, input.options, guess);
  if (!inspected.ok) return inspected;
  const found = inspected.value;
  if (found.addressColumn === null && found.choice.candidates.length === 0) {
    return fail(problem("file_no_addresses", { name }));
  }
  const oddities = new OddityCounter();
  if (found.sepLine) oddities.add("sep_line", 1);
  const from = found.header?.end ?? found.preamble.end;
  const header = found.header === null ? null : withoutLineEnd(head.bytes, found.header, found.encoding);
  const bulk = readBulk({
    path: list.original,
    name,
    encoding: found.encoding,
    dialect: found.dialect,
    from,
    firstLine: lineAt(head.bytes, from, found.encoding),
    size: head.size,
    column: found.addressColumn ?? -1,
    fields: found.dialect.flow ? 1 : found.columns.length,
    header,
    expectedRows: Math.min(2 ** 28, ((head.size - from) / Math.max(1, found.recordBytes)) * 1.05 + 1000),
    corrections: new Map(input.corrections),
    oddities,
    progress: (bytesRead, rows) => report({ bytesRead, bytesTotal: head.size, rows }),
  });
  if (!bulk.ok) return bulk;
  const { table } = bulk.value;
  if (table.rows === 0) return fail(problem("file_empty", { name }));
  headerOddities(found, head.bytes, oddities);
  const newline = newlineOf(bulk.value, oddities);
  const judged = judgeAddresses(table);
  const meta: ListMeta = {
    version: 1,
    name,
    kind: found.kind,
    records: "original",
    recordsBytes: head.size,
    encoding: found.encoding.name,
    bomBytes: found.bomBytes,
    preamble: found.preamble,
    delimiter: found.dialect.delimiter,
    quote: '"',
    spacedQuotes: found.dialect.spacedQuotes,
    flow: found.dialect.flow,
    newline,
    hasHeader: found.header !== null,
    header: found.header,
    columns: found.columns,
    addressColumn: found.addressColumn,
  };
  store(list.columns, bulk.value, judged, meta);
  return ok(preflight(input, found, bulk.value, judged, meta, oddities.list(), performance.now() - began));
}

function readHead(path: string): { bytes: Buffer; size: number } {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, HEAD_BYTES));
    const read = readSync(file, bytes, 0, bytes.length, 0);
    return { bytes: bytes.subarray(0, read), size };
  } finally {
    closeSync(file);
  }
}

function guessEncoding(head: Buffer): Encoding {
  const name = looksUtf8(head) ? "UTF-8" : "windows-1252";
  const encoding = encodingNamed(name);
  if (encoding === null) throw new Error(`no encoding ${name}`);
  return encoding;
}

/** Line of the byte `at`, counted from 1. */
function lineAt(head: Buffer, at: number, { unit, name }: Encoding): number {
  const low = name === "UTF-16BE" ? 1 : 0;
  const byte = (i: number) => (unit === 1 || head[i + 1 - low] === 0 ? head[i + low] : -1);
  let line = 1;
  for (let i = 0; i < at; i += unit) {
    const here = byte(i);
    if (here === 10 || (here === 13 && byte(i + unit) !== 10)) line++;
  }
  return line;
}

function withoutLineEnd(
  head: Buffer,
  span: { start: number; end: number },
  { unit, name }: Encoding,
): Buffer {
  const low = name === "UTF-16BE" ? 1 : 0;
  let { end } = span;
  while (end > span.start && (head[end - unit + low] === 10 || head[end - unit + low] === 13)) end -= unit;
  return head.subarray(span.start, end);
}

function headerOddities(found: Inspection, head: Buffer, oddities: OddityCounter): void {
  if (found.header === null) return;
  const line = lineAt(head, found.header.start, found.encoding);
  const seen = new Set<string>();
  found.columns.forEach((name, index) => {
    if (name === `Column ${index + 1}`) oddities.add("empty_header", line);
    else if (seen.has(name)) oddities.add("repeated_header", line);
    seen.add(name);
  });
}

function newlineOf({ lineEnds }: BulkOutput, oddities: OddityCounter): ListMeta["newline"] {
  const kinds: [ListMeta["newline"], number][] = [
    ["\n", lineEnds.lf],
    ["\r\n", lineEnds.crlf],
    ["\r", lineEnds.cr],
  ];
  kinds.sort((a, b) => b[1] - a[1]);
  const others = kinds.slice(1).reduce((sum, [, count]) => sum + count, 0);
  if (others > 0) oddities.add("mixed_newlines", 0, others);
  return kinds[0]?.[0] ?? "\n";
}

/** Written beside and renamed: a reader finds the whole of it or nothing. */
function store(path: string, { table }: BulkOutput, judged: Judgement, meta: ListMeta): void {
  const temporary = `${path}.new`;
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(temporary + suffix, { force: true });
  const columns = openColumns(temporary);
  try {
    columns.db.pragma("journal_mode = DELETE");
    const { rows, addresses, domains } = table;
    const u = addresses.size;
    columns.transaction(() => {
      columns.put(LIST_COLUMNS.rowStart.name, table.rowStart.subarray(0, rows));
      columns.put(LIST_COLUMNS.rowEnd.name, table.rowEnd.subarray(0, rows));
      columns.put(LIST_COLUMNS.rowAddress.name, table.rowAddress.subarray(0, rows));
      columns.put(
        LIST_COLUMNS.addressText.name,
        addresses.text.subarray(0, u === 0 ? 0 : addresses.ends[u - 1]),
      );
      columns.put(LIST_COLUMNS.addressEnd.name, addresses.ends.subarray(0, u));
      columns.put(LIST_COLUMNS.addressFirst.name, table.addressFirst.subarray(0, u));
      columns.put(LIST_COLUMNS.addressBits.name, judged.bits);
      columns.put(LIST_COLUMNS.addressDomain.name, table.addressDomain.subarray(0, u));
      const d = domains.size;
      columns.put(LIST_COLUMNS.domainText.name, domains.text.subarray(0, d === 0 ? 0 : domains.ends[d - 1]));
      columns.put(LIST_COLUMNS.domainEnd.name, domains.ends.subarray(0, d));
      columns.put(LIST_COLUMNS.malformedRow.name, Uint32Array.from(table.malformedRow));
      columns.put(LIST_COLUMNS.malformedLine.name, Uint32Array.from(table.malformedLine));
      const malformed = Uint32Array.from(table.malformedRow);
      columns.put(
        LIST_COLUMNS.malformedStart.name,
        Float64Array.from(malformed, (row) => table.rowStart[row] ?? 0),
      );
      columns.put(
        LIST_COLUMNS.malformedEnd.name,
        Float64Array.from(malformed, (row) => table.rowEnd[row] ?? 0),
      );
      storeTypos(columns, table, judged);
      columns.putMeta(LIST_META, meta);
    });
  } finally {
    columns.close();
  }
  for (const suffix of ["-wal", "-shm"])
    if (existsSync(path + suffix)) rmSync(path + suffix, { force: true });
  renameSync(temporary, path);
}

function preflight(
  input: ReadInput,
  found: Inspection,
  { table }: BulkOutput,
  judged: Judgement,
  meta: ListMeta,
  oddities: Oddity[],
  milliseconds: number,
): Preflight {
  return {
    listId: input.listId,
    name: input.name,
    bytes: meta.recordsBytes,
    kind: meta.kind,
    encoding: meta.encoding,
    encodingGuessed: found.encodingGuessed,
    delimiter: meta.delimiter,
    hasHeader: meta.hasHeader,
    bom: meta.bomBytes > 0,
    newline: meta.newline,
    sheet: null,
    sheets: [],
    columns: meta.columns.map((name, index) => {
      const sample = found.choice.samples[index];
      const share = sample === undefined || sample.filled === 0 ? 0 : sample.addresses / sample.filled;
      return { index, name, addressShare: share };
    }),
    addressColumn: meta.addressColumn,
    candidates: found.choice.candidates,
    preview: found.preview,
    rows: table.rows,
    unique: table.addresses.size,
    repeated: table.repeated,
    malformed: table.malformedRow.length,
    empty: table.empty,
    role: judged.count(ADDRESS_BIT.role),
    disposable: judged.count(ADDRESS_BIT.disposable),
    free: judged.count(ADDRESS_BIT.free),
    typos: judged.count(ADDRESS_BIT.typo),
    topDomains: judged.topDomains(TOP_DOMAINS),
    oddities,
    milliseconds: Math.round(milliseconds),
  };
}
