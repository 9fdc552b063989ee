import type { Preflight } from "../../../../shared/bridge/lists.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { type TaskContext, writeColumns } from "../../store/index.ts";
import { encodingNamed } from "../../text/index.ts";
import { cellTypeColumn, LIST_COLUMNS, LIST_META, type ListMeta } from "../format.ts";
import { discardUnpacked, openSource } from "../intake/source.ts";
import { type Classification, classifyAddresses } from "./classify.ts";
import { optOutQuestion } from "./opt-outs.ts";
import { keyQuestion, preflightFrom, readQuestions } from "./preflight.ts";
import type { BulkOutput } from "./read-records.ts";
import {
  OWN_CSV_OPTIONS,
  type ReadInput,
  type ReadProgress,
  readSheets,
  readText,
  typesOfRows,
} from "./read-source.ts";
import { type RowTable, storeCells } from "./row-table.ts";
import { storeTypos, type WarningCounter } from "./warnings.ts";

/** Writes `list.db`. */
function storeList(
  path: string,
  table: RowTable,
  classified: Classification,
  meta: ListMeta,
  cellTypes: ReadonlyMap<number, Uint8Array> = new Map(),
): void {
  writeColumns(path, (columns) => {
    const { rows, addresses, domains } = table;
    addresses.release();
    const u = addresses.size;
    const d = domains.size;
    const malformed = Uint32Array.from(table.malformedRow);
    columns.put(LIST_COLUMNS.recordStart, table.recordStart.subarray(0, rows + 1));
    if (table.recordEnd !== null) columns.put(LIST_COLUMNS.recordEnd, table.recordEnd.subarray(0, rows));
    columns.put(LIST_COLUMNS.rowAddress, table.rowAddress.subarray(0, rows));
    columns.put(LIST_COLUMNS.addressText, addresses.text.subarray(0, addresses.start(u)));
    columns.put(LIST_COLUMNS.addressEnd, addresses.ends.subarray(0, u));
    columns.put(LIST_COLUMNS.addressBits, classified.bits);
    columns.put(LIST_COLUMNS.addressDomain, table.addressDomain.subarray(0, u));
    columns.put(LIST_COLUMNS.domainText, domains.text.subarray(0, domains.start(d)));
    columns.put(LIST_COLUMNS.addressFirst, table.firstRows());
    columns.put(LIST_COLUMNS.domainEnd, domains.ends.subarray(0, d));
    columns.put(LIST_COLUMNS.malformedRow, malformed);
    columns.put(LIST_COLUMNS.malformedLine, Uint32Array.from(table.malformedLine));
    columns.put(
      LIST_COLUMNS.malformedStart,
      Float64Array.from(malformed, (row) => table.recordStart[row] ?? 0),
    );
    columns.put(
      LIST_COLUMNS.malformedEnd,
      Float64Array.from(malformed, (row) => table.endOf(row)),
    );
    if (table.differingCells.length > 0)
      columns.put(LIST_COLUMNS.differingCells, Uint32Array.from(table.differingCells));
    if (table.trimmed.length > 0) columns.put(LIST_COLUMNS.trimmed, Uint32Array.from(table.trimmed));
    for (const [column, codes] of cellTypes) columns.put(cellTypeColumn(column), codes);
    storeTypos(columns, table, classified);
    storeCells(columns, table);
    columns.putMeta(LIST_META, meta);
  });
}

/**
 * Reads a list's file, writes its `list.db` and returns the preflight. Fails with the problems of `inspect` or other
 * `file_*` problems.
 */
export async function readList(input: ReadInput, context: TaskContext): Promise<Result<Preflight>> {
  try {
    return await readSource(input, context);
  } finally {
    discardUnpacked(input.list);
  }
}

async function readSource(input: ReadInput, context: TaskContext): Promise<Result<Preflight>> {
  const began = performance.now();
  const { list, name } = input;
  const report = (progress: ReadProgress) => context.progress(progress);
  const chosenEncoding = input.options.encoding;
  const encoding = chosenEncoding === undefined ? null : encodingNamed(chosenEncoding);
  if (chosenEncoding !== undefined && encoding === null)
    return fail(problem("encoding_unknown", { encoding: chosenEncoding }));
  const source = await openSource(list, name, encoding, input.options.sheet);
  if (!source.ok) return source;
  const isTable = source.value.kind === "text" && source.value.isTable;
  const taken =
    source.value.kind === "text"
      ? readText(source.value.path, input, { ...input.options, ...(isTable ? OWN_CSV_OPTIONS : {}) }, report)
      : await readSheets(source.value, input, report);
  if (!taken.ok) return taken;
  const keys = source.value.kind === "text" ? source.value.keys : undefined;
  const sheet = keys?.read ?? taken.value.sheet;
  const kind = source.value.kind === "workbook" ? "xlsx" : taken.value.found.kind;
  const { found, bulk, oddities, pieces } = taken.value;
  const { table } = bulk;
  const encodings = kind === "xlsx" ? [] : found.encodings;
  const types = typesOfRows(taken.value, table.rows);
  const classified = classifyAddresses(table, input.overrides);
  const meta: ListMeta = {
    version: 1,
    name,
    kind,
    records: source.value.kind === "text" && source.value.path === list.original ? "original" : "records",
    ...(kind === "xlsx" || isTable ? { isConverted: true } : {}),
    recordsBytes: pieces.size,
    encoding: found.encoding.name,
    bomBytes: found.bomBytes,
    preamble: found.preamble,
    ...(found.preamble.end > found.aboveStart ? { aboveStart: found.aboveStart } : {}),
    delimiter: found.dialect.delimiter,
    quote: '"',
    spacedQuotes: found.dialect.spacedQuotes,
    flow: found.dialect.flow,
    newline: newlineOf(bulk, oddities),
    hasHeader: found.header !== null,
    header: found.header,
    columns: found.columns,
    even: !oddities.has("ragged_row"),
    addressColumn: found.addressColumn,
    ...(found.whose.readAs === null ? {} : { resultsOf: found.whose.readAs.source }),
    ...(input.options.fixCells === true ? { fixCells: true } : {}),
    ...(table.trimmed.length > 0 ? { tidies: true } : {}),
    ...(types === null ? {} : { cellTypes: { types: [...types.types], columns: [...types.columns.keys()] } }),
    ...(encodings.length > 0 ? { unclearEncodings: encodings.map(({ encoding }) => encoding.name) } : {}),
  };
  storeList(list.columns, table, classified, meta, types?.columns);
  const optOuts =
    input.options.optOutsAnswered === true
      ? null
      : optOutQuestion(list, meta, found.whose, { rows: table.rows, words: bulk.words });
  return ok(
    preflightFrom({
      listId: input.listId,
      bytes: source.value.bytes,
      found: {
        ...found,
        encodingGuessed: kind !== "xlsx" && !isTable && chosenEncoding === undefined && found.bomBytes === 0,
      },
      table,
      classified,
      meta,
      questions: [
        ...taken.value.questions,
        ...keyQuestion(keys, input.options),
        ...readQuestions({ ...found, encodings }, table, optOuts, input.options),
      ],
      lineOf: taken.value.lineOf,
      sheet,
      hiddenRows: taken.value.hiddenRows,
      inside: source.value.inside,
      sheets:
        source.value.kind === "text"
          ? (keys?.keys.map(({ name }) => name) ?? [])
          : source.value.workbook.sheets.map(({ name }) => name),
      oddities: oddities.list(),
      milliseconds: performance.now() - began,
    }),
  );
}

function newlineOf({ lineEnds }: BulkOutput, oddities: WarningCounter): ListMeta["newline"] {
  const kinds: [ListMeta["newline"], number, number][] = [
    ["\n", lineEnds.lf, lineEnds.firstLf],
    ["\r\n", lineEnds.crlf, lineEnds.firstCrlf],
    ["\r", lineEnds.cr, lineEnds.firstCr],
  ];
  kinds.sort((a, b) => b[1] - a[1]);
  for (const [, count, line] of kinds.slice(1)) if (count > 0) oddities.add("mixed_newlines", line, count);
  return kinds[0]?.[0] ?? "\n";
}
