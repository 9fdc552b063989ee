import { cellText, scanRecords } from "../../csv/index.ts";
import { parseFlag, parseVerdict, plainColumnName } from "../../service/index.ts";
import { type AskedAddresses, echoesAmong } from "./echoes.ts";

/** Where the service's columns stand in the records of a results file; -1: nowhere. */
export interface DownloadShape {
  readonly delimiter: number;
  readonly hasHeader: boolean;
  /** Cells in most of the records. */
  readonly width: number;
  readonly email: number;
  readonly verdict: number;
  readonly syntaxError: number;
  readonly free: number;
  readonly role: number;
  readonly disposable: number;
  readonly trap: number;
  /** Only where another service's file was translated. */
  readonly unwanted: number;
  readonly verifiedAt: number;
  /** Every record has a time, as far as was looked. */
  readonly timed: boolean;
  /** The last column that a record cannot do without. */
  readonly last: number;
}

const SAMPLE = 400;
const DELIMITERS = [",", ";", "\t", "|"];
const FLAG_NAMES = ["syntaxerror", "isp", "role", "disposable", "trap"];
const VERDICT_NAME = "verificationresult";
const DATE = /^\d{4}-\d{2}-\d{2}/;

interface Sample {
  readonly delimiter: number;
  readonly header: readonly string[] | null;
  readonly width: number;
  /** The records of the usual width. */
  readonly rows: readonly (readonly string[])[];
  /** Records with a quote that is never closed; one that closes in front of a delimiter looks so by any other. */
  readonly unclosed: number;
}

interface Shaped {
  readonly shape: DownloadShape | "unclear";
  readonly score: number;
}

/**
 * Finds out how a results file is laid out, from its header and from what its records hold, since the two may disagree.
 * Null when no column holds verdicts; `unclear` when several do and it is
 * not certain which one is the service's: uploaded columns may hold verdicts too, older ones.
 */
export function shapeOf(bytes: Buffer, start: number, asked: AskedAddresses): Shaped["shape"] | null {
  let best: (Shaped & { readonly unclosed: number }) | null = null;
  for (const delimiter of DELIMITERS) {
    const sample = sampleOf(bytes, start, delimiter.charCodeAt(0));
    const found = sample === null ? null : shapeOfSample(bytes, start, sample, asked);
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
  const hasHeader = names.includes(VERDICT_NAME) || !first.some((cell) => parseVerdict(cell).known);
  const data = hasHeader ? records.slice(1) : records;
  const width = usual(data.map((row) => row.length)) ?? first.length;
  return {
    delimiter,
    header: hasHeader ? names : null,
    width,
    rows: data.filter((row) => row.length === width),
    unclosed,
  };
}

function usual(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

function shapeOfSample(bytes: Buffer, start: number, sample: Sample, asked: AskedAddresses): Shaped | null {
  const { header, width, rows } = sample;
  if (rows.length === 0) return header === null ? null : shapeOfHeader(sample, header);
  const scores = Array.from({ length: width }, (_, column) => verdictScore(sample, column));
  const score = Math.max(0, ...scores);
  if (score === 0) return null;
  const candidates = scores.flatMap((own, column) => (own > 0 ? [column] : []));
  const verdict = headedVerdict(sample, candidates) ?? verdictAmong(bytes, start, sample, candidates, asked);
  if (verdict === null) return { shape: "unclear", score };
  const verifiedAt = dateColumn(sample, verdict);
  const flags = flagColumns(sample, verdict, verifiedAt);
  const email = emailColumn(sample, verdict, asked.find);
  if (email < 0) return null;
  const at = (name: string) => flags.get(name) ?? -1;
  const last = Math.max(email, verdict, verifiedAt, ...flags.values());
  return {
    score,
    shape: {
      delimiter: sample.delimiter,
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
      last,
    },
  };
}

/** The column that the header alone names so, where header and records agree; null: the header does not settle it. */
function headedVerdict({ header, width, rows }: Sample, candidates: readonly number[]): number | null {
  const named = onlyNamed(header, width, VERDICT_NAME);
  if (named < 0) return null;
  // No uploaded column has that name. A service may write words that nobody has heard of; not beside verdicts.
  const isOnly = candidates.every((column) => column === named);
  return isOnly || share(rows, named, isVerdict) > 0.5 ? named : null;
}

/** The column of verdicts that is none of the uploaded ones; null: that cannot be told. */
function verdictAmong(
  bytes: Buffer,
  start: number,
  sample: Sample,
  candidates: readonly number[],
  asked: AskedAddresses,
): number | null {
  const { delimiter, width } = sample;
  if (asked.uploaded == null) {
    const [first, second] = [...candidates].sort((a, b) => verdictScore(sample, b) - verdictScore(sample, a));
    if (first === undefined) return null;
    const isTied = second !== undefined && verdictScore(sample, second) === verdictScore(sample, first);
    return isTied ? null : first;
  }
  const email = emailColumn(sample, -1, asked.find);
  if (email < 0) return null;
  const dated = candidates.map((column) => dateColumn(sample, column));
  const echoes = echoesAmong(
    bytes,
    { start, delimiter, width, email },
    [...candidates, ...dated.filter((column) => column >= 0)],
    asked,
  );
  if (echoes === null) return null;
  const own = candidates.filter((column, at) => {
    const date = dated[at] ?? -1;
    // The same verdicts as before, at another time, are new ones; among several it could be another column's time.
    return !echoes.has(column) || (candidates.length === 1 && date >= 0 && !echoes.has(date));
  });
  return own.length === 1 ? (own[0] ?? null) : null;
}

/** A header without any record below it. */
function shapeOfHeader(sample: Sample, header: readonly string[]) {
  const verdict = header.indexOf(VERDICT_NAME);
  if (verdict < 0) return null;
  const none = {
    syntaxError: -1,
    free: -1,
    role: -1,
    disposable: -1,
    trap: -1,
    unwanted: -1,
    verifiedAt: -1,
    timed: false,
    last: verdict,
  };
  const email = Math.max(0, header.indexOf("email"));
  const { delimiter, width } = sample;
  return { score: 1, shape: { delimiter, hasHeader: true, width, email, verdict, ...none } };
}

function share(rows: Sample["rows"], column: number, test: (cell: string) => boolean): number {
  let hits = 0;
  for (const row of rows) if (test(row[column] ?? "")) hits++;
  return rows.length === 0 ? 0 : hits / rows.length;
}

const isVerdict = (cell: string) => parseVerdict(cell).known;
const isFlag = (cell: string) => parseFlag(cell) !== null;
const isDate = (cell: string) => DATE.test(cell);
const isDateOrBlank = (cell: string) => cell === "" || isDate(cell);

/** The only column of that name in a header that fits the records; -1: there is none. */
function onlyNamed(header: Sample["header"], width: number, name: string): number {
  if (header?.length !== width) return -1;
  const at = header.indexOf(name);
  return header.indexOf(name, at + 1) < 0 ? at : -1;
}

/** How much a column looks like the service's verdicts: its own cells, its name, and what follows it. 0: not at all. */
function verdictScore(sample: Sample, column: number): number {
  const { header, rows, width } = sample;
  const words = share(rows, column, isVerdict);
  const named = header?.[column] === VERDICT_NAME ? (header.length === width ? 3 : 1) : 0;
  if (words === 0 && named === 0) return 0;
  let flags = 0;
  for (let next = column + 1; next <= column + 5; next++) {
    flags += next < width ? share(rows, next, (cell) => cell !== "" && isFlag(cell)) : 0;
  }
  return words * 4 + named + (flags * 4) / 5 + (dateColumn(sample, column) >= 0 ? 1 : 0);
}

function dateColumn({ header, rows, width }: Sample, verdict: number): number {
  const headed = onlyNamed(header, width, "verifiedat");
  if (headed > verdict && header?.[verdict] === VERDICT_NAME && share(rows, headed, isDateOrBlank) > 0.5)
    return headed;
  for (let column = verdict + 1; column < width && column <= verdict + 8; column++) {
    if (share(rows, column, isDate) > 0.5) return column;
  }
  // A file in which hardly any record has a time: the header's word is all there is.
  const named = header?.indexOf("verifiedat", verdict) ?? -1;
  return header?.length === width && named >= 0 ? named : -1;
}

/** The flags by name: named by the header where it can be right, else in the documented order. */
function flagColumns(sample: Sample, verdict: number, verifiedAt: number): Map<string, number> {
  const { header, rows, width } = sample;
  let end = verifiedAt;
  if (end < 0) {
    end = verdict + 1;
    while (end < width && end <= verdict + 6 && share(rows, end, isFlag) > 0.9) end++;
  }
  const columns = Array.from({ length: Math.max(0, end - verdict - 1) }, (_, index) => verdict + 1 + index);
  const names = flagNames(sample, columns, verdict);
  const named = header?.[verdict] === VERDICT_NAME ? verdict : (header?.indexOf(VERDICT_NAME) ?? -1);
  const heading = named < 0 ? [] : namesAfter(header ?? [], named);
  const right = namesFor(heading, columns.length) ?? names;
  return new Map(
    right.flatMap((name, index) => [[name, columns[index] ?? -1] as const]).filter(([, c]) => c >= 0),
  );
}

/** The header's names between the verdict and the time. */
function namesAfter(header: readonly string[], verdict: number): string[] {
  const date = header.indexOf("verifiedat", verdict);
  return header.slice(verdict + 1, date < 0 ? verdict + 7 : date);
}

/** The header's names where they fit `columns` columns, an accept-all column that the records lack left out. */
function namesFor(heading: readonly string[], columns: number): readonly string[] | null {
  if (!FLAG_NAMES.every((name) => heading.includes(name))) return null;
  if (heading.length === columns) return heading;
  const without = heading.filter((name) => !name.startsWith("acceptall"));
  return without.length === columns ? without : null;
}

/** The documented names, with a place for an extra accept-all column: the one that agrees with the verdict. */
function flagNames({ rows }: Sample, columns: readonly number[], verdict: number): string[] {
  if (columns.length <= FLAG_NAMES.length) return FLAG_NAMES;
  const accepts = (row: readonly string[]) => parseVerdict(row[verdict] ?? "").verdict === "accept_all";
  const agrees = (column: number) =>
    rows.every((row) => (parseFlag(row[column] ?? "") ?? false) === accepts(row));
  const extra = rows.some(accepts) ? columns.findIndex(agrees) : -1;
  const names = [...FLAG_NAMES];
  if (extra >= 0) names.splice(extra, 0, "acceptall");
  return names;
}

/**
 * The column whose cells are the list's own addresses, each of which comes back once: other columns may hold people of the
 * list too. The header, then nearness, decide between those that hold nearly as many.
 */
function emailColumn(sample: Sample, verdict: number, find: (cell: string) => number): number {
  const { header, rows, width } = sample;
  const distinct = (column: number) => {
    const found = new Set(rows.map((row) => find(row[column] ?? "")));
    found.delete(-1);
    return found.size / rows.length;
  };
  const score = (column: number) => {
    const named = header?.length === width && header[column] === "email" ? 0.04 : 0;
    const near = column === verdict - 1 ? 0.02 : 0;
    const known = distinct(column);
    const shaped = share(rows, column, (cell) => cell.includes("@"));
    return known + shaped / 10 === 0 ? named : known + shaped / 10 + named + near;
  };
  const headed = onlyNamed(header, width, "email");
  // No uploaded column beside the addresses has that name.
  if (headed >= 0 && headed !== verdict && share(rows, headed, (cell) => find(cell) >= 0) >= 0.5)
    return headed;
  let best = -1;
  let bestScore = 0;
  for (let column = 0; column < width; column++) {
    const own = column === verdict ? 0 : score(column);
    if (own > bestScore) {
      best = column;
      bestScore = own;
    }
  }
  return best;
}
