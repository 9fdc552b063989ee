import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { compareVerdicts, FLAG_BIT, SOURCE_CODE, VERDICT_CODE } from "../../../../shared/verdicts.ts";
import { parseFlag, parseVerdict } from "../../service/index.ts";
import {
  type AddressIndex,
  cellText,
  foldOne,
  lowerByte,
  type ScannedRecord,
  scanRecords,
} from "../../text/index.ts";
import type { ResultColumns } from "../results-store.ts";
import { detectLayout, type ResultsLayout } from "./results-layout.ts";

export interface ParseCounts {
  received: number;
  /** Records of addresses that were not sent. */
  unexpected: number;
  /** Records with an unrecognised verdict, counted as `unknown`. */
  unknownVerdicts: number;
}

export interface ParseOptions {
  /** Number of addresses that the service says it verified; `null` if unknown. */
  readonly expectedTotal: number | null;
  /** Ignore records without a recognised verdict, because the file is not from the service. */
  readonly onlyVerdicts?: boolean;
  readonly onUnrecognised?: (word: string) => void;
  /** Called with the bytes of each record whose address was not asked for; its line end is excluded. */
  readonly onUnexpected?: (start: number, end: number) => void;
}

const BOM = [0xef, 0xbb, 0xbf];
const LF = 10;
const CR = 13;

/**
 * Parses a results file (service-spec, 'Download file (text)') into `columns`, matching by folded address through
 * `index`. Of duplicate addresses, `compareVerdicts` decides. Records with an unclosed quote are skipped.
 * Fails with `results_incomplete` if the file stops in the middle of a record, or `service_nonsense` if it contains no
 * verdicts; then `columns` must not be used.
 */
export function parseResults(
  bytes: Buffer,
  index: AddressIndex,
  columns: ResultColumns,
  { expectedTotal, onlyVerdicts = false, ...listeners }: ParseOptions,
): Result<ParseCounts> {
  const counts: ParseCounts = { received: 0, unexpected: 0, unknownVerdicts: 0 };
  const start = BOM.every((byte, at) => bytes[at] === byte) ? BOM.length : 0;
  const expected = expectedTotal ?? 0;
  const shape = detectLayout(bytes, start, (cell) => findText(index, cell));
  if (shape === null) {
    const completeRecords = bytes.length > start && endsLine(bytes);
    if (!completeRecords && !looksForeign(bytes, start))
      return fail(problem("results_incomplete", { expected, received: 0 }));
    return fail(problem("service_nonsense", { what: "no_verdicts" }));
  }
  const read = createRecordReader(bytes, shape, index, columns, counts, {
    onlyVerdicts,
    ...listeners,
  });
  let skip = shape.hasHeader;
  let whole = 0;
  let isTruncated = false;
  scanRecords(bytes, start, shape.delimiter, (record) => {
    if (skip) {
      skip = false;
      return true;
    }
    if (!record.closed && isCutOff(bytes, record, shape)) {
      isTruncated = true;
      return false;
    }
    whole++;
    if (!record.unclosedQuote) read(record);
    return true;
  });
  // A trailing fragment after all expected records is harmless.
  if (isTruncated && (expectedTotal === null || whole < expectedTotal)) {
    return fail(problem("results_incomplete", { expected: expectedTotal ?? whole + 1, received: whole }));
  }
  return ok(counts);
}

function endsLine(bytes: Buffer): boolean {
  const last = bytes[bytes.length - 1];
  return last === LF || last === CR;
}

/** Detects an HTML page or JSON response instead of a file. */
function looksForeign(bytes: Buffer, start: number): boolean {
  return /^\s*[<{[]/.test(bytes.toString("latin1", start, start + 64));
}

function findText(index: AddressIndex, cell: string): number {
  const text = cell.trim();
  const find = (spelling: string) => {
    const raw = Buffer.from(spelling, "utf8");
    const folded = foldOne(raw, 0, raw.length);
    return index.find(folded, 0, folded.length);
  };
  const found = find(text);
  const at = text.lastIndexOf("@");
  if (found >= 0 || at < 1 || text.startsWith('"')) return found;
  // Retry with the local part quoted, as it may have been sent.
  const local = text.slice(0, at).replace(/["\\]/g, "\\$&");
  return find(`"${local}"${text.slice(at)}`);
}

const INSTANT = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{3})?)?(Z|[+-]\d\d:?\d\d)?)?$/;

function isCutOff(bytes: Buffer, record: ScannedRecord, shape: ResultsLayout): boolean {
  if (record.openQuote || record.cells <= shape.last) return true;
  if (record.cells - 1 !== shape.verifiedAt) return false;
  const text = cellText(bytes, record, shape.verifiedAt);
  return text === "" ? shape.timed : !INSTANT.test(text);
}

function createRecordReader(
  bytes: Buffer,
  shape: ResultsLayout,
  index: AddressIndex,
  columns: ResultColumns,
  tally: ParseCounts,
  { onlyVerdicts, onUnrecognised: strange, onUnexpected }: Omit<ParseOptions, "expectedTotal">,
): (record: ScannedRecord) => void {
  const instant = createInstantReader();
  const verdicts = createWordReader(bytes, (text) => {
    const parsed = parseVerdict(text);
    return parsed.known ? VERDICT_CODE[parsed.verdict] : 0;
  });
  const flags = createWordReader(bytes, (text) => (parseFlag(text) === true ? 1 : 0));
  let scratch = Buffer.alloc(512);

  function find(record: ScannedRecord, cell: number): number {
    if (cell < 0 || cell >= record.cells) return -1;
    const start = record.cellStart[cell] ?? 0;
    const end = record.cellEnd[cell] ?? 0;
    if (end - start > scratch.length) scratch = Buffer.alloc(end - start);
    let seen = 0;
    for (let at = start, to = 0; at < end; at++, to++) {
      const byte = bytes[at] ?? 0;
      seen |= byte;
      scratch[to] = lowerByte(byte);
    }
    const plain = seen < 0x80 && record.doubled[cell] === 0 && bytes[start] !== 32 && bytes[end - 1] !== 32;
    const found = plain ? index.find(scratch, 0, end - start) : -1;
    return found >= 0 ? found : findText(index, cellText(bytes, record, cell));
  }

  function flag(record: ScannedRecord, cell: number, bit: number): number {
    if (cell < 0 || cell >= record.cells) return 0;
    return flags(record.cellStart[cell] ?? 0, record.cellEnd[cell] ?? 0) === 1 ? bit : 0;
  }

  function isBlank(record: ScannedRecord, cell: number): boolean {
    return cell < 0 || cell >= record.cells || cellText(bytes, record, cell).trim() === "";
  }

  return (record) => {
    const verdict = word(record, shape.verdict);
    // The cells of a record of unusual width can't be identified.
    if (verdict === 0 && record.cells !== shape.width) return;
    const address = find(record, shape.email);
    if (address < 0) {
      tally.unexpected++;
      let { end } = record;
      while (end > record.start && (bytes[end - 1] === LF || bytes[end - 1] === CR)) end--;
      onUnexpected?.(record.start, end);
      return;
    }
    // A blank verdict is not a result yet.
    if (verdict === 0 && isBlank(record, shape.verdict)) return;
    const { verifiedAt } = shape;
    const hasTime = verifiedAt >= 0 && verifiedAt < record.cells;
    const at = hasTime
      ? instant(bytes, record.cellStart[verifiedAt] ?? 0, record.cellEnd[verifiedAt] ?? 0)
      : 0;
    if (verdict === 0) {
      tally.unknownVerdicts++;
      strange?.(cellText(bytes, record, shape.verdict).trim());
    }
    if (verdict === 0 && onlyVerdicts) return;
    const code = verdict === 0 ? VERDICT_CODE.unknown : verdict;
    const [before = 0, than = 0] = [columns.verdict[address], columns.verifiedAt[address]];
    if (columns.source[address] === 0) tally.received++;
    else if (compareVerdicts(code, at, before, than) >= 0) return;
    columns.verdict[address] = code;
    columns.flags[address] =
      flag(record, shape.syntaxError, FLAG_BIT.syntax_error) |
      flag(record, shape.free, FLAG_BIT.free) |
      flag(record, shape.role, FLAG_BIT.role) |
      flag(record, shape.disposable, FLAG_BIT.disposable) |
      flag(record, shape.trap, FLAG_BIT.trap) |
      flag(record, shape.unwanted, FLAG_BIT.unwanted);
    columns.verifiedAt[address] = at;
    columns.source[address] = SOURCE_CODE.service;
    columns.rawStart[address] = record.start;
    columns.rawLength[address] = record.end - record.start;
  };

  function word(record: ScannedRecord, cell: number): number {
    if (cell < 0 || cell >= record.cells) return 0;
    return verdicts(record.cellStart[cell] ?? 0, record.cellEnd[cell] ?? 0);
  }
}

/** Returns a reader that parses each spelling once; only for words of which there are few. */
function createWordReader(
  bytes: Buffer,
  parse: (text: string) => number,
): (start: number, end: number) => number {
  const seen: { word: Uint8Array; value: number }[] = [];
  return (start, end) => {
    const length = end - start;
    search: for (const known of seen) {
      if (known.word.length !== length) continue;
      for (let at = 0; at < length; at++) if (known.word[at] !== bytes[start + at]) continue search;
      return known.value;
    }
    const value = parse(bytes.toString("utf8", start, end));
    if (seen.length < 32) seen.push({ word: Uint8Array.from(bytes.subarray(start, end)), value });
    return value;
  };
}

const ZERO = 48;
/** Length of `2025-01-31T23:59:59.999Z`, the documented format. */
const ISO_LENGTH = 24;

/** Returns a parser of times to Unix ms, 0 for other texts. Caches the date. */
function createInstantReader(): (bytes: Buffer, start: number, end: number) => number {
  let day = -1;
  let dayStart = 0;
  return (bytes, start, end) => {
    if (end - start !== ISO_LENGTH) return parseTimeFallback(bytes, start, end);
    const month = pair(bytes, start + 5) * 100 + pair(bytes, start + 8);
    const date = (pair(bytes, start) * 100 + pair(bytes, start + 2)) * 10_000 + month;
    if (date !== day) {
      day = date;
      dayStart = Date.parse(bytes.toString("latin1", start, start + 10));
    }
    const hours = pair(bytes, start + 11);
    const minutes = pair(bytes, start + 14);
    const seconds = pair(bytes, start + 17);
    const millis = digit(bytes, start + 20) * 100 + pair(bytes, start + 21);
    const plain = bytes[start + 10] === 84 && bytes[start + 23] === 90 && bytes[start + 19] === 46;
    const value = dayStart + ((hours * 60 + minutes) * 60 + seconds) * 1000 + millis;
    return plain && Number.isFinite(value) && hours < 24 && minutes < 60
      ? value
      : parseTimeFallback(bytes, start, end);
  };
}

function parseTimeFallback(bytes: Buffer, start: number, end: number): number {
  if (start === end) return 0;
  const text = bytes.toString("utf8", start, end).trim();
  // Date.parse would read other forms in this computer's time zone, with the month first.
  const value = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : 0;
  return Number.isFinite(value) && value > 0 ? value : 0;
}

function pair(bytes: Buffer, at: number): number {
  return digit(bytes, at) * 10 + digit(bytes, at + 1);
}

function digit(bytes: Buffer, at: number): number {
  const value = (bytes[at] ?? 0) - ZERO;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}
