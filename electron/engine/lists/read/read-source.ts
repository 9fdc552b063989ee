import { z } from "zod";
import type { ReferenceOverride } from "../../../../shared/bridge/app.ts";
import type { Preflight, ReadOptions, ReadQuestion } from "../../../../shared/bridge/lists.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import type { Correction } from "../../catalog/index.ts";
import type { ListLayout } from "../../store/index.ts";
import { lineAt, withoutLineEnd } from "../../text/index.ts";
import {
  type EncodingGuess,
  type FileSamples,
  guessFromLines,
  nonAsciiLines,
  readSamples,
} from "../detect/encoding.ts";
import { type Inspection, inspect } from "../detect/inspect.ts";
import { MAX_LIST_BYTES } from "../intake/copy.ts";
import { sheetsNamed, surveyed, type WorkbookSource, writeRecords } from "../intake/source.ts";
import type { CellTypes } from "../workbook/cell-types.ts";
import type { Sheet } from "../workbook/parts.ts";
import type { WrittenSheet } from "../workbook/sheet-to-csv.ts";
import { hasMailLinks, type SheetSummary } from "../workbook/workbook.ts";
import { sheetQuestion } from "./preflight.ts";
import { type BulkOutput, MAX_ROWS, readRecords } from "./read-records.ts";
import { WarningCounter } from "./warnings.ts";

export interface ReadInput {
  readonly listId: string;
  readonly list: ListLayout;
  readonly name: string;
  readonly options: ReadOptions;
  /** Accepted typo corrections: folded address → address to verify. */
  readonly corrections: readonly Correction[];
  readonly overrides?: readonly ReferenceOverride[];
}

export const readProgressSchema = z.object({ bytesRead: z.number(), bytesTotal: z.number(), rows: z.int() });
export type ReadProgress = z.infer<typeof readProgressSchema>;

export interface Reading {
  readonly pieces: FileSamples;
  readonly found: Inspection;
  readonly bulk: BulkOutput;
  readonly oddities: WarningCounter;
}

/** A reading with details of its source. */
export interface ReadResult extends Reading {
  readonly sheet: string | null;
  readonly lineOf: (line: number) => number;
  readonly questions: readonly ReadQuestion[];
  readonly hiddenRows: Preflight["hiddenRows"];
  readonly types: WrittenSheet["types"];
}

/** The first two records must be within this many bytes. */
const FIRST_RECORDS_BYTES = 64 * 1024 * 1024;

/** Reads the text at `path` once. `rowOf` maps its lines to rows of a sheet. Fails with `file_*` or like `inspect`. */
function readOnce(
  path: string,
  input: Pick<ReadInput, "name" | "corrections">,
  options: ReadOptions,
  report: (progress: ReadProgress) => void,
  rowOf?: (line: number) => number,
): Result<Reading> {
  const { name } = input;
  let pieces = readSamples(path);
  // Also tables that were written from other files: their offsets have 32 bits.
  if (pieces.size > MAX_LIST_BYTES) return fail(problem("file_too_large", { name, why: "bytes" }));
  let inspected = inspect(pieces, name, options, rowOf);
  while (inspected.ok && inspected.value === null && pieces.head.length < FIRST_RECORDS_BYTES) {
    pieces = readSamples(path, pieces.head.length * 8);
    inspected = inspect(pieces, name, options, rowOf);
  }
  if (!inspected.ok) return inspected;
  const found = inspected.value;
  if (found === null) {
    return fail(problem("file_damaged", { name, why: "endless" }));
  }
  if (found.addressColumn === null && found.choice.candidates.length === 0) {
    return fail(problem("file_no_addresses", { name }));
  }
  const { head, size } = pieces;
  const oddities = new WarningCounter();
  if (found.sepLine) oddities.add("sep_line", 1);
  headerOddities(found, head, oddities);
  const from = found.header?.end ?? found.preamble.end;
  const bulk = readRecords({
    path,
    name,
    encoding: found.encoding,
    dialect: found.dialect,
    from,
    firstLine: lineAt(head, from, found.encoding),
    size,
    column: found.addressColumn ?? -1,
    fields: found.dialect.flow ? 1 : found.columns.length,
    // The columns of single addresses are other records.
    countedColumns: found.dialect.flow || options.optOutsAnswered === true ? [] : found.consentCandidates,
    header: found.header === null ? null : withoutLineEnd(head, found.header, found.encoding),
    expectedRows: Math.min(MAX_ROWS, ((size - from) / Math.max(1, found.recordBytes)) * 1.05 + 1000),
    mostRows: MAX_ROWS,
    corrections: new Map(input.corrections),
    fixCells: options.fixCells === true,
    oddities,
    progress: (bytesRead, rows) => report({ bytesRead, bytesTotal: size, rows }),
  });
  if (!bulk.ok) return bulk;
  if (bulk.value.table.rows === 0) return fail(problem("file_empty", { name }));
  return ok({ pieces, found, bulk: bulk.value, oddities });
}

function headerOddities(found: Inspection, head: Buffer, oddities: WarningCounter): void {
  for (const above of found.aboveLines) oddities.add("line_above", above);
  for (const blank of found.blankLines) oddities.add("blank_line", blank);
  if (found.header === null) return;
  const line = lineAt(head, found.header.start, found.encoding);
  const seen = new Set<string>();
  found.columns.forEach((name, index) => {
    if (found.unnamed.has(index)) oddities.add("empty_header", line);
    else if (seen.has(name)) oddities.add("repeated_header", line);
    seen.add(name);
  });
}

const SHEETS_TRIED = 20;
/** Fixed options for CSV that Winnow wrote itself; they override the user's. */
export const OWN_CSV_OPTIONS = {
  encoding: "UTF-8",
  delimiter: ",",
  rows: "lines",
  spacedQuotes: false,
} as const;

/** Reads the chosen sheet, or the first with addresses. If several have some, adds a question. */
export async function readSheets(
  source: WorkbookSource,
  input: ReadInput,
  report: (progress: ReadProgress) => void,
): Promise<Result<ReadResult>> {
  const { list, name } = input;
  const { bytes } = source;
  const chosen = await chooseSheets(source, input, (bytesRead) =>
    report({ bytesRead, bytesTotal: bytes, rows: 0 }),
  );
  if (!chosen.ok) return chosen;
  const options = { ...input.options, ...OWN_CSV_OPTIONS };
  const choice = options.hiddenRows;
  let first: Result<never> = fail(problem("file_empty", { name }));
  for (const [index, sheet] of chosen.value.sheets.slice(0, SHEETS_TRIED).entries()) {
    const written = await writeRecords(list, name, source, sheet, choice === "skip", (bytesRead, rows) =>
      report({ bytesRead, bytesTotal: bytes, rows }),
    );
    // Unpacking took most of the time; parsing is quick, so report all bytes as read.
    const unpacked = ({ rows }: ReadProgress) => report({ bytesRead: bytes, bytesTotal: bytes, rows });
    const rowOf = written.ok ? written.value.numbers.rowOf : undefined;
    const reading = written.ok ? readOnce(list.records, input, options, unpacked, rowOf) : written;
    if (reading.ok && written.ok && rowOf !== undefined) {
      const { oddities, bulk } = reading.value;
      if (bulk.table.addresses.size === 0 && (await hasMailLinks(source.path)))
        return fail(problem("file_addresses_in_links", { name }));
      oddities.mapLines(rowOf);
      bulk.table.renumber(rowOf);
      const { unsaved, hidden } = written.value;
      const visible = Math.max(0, bulk.table.rows - (choice === "skip" ? 0 : hidden.count));
      const counts = { hidden: hidden.count, visible, addresses: hidden.addresses };
      if (unsaved.count > 0) oddities.addLines("formula_without_value", unsaved.rows, unsaved.count);
      if (choice === "skip" && hidden.count > 0) oddities.addLines("hidden_row", hidden.rows, hidden.count);
      const questions = sheetQuestion(chosen.value.surveys, sheet.name);
      if (choice === undefined && hidden.count > 0)
        questions.push({ kind: "hidden_rows", assumed: "keep", ...counts });
      return ok({
        ...reading.value,
        sheet: sheet.name,
        lineOf: rowOf,
        questions,
        hiddenRows:
          hidden.count === 0 ? undefined : { ...counts, ...(choice === undefined ? {} : { choice }) },
        types: written.value.types,
      });
    }
    if (reading.ok) continue;
    const { code } = reading.problem;
    if (code !== "file_no_addresses" && code !== "file_empty") return reading;
    const isUnsaved = written.ok && written.value.unsaved.count > 0;
    if (index === 0)
      first = isUnsaved ? fail(problem("file_formulas_unsaved", { name, ...sheetOf(sheet) })) : reading;
  }
  const isInLinks = await hasMailLinks(source.path);
  return isInLinks ? fail(problem("file_addresses_in_links", { name })) : first;
}

const sheetOf = ({ name }: Sheet) => ({ sheet: name });

/** Returns the sheets to try, in order, and their surveys (empty if none were needed). */
async function chooseSheets(
  source: WorkbookSource,
  { name, options }: ReadInput,
  progress: (bytesRead: number) => void,
): Promise<Result<{ sheets: readonly Sheet[]; surveys: readonly SheetSummary[] }>> {
  const { workbook } = source;
  if (options.sheet !== undefined) {
    const named = sheetsNamed(workbook, options.sheet);
    return named.ok ? ok({ sheets: named.value, surveys: [] }) : named;
  }
  if (workbook.sheets.length < 2) return ok({ sheets: workbook.sheets, surveys: [] });
  const surveys = await surveyed(source, name, progress);
  if (!surveys.ok) return surveys;
  const inOrder = [...workbook.sheets].sort((a, b) => Number(a.hidden) - Number(b.hidden));
  const holding = surveys.value.filter(({ holdsAddresses }) => holdsAddresses).map(({ sheet }) => sheet);
  const sheets = holding.length > 0 ? inOrder.filter((sheet) => holding.includes(sheet)) : inOrder;
  return ok({ sheets, surveys: surveys.value });
}

/** Returns the cell types of the data rows; `null` if unknown. */
export function typesOfRows({ types, found }: ReadResult, rows: number): CellTypes | null {
  if (types === null) return null;
  // Only valid if every written row became a record; rows above the data are cut off.
  const above = found.aboveLines.length + (found.header === null ? 0 : 1);
  if (types.rows !== above + rows) return null;
  const columns = [...types.columns].map(
    ([column, codes]) => [column, codes.subarray(above, types.rows)] as const,
  );
  return { types: types.types, columns: new Map(columns) };
}

/** Reads text. Reads it again if undecodable rows show that the encoding guess was wrong. */
export function readText(
  path: string,
  input: ReadInput,
  options: ReadOptions,
  report: (progress: ReadProgress) => void,
): Result<ReadResult> {
  const first = readOnce(path, input, options, report);
  if (!first.ok) return first;
  const better = betterEncoding(first.value);
  const reading =
    better === null ? first : readOnce(path, input, { ...options, encoding: better.encoding.name }, report);
  if (!reading.ok) return reading;
  const encodings = better?.alternatives ?? reading.value.found.encodings;
  const found = { ...reading.value.found, encodings };
  return ok({
    ...reading.value,
    found,
    sheet: null,
    lineOf: (line) => line,
    questions: [],
    hiddenRows: undefined,
    types: null,
  });
}

/** Guesses again if a file began as ASCII but turned out not to be UTF-8; `null` if the first guess stands. */
function betterEncoding({ pieces, found, bulk }: Reading): EncodingGuess | null {
  const { undecodable, undecodableRows } = bulk;
  if (found.encoding.name !== "UTF-8" || !found.encodingGuessed || undecodable.length === 0) return null;
  const sound = nonAsciiLines([pieces.head, ...pieces.further]).length;
  return sound * 4 > undecodableRows ? null : guessFromLines(undecodable);
}
