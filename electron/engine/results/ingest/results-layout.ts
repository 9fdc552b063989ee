import { parseFlag, parseVerdict, plainColumnName } from "../../service/index.ts";
import { cellText, scanRecords } from "../../text/index.ts";

/** Column indexes of a results file; -1 if a column is absent. */
export interface ResultsLayout {
  readonly delimiter: number;
  readonly hasHeader: boolean;
  /** Number of cells in most records. */
  readonly width: number;
  readonly email: number;
  readonly verdict: number;
  readonly syntaxError: number;
  readonly free: number;
  readonly role: number;
  readonly disposable: number;
  readonly trap: number;
  /** Only in translated files of other services. */
  readonly unwanted: number;
  readonly verifiedAt: number;
  /** True if every sampled record has a time. */
  readonly timed: boolean;
  readonly last: number;
}

const SAMPLE = 400;
const DELIMITERS = [",", ";", "\t", "|"];
const FLAG_NAMES = ["syntaxerror", "isp", "role", "disposable", "trap"];
const VERDICT_NAME = "verificationresult";
const TIME_NAME = "verifiedat";
const DATE = /^\d{4}-\d{2}-\d{2}/;

interface Sample {
  readonly delimiter: number;
  /** Normalised names; `null` if there is no header. */
  readonly header: readonly string[] | null;
  readonly width: number;
  readonly rows: readonly (readonly string[])[];
  /** Records with an unclosed quote; a wrong delimiter produces them too. */
  readonly unclosed: number;
}

/** Detects a results file's layout from records and header, which may disagree; `null` if there are no verdicts. */
export function detectLayout(
  bytes: Buffer,
  start: number,
  find: (cell: string) => number,
): ResultsLayout | null {
  let best: { shape: ResultsLayout; score: number; unclosed: number } | null = null;
  for (const delimiter of DELIMITERS) {
    const sample = sampleOf(bytes, start, delimiter.charCodeAt(0));
    const found = sample === null ? null : shapeOfSample(sample, find);
    if (sample === null || found === null) continue;
    const { unclosed } = sample;
    const isBetter =
      best === null || unclosed < best.unclosed || (unclosed === best.unclosed && found.score > best.score);
    if (isBetter) best = { ...found, unclosed };
  }
  return best?.shape ?? null;
}

function sampleOf(bytes: Buffer, start: number, delimiter: number): Sample | null {
  const records: string[][] = [];
  let unclosed = 0;
  scanRecords(bytes, start, delimiter, (record) => {
    if (record.unclosedQuote) {
      unclosed++;
      return true;
    }
    records.push(Array.from({ length: record.cells }, (_, index) => cellText(bytes, record, index)));
    return records.length <= SAMPLE;
  });
  const first = records[0];
  if (first === undefined) return null;
  const names = first.map(plainColumnName);
  const hasHeader = names.includes(VERDICT_NAME) || !first.some(isVerdict);
  const data = hasHeader ? records.slice(1) : records;
  const width = usual(data.map((row) => row.length)) ?? first.length;
  const rows = data.filter((row) => row.length === width);
  return { delimiter, header: hasHeader ? names : null, width, rows, unclosed };
}

function usual(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

function shapeOfSample(
  sample: Sample,
  find: (cell: string) => number,
): { shape: ResultsLayout; score: number } | null {
  const { delimiter, header, width, rows } = sample;
  const { column: verdict, score } = bestColumn(width, (column) => verdictScore(sample, column));
  if (verdict < 0) return null;
  const verifiedAt = timeColumn(sample, verdict);
  const flags = flagColumns(sample, verdict, verifiedAt);
  const { column: email } = bestColumn(width, (column) =>
    column === verdict ? 0 : emailScore(sample, column, find),
  );
  if (email < 0) return null;
  const at = (name: string) => flags.get(name) ?? -1;
  return {
    score,
    shape: {
      delimiter,
      hasHeader: header !== null,
      width,
      email,
      verdict,
      syntaxError: at("syntaxerror"),
      free: at("isp"),
      role: at("role"),
      disposable: at("disposable"),
      trap: at("trap"),
      unwanted: at("unwanted"),
      verifiedAt,
      timed: verifiedAt >= 0 && share(rows.slice(0, -1), verifiedAt, isDate) === 1,
      last: Math.max(email, verdict, verifiedAt, ...flags.values()),
    },
  };
}

function bestColumn(width: number, scoreOf: (column: number) => number): { column: number; score: number } {
  let best = { column: -1, score: 0 };
  for (let column = 0; column < width; column++) {
    const score = scoreOf(column);
    if (score > best.score) best = { column, score };
  }
  return best;
}

function share(rows: Sample["rows"], column: number, test: (cell: string) => boolean): number {
  let hits = 0;
  for (const row of rows) if (test(row[column] ?? "")) hits++;
  return rows.length === 0 ? 0 : hits / rows.length;
}

const isVerdict = (cell: string) => parseVerdict(cell).known;
const isFlag = (cell: string) => parseFlag(cell) !== null;
const isDate = (cell: string) => DATE.test(cell);

/** Returns the column's name if the header has as many names as the records have cells. */
function nameOf({ header, width }: Sample, column: number): string | undefined {
  return header?.length === width ? header[column] : undefined;
}

function verdictScore(sample: Sample, column: number): number {
  return share(sample.rows, column, isVerdict) + (nameOf(sample, column) === VERDICT_NAME ? 0.75 : 0);
}

/** Scores a column as the addresses: by its distinct known addresses, then its shape, then its name. */
function emailScore(sample: Sample, column: number, find: (cell: string) => number): number {
  const { rows } = sample;
  const found = new Set(rows.map((row) => find(row[column] ?? "")));
  found.delete(-1);
  const known = rows.length === 0 ? 0 : found.size / rows.length;
  const shaped = share(rows, column, (cell) => cell.includes("@"));
  return known + shaped / 10 + (nameOf(sample, column) === "email" ? 0.05 : 0);
}

/** Returns the first column of times after the verdict, or -1. */
function timeColumn(sample: Sample, verdict: number): number {
  for (let column = verdict + 1; column < sample.width; column++) {
    if (share(sample.rows, column, isDate) > 0.5 || nameOf(sample, column) === TIME_NAME) return column;
  }
  return -1;
}

/** Maps flags to columns, by the header if it fits, else in the documented order. */
function flagColumns(sample: Sample, verdict: number, verifiedAt: number): Map<string, number> {
  const { header, rows, width } = sample;
  let end = verifiedAt;
  if (end < 0) {
    end = verdict + 1;
    while (end < width && end <= verdict + 6 && share(rows, end, isFlag) > 0.9) end++;
  }
  const columns = Array.from({ length: Math.max(0, end - verdict - 1) }, (_, index) => verdict + 1 + index);
  const named = header?.indexOf(VERDICT_NAME) ?? -1;
  const names = (named < 0 ? null : namesFor(namesAfter(header ?? [], named), columns.length)) ?? [
    ...flagNames(sample, columns, verdict),
  ];
  return new Map(columns.flatMap((column, index) => (names[index] ? [[names[index], column]] : [])));
}

function namesAfter(header: readonly string[], verdict: number): string[] {
  const time = header.indexOf(TIME_NAME, verdict);
  return header.slice(verdict + 1, time < 0 ? verdict + 7 : time);
}

/** Returns the header's flag names if they fit, ignoring an accept-all column that the records lack. */
function namesFor(heading: readonly string[], columns: number): readonly string[] | null {
  if (!FLAG_NAMES.every((name) => heading.includes(name))) return null;
  if (heading.length === columns) return heading;
  const without = heading.filter((name) => !name.startsWith("acceptall"));
  return without.length === columns ? without : null;
}

/** Returns the documented names, with an extra accept-all column where a column agrees with the verdict. */
function flagNames({ rows }: Sample, columns: readonly number[], verdict: number): readonly string[] {
  if (columns.length <= FLAG_NAMES.length) return FLAG_NAMES;
  const accepts = (row: readonly string[]) => parseVerdict(row[verdict] ?? "").verdict === "accept_all";
  const agrees = (column: number) =>
    rows.every((row) => (parseFlag(row[column] ?? "") ?? false) === accepts(row));
  const extra = rows.some(accepts) ? columns.findIndex(agrees) : -1;
  return extra < 0 ? FLAG_NAMES : FLAG_NAMES.toSpliced(extra, 0, "acceptall");
}
