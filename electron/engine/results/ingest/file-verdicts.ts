import { readFileSync, statSync } from "node:fs";
import type { DateOrder } from "../../../../shared/date-order.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { FLAGS } from "../../../../shared/verdicts.ts";
import { listDateReader, type OpenList } from "../../lists/index.ts";
import { foldTexts, indexAddresses, quoteCell } from "../../text/index.ts";
import {
  dateColumns,
  mappedSource,
  sourceNamed,
  translator,
  type WordCounter,
} from "../../vocabularies/index.ts";
import type { Source } from "../../vocabularies/types.ts";
import { emptyResults } from "../results-store.ts";
import { parseResults } from "./parse-results.ts";

/** Maximum size of a results file in bytes, imported or downloaded. */
export const MAX_RESULTS_BYTES = 512 * 1024 * 1024;

const SERVICE = "service";
const MAX_WORD_LENGTH = 60;

export interface ResultsReading {
  /** Unix ms. */
  readonly now: number;
  /** Order of day and month; absent to find it in the file. */
  readonly dateOrder: DateOrder | undefined;
  /** Counts the words that are in no vocabulary. */
  readonly unrecognised: WordCounter;
  /** Counts the dates that were not read. */
  readonly unreadDates: WordCounter;
}

/** Returns a results file in the service's format, as UTF-8. Fails with `file_too_large` or `dates_unclear`. */
export function toResultsFile(list: OpenList, reading: ResultsReading): Result<Buffer> {
  if (statSync(list.recordsPath).size > MAX_RESULTS_BYTES) {
    return fail(problem("file_too_large", { name: list.meta.name, why: "results_in_list" }));
  }
  const { header, preamble, encoding, resultsOf } = list.meta;
  const source = sourceNamed(resultsOf ?? SERVICE);
  if (source !== null && source.id !== SERVICE) return translated(list, source, reading);
  if (source !== null && hasOtherDates(list, source)) return withIsoDates(list, source, reading);
  const own = readFileSync(list.recordsPath).subarray(header?.start ?? preamble.end);
  const bytes = /^utf-?8$/i.test(encoding) ? own : Buffer.from(list.decode(own));
  const last = bytes.at(-1);
  return ok(last === 10 || last === 13 ? bytes : Buffer.concat([bytes, Buffer.from("\n")]));
}

/** Counts the wanted addresses with a verdict in `bytes`. Fails with `file_no_verdicts`. */
export function countVerdicts(
  list: OpenList,
  bytes: Buffer,
  wanted: (address: number) => boolean,
  strange: WordCounter,
): Result<number> {
  const folded = foldTexts(list.addressText, list.addressEnd);
  const found = emptyResults(folded.ends.length);
  const read = parseResults(bytes, indexAddresses(folded, wanted), found, {
    expectedTotal: null,
    onlyVerdicts: true,
    onUnrecognised: (word) => strange.add(word.slice(0, MAX_WORD_LENGTH)),
  });
  return read.ok ? ok(read.value.received) : fail(problem("file_no_verdicts", { name: list.meta.name }));
}

const SOURCE_WORDS = "Source Words";
const COLUMNS = [
  ...["Email", "Verification Result", "Syntax Error", "ISP", "Role", "Disposable", "Trap", "Unwanted"],
  ...["Verified At", "Source", SOURCE_WORDS],
];
const HEADER = `${COLUMNS.join(",")}\n`;
export const SOURCE_WORDS_CELL = COLUMNS.indexOf(SOURCE_WORDS);
const LINES_AT_ONCE = 10_000;

/** Rows that show whether a spreadsheet has rewritten a file's dates: it rewrites all of them. */
const SAMPLED_ROWS = 1_000;

function hasOtherDates(list: OpenList, source: Source): boolean {
  const columns = dateColumns(source, list.meta.columns);
  for (let row = 0; row < Math.min(list.rows, SAMPLED_ROWS) && columns.length > 0; row++) {
    const cells = list.cells(row);
    if (columns.some((column) => !isBlankOrIso(cells[column] ?? ""))) return true;
  }
  return false;
}

function isBlankOrIso(cell: string): boolean {
  return cell === "" || /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(cell);
}

/** Writes the service's dates as the service does, since a spreadsheet has rewritten them. */
function withIsoDates(
  list: OpenList,
  source: Source,
  { now, dateOrder, unreadDates }: ResultsReading,
): Result<Buffer> {
  const dates = listDateReader(list, source, now, dateOrder);
  const columns = dateColumns(source, list.meta.columns);
  const toLine = (cells: readonly string[]) =>
    cells.map((cell) => quoteCell(cell, list.meta.delimiter)).join(list.meta.delimiter);
  const lines = [toLine(list.meta.columns)];
  for (let row = 0; row < list.rows; row++) {
    const cells = [...list.cells(row)];
    for (const column of columns) {
      const text = cells[column] ?? "";
      const at = dates.read(text);
      if (at === null && text.trim() !== "") unreadDates.add(text.trim());
      cells[column] = at === null ? "" : new Date(at).toISOString();
    }
    lines.push(toLine(cells));
  }
  if (dates.unclear !== null)
    return fail(problem("dates_unclear", { name: list.meta.name, sample: dates.unclear }));
  return ok(Buffer.from(`${lines.join("\n")}\n`));
}

/**
 * Translates another service's file, dropping rows without a verdict. Fails with `file_no_verdicts` or `dates_unclear`.
 */
function translated(
  list: OpenList,
  source: Source,
  { now, dateOrder, unrecognised, unreadDates }: ResultsReading,
): Result<Buffer> {
  const dates = listDateReader(list, source, now, dateOrder);
  const translate = translator(source, list.meta.columns, dates);
  if (translate === null) return fail(problem("file_no_verdicts", { name: list.meta.name }));
  const bytes = readFileSync(list.recordsPath);
  const pieces: Buffer[] = [Buffer.from(HEADER)];
  // The ID of a user-mapped source is too long to repeat in every row.
  const label = mappedSource(source.id) === null ? source.id : source.name;
  let lines: string[] = [];
  const flush = () => {
    pieces.push(Buffer.from(lines.join("")));
    lines = [];
  };
  for (let row = 0; row < list.rows; row++) {
    const address = list.rowAddress[row] ?? -1;
    if (address < 0) continue;
    const said = translate(list.cellsOf(bytes.subarray(list.rowStart[row], list.rowEnd[row])));
    if (said.says === "unrecognised") unrecognised.add(said.word);
    if (said.says !== "verdict") continue;
    if (said.unreadDate !== null) unreadDates.add(said.unreadDate);
    const flags = FLAGS.map((flag) => (said.flags.includes(flag) ? "Y" : "N"));
    const at = said.at === null ? "" : new Date(said.at).toISOString();
    const cells = [list.address(address), said.verdict, ...flags, at, label, said.words];
    lines.push(`${cells.map((cell) => quoteCell(cell, ",")).join(",")}\n`);
    if (lines.length === LINES_AT_ONCE) flush();
  }
  flush();
  if (dates.unclear !== null)
    return fail(problem("dates_unclear", { name: list.meta.name, sample: dates.unclear }));
  return ok(Buffer.concat(pieces));
}
