import type { Dialect, Encoding } from "../../csv/index.ts";
import { type SampleRecord, sampleRecords } from "../../csv/index.ts";
import { holdsAddress } from "./address-column.ts";

const DELIMITERS = [",", ";", "\t", "|"] as const;
const RECORDS = 200;
const NO_DELIMITER = ",";
const SPACED_QUOTE = /^[ \t]+"/;

interface Trial {
  readonly dialect: Dialect;
  readonly records: SampleRecord[];
  /** Share of the records with the commonest number of fields, when that is more than one. */
  readonly even: number;
  readonly fields: number;
  /** Share of the records with a cell that is nothing but an address. */
  readonly clean: number;
}

/** Guesses how the records of a sample are told apart; `asked`: the delimiter the user wants. */
export function guessDialect(
  bytes: Uint8Array,
  encoding: Encoding,
  whole: boolean,
  asked: string | undefined,
): Dialect {
  const trial = (delimiter: string) => tried(bytes, encoding, whole, delimiter);
  if (asked !== undefined) return flowing(trial(asked))?.dialect ?? trial(asked).dialect;
  const trials = DELIMITERS.map(trial);
  const flow = [...trials, trial(" ")].map(flowing).filter((found) => found !== null);
  const table = trials
    .filter((found) => found.even >= 0.5)
    .sort((a, b) => b.clean - a.clean || b.even - a.even || b.fields - a.fields)[0];
  const [onlyCells] = flow;
  const isTable = table !== undefined && table.records.length > 1 && table.even >= 0.9;
  if (onlyCells !== undefined && !isTable) return onlyCells.dialect;
  return table?.dialect ?? { delimiter: NO_DELIMITER, spacedQuotes: false, flow: false };
}

function tried(bytes: Uint8Array, encoding: Encoding, whole: boolean, delimiter: string): Trial {
  const plain: Dialect = { delimiter, spacedQuotes: false, flow: false };
  let dialect = plain;
  let { records } = sampleRecords(bytes, encoding, dialect, RECORDS, whole);
  if (delimiter !== " " && records.some(hasSpacedQuote)) {
    const spaced = { ...plain, spacedQuotes: true };
    const again = sampleRecords(bytes, encoding, spaced, RECORDS, whole).records;
    if (again.length > 0 && evenness(again).even >= evenness(records).even) {
      dialect = spaced;
      records = again;
    }
  }
  const clean = records.filter((record) => record.cells.some(isClean)).length / Math.max(1, records.length);
  return { dialect, records, clean, ...evenness(records) };
}

/** Whether one of its cells would open with a quote, if blanks before that did not count. */
function hasSpacedQuote({ cells }: SampleRecord): boolean {
  return cells.some((cell) => SPACED_QUOTE.test(cell));
}

function evenness(records: readonly SampleRecord[]): { even: number; fields: number } {
  const counts = new Map<number, number>();
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  let fields = 1;
  let most = 0;
  for (const [length, count] of counts) {
    if (length > 1 && count > most) {
      fields = length;
      most = count;
    }
  }
  return { even: most / Math.max(1, records.length), fields };
}

/** Nothing but an address: no name, no other delimiter's leftovers. */
function isClean(cell: string): boolean {
  return /^[^\s@,;|<>"]+@[^\s@,;|<>"]+$/u.test(cell.trim());
}

/** A trial in which every cell is an address, in lines of uneven length: addresses in a row, not a table. */
function flowing(found: Trial): Trial | null {
  const cells = found.records.flatMap((record) => record.cells).filter((cell) => cell.trim() !== "");
  const uneven = found.records.length === 1 || new Set(found.records.map((r) => r.cells.length)).size > 1;
  if (!uneven || cells.length < 2 || found.fields < 2) return null;
  const addresses = cells.filter(holdsAddress).length;
  if (addresses < 2 || addresses < cells.length * 0.8 || addresses <= found.records.length) return null;
  return { ...found, dialect: { ...found.dialect, flow: true } };
}
