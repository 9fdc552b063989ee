import Papa from "papaparse";
import type { ReadOptions } from "../../../../shared/bridge/lists.ts";
import { type Dialect, decode, type Encoding } from "../../text/index.ts";
import { containsAddress } from "./address-column.ts";

const DELIMITERS = [",", ";", "\t", "|"] as const;
const RECORDS = 200;
const NO_DELIMITER = ",";
const SPACED_QUOTE = /^[ \t]+"/;

interface Trial {
  readonly dialect: Dialect;
  readonly records: readonly (readonly string[])[];
  /** Share of records that have the most common field count, if that is more than one (0 to 1). */
  readonly even: number;
  readonly fields: number;
  /** Share of records with a cell that is exactly an address (0 to 1). */
  readonly clean: number;
}

/** Known properties of a dialect; absent ones are guessed. */
export interface KnownDialect extends Pick<ReadOptions, "delimiter" | "rows" | "spacedQuotes"> {
  readonly isFromSheet?: boolean;
}

export interface DialectGuess {
  readonly dialect: Dialect;
  /** Records may be lines or single addresses; both readings are plausible. */
  readonly isAmbiguous: boolean;
}

export function guessDialect(
  bytes: Uint8Array,
  encoding: Encoding,
  whole: boolean,
  known: KnownDialect,
): DialectGuess {
  const text = decode(bytes, encoding);
  const trial = (delimiter: string) => tried(text, whole, delimiter, known.spacedQuotes);
  const trials = (known.delimiter === undefined ? DELIMITERS : [known.delimiter]).map(trial);
  const inRows = (known.delimiter === undefined ? [...trials, trial(" ")] : trials).filter(isMostlyAddresses);
  const even = trials
    .filter((found) => known.delimiter !== undefined || found.even >= 0.5)
    .sort((a, b) => b.clean - a.clean || b.even - a.even || b.fields - a.fields)[0];
  const table = even ?? trials.find((found) => inRows.includes(found));
  const flow = table !== undefined && inRows.includes(table) ? table : inRows.find(isUneven);
  const lines = table?.dialect ?? { delimiter: NO_DELIMITER, spacedQuotes: false, flow: false };
  const addresses = { ...((flow ?? inRows[0])?.dialect ?? lines), flow: true };
  if (known.rows !== undefined) return certain(known.rows === "lines" ? lines : addresses);
  if (flow === undefined) return certain(lines);
  const isHeaded = table !== undefined && hasHeadings(table);
  if (isHeaded && table.even >= 0.5) return certain(lines);
  const isTable = table !== undefined && (isHeaded || (table.records.length > 1 && table.even > 0.5));
  if (!isTable && known.isFromSheet !== true) return certain(addresses);
  const isLines = isHeaded || known.isFromSheet === true || (table?.even ?? 0) >= 0.9;
  return { dialect: isLines ? lines : addresses, isAmbiguous: true };
}

const certain = (dialect: Dialect): DialectGuess => ({ dialect, isAmbiguous: false });

function tried(text: string, whole: boolean, delimiter: string, spacedQuotes: boolean | undefined): Trial {
  let dialect: Dialect = { delimiter, spacedQuotes: spacedQuotes ?? false, flow: false };
  let records = recordsOf(text, whole, dialect);
  if (
    spacedQuotes === undefined &&
    delimiter !== " " &&
    records.flat().some((cell) => SPACED_QUOTE.test(cell))
  ) {
    const spaced = { ...dialect, spacedQuotes: true };
    const again = recordsOf(text, whole, spaced);
    if (again.length > 0 && evenness(again).even >= evenness(records).even) {
      dialect = spaced;
      records = again;
    }
  }
  const clean = records.filter((cells) => cells.some(isClean)).length / Math.max(1, records.length);
  return { dialect, records, clean, ...evenness(records) };
}

function recordsOf(text: string, whole: boolean, { delimiter, spacedQuotes }: Dialect): string[][] {
  const { data } = Papa.parse<string[]>(spacedQuotes ? withoutBlanks(text, delimiter) : text, {
    delimiter,
    preview: RECORDS + 1,
    skipEmptyLines: true,
  });
  return data.slice(0, whole ? RECORDS : Math.min(RECORDS, data.length - 1));
}

/** Removes blanks between a delimiter or line end and an opening quote. */
function withoutBlanks(text: string, delimiter: string): string {
  const blanks = delimiter === "\t" ? /(?<! ) +"/g : /(?<![ \t])[ \t]+"/g;
  return text.replace(blanks, (found, at: number) => {
    const before = text[at - 1] ?? "\n";
    return before === delimiter || before === "\n" || before === "\r" ? '"' : found;
  });
}

function evenness(records: Trial["records"]): { even: number; fields: number } {
  const counts = new Map<number, number>();
  for (const cells of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
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

function isClean(cell: string): boolean {
  return /^[^\s@,;|<>"]+@[^\s@,;|<>"]+$/u.test(cell.trim());
}

function isMostlyAddresses({ records, fields }: Trial): boolean {
  const cells = records.flat().filter((cell) => cell.trim() !== "");
  if (cells.length < 2 || fields < 2) return false;
  const addresses = cells.filter(containsAddress).length;
  return addresses >= 2 && addresses >= cells.length * 0.8 && addresses > records.length;
}

function isUneven({ records }: Trial): boolean {
  return records.length === 1 || new Set(records.map((cells) => cells.length)).size > 1;
}

function hasHeadings({ records }: Trial): boolean {
  const first = records.findIndex((cells) => cells.some(containsAddress));
  return records
    .slice(0, Math.max(0, first))
    .some((cells) => cells.filter((cell) => cell.trim() !== "").length > 1);
}
