import { LEFT_OUT_REASONS, ROW_CLASSES } from "../../../../../shared/bridge/constants.ts";
import type { ExportFilter, ExportRowCounts, LeftOutReason } from "../../../../../shared/bridge/exports.ts";
import type { ResultFilter } from "../../../../../shared/bridge/results.ts";
import { FLAG_BIT, VERDICT_CODE, VERDICTS, verdictOf } from "../../../../../shared/verdicts.ts";
import { FATE, MAX_FATE, MAX_PART } from "../../format.ts";
import { CLASS_CODE, type OpenCleaning } from "../opened.ts";
import type { RowMask } from "../query/cache.ts";
import { exportedMask, selectedIn } from "../query/select.ts";
import { type CooperativeTask, runToEnd } from "../thread/steps.ts";
import { MARK } from "./marks.ts";
import { classesUnder, segmentsUnder } from "./segments.ts";

const ROWS_A_STEP = 65_536;
const VERDICT_CODES = 256;

/** Counts the rows that `filter` exports and leaves out, by reason. `mask` holds the exported rows. */
export function* rowAccount(
  cleaning: OpenCleaning,
  filter: ExportFilter,
  { mask, total }: RowMask,
): CooperativeTask<ExportRowCounts> {
  const counts = new Uint32Array(LEFT_OUT_REASONS.length);
  let unverified = 0;
  let suppressed = 0;
  let dropped = 0;
  let unwanted = 0;
  const isForOthers = filter.segments?.includes("do_not_send") === true;
  let corrected = 0;
  const { list } = cleaning;
  // Skip the check per row if there are no corrections: it reads each record.
  const someCorrected = list.corrections.size > 0;
  const reasonOf = hasReasons(filter) ? createReasons(cleaning, filter) : null;
  const selected = filter.selected === undefined ? null : yield* selectedIn(cleaning, filter.selected);
  const unselected = codeOf("unselected");
  const erased = codeOf("erased");
  const filtered = reasonOf === null && selected === null ? codeOf("filtered") : undefined;
  const { rowAddress } = list;
  const { verdict, fate, flags } = cleaning.results;
  const suppressedNow = cleaning.facts?.rows ?? null;
  const erasedNow = cleaning.erased?.rows ?? null;
  const marks = cleaning.marks.byRow;
  /** Loops inside generators are slow. */
  const count = (from: number, to: number) => {
    for (let row = from; row < to; row++) {
      if (mask[row] === 1) {
        if (suppressedNow?.[row] === 1) suppressed++;
        if (marks[row] === MARK.drop) dropped++;
        if (someCorrected && list.isCorrected(row)) corrected++;
        const address = rowAddress[row] ?? -1;
        const isUnwanted = address >= 0 && ((flags[address] ?? 0) & FLAG_BIT.unwanted) !== 0;
        if (isUnwanted && !isForOthers && marks[row] !== MARK.keep) unwanted++;
        if (address >= 0 && verdict[address] === 0 && isToBeVerified(fate[address] ?? 0)) unverified++;
        continue;
      }
      // No other reason matters for people who were erased, nor for unselected rows.
      const isErased = erasedNow?.[row] === 1;
      const reason = isErased ? erased : selected?.[row] === 0 ? unselected : (reasonOf?.(row) ?? filtered);
      if (reason === undefined) continue;
      counts[reason] = (counts[reason] ?? 0) + 1;
    }
  };
  for (let row = 0; row < mask.length; row += ROWS_A_STEP) {
    count(row, Math.min(mask.length, row + ROWS_A_STEP));
    yield;
  }
  const leftOut: ExportRowCounts["leftOut"] = {};
  LEFT_OUT_REASONS.forEach((reason, at) => {
    const count = counts[at] ?? 0;
    if (count > 0) leftOut[reason] = count;
  });
  return {
    rows: total,
    unverified,
    ...(suppressed > 0 ? { suppressed } : {}),
    ...(dropped > 0 ? { dropped } : {}),
    ...(unwanted > 0 ? { unwanted } : {}),
    ...(corrected > 0 ? { corrected } : {}),
    leftOut,
  };
}

export function rowAccountSync(cleaning: OpenCleaning, filter: ExportFilter): ExportRowCounts {
  return runToEnd(rowAccount(cleaning, filter, runToEnd(exportedMask(cleaning, filter))));
}

/** Returns whether `filter` leaves rows out for other reasons than not matching a search. */
function hasReasons(filter: ResultFilter): boolean {
  const { verdicts, classes, segments, leaveOutMarked } = filter;
  const { applyOverrides, leaveOutSuppressed, leaveOutUnwanted } = filter;
  const isNamed = [verdicts, classes, segments, leaveOutMarked].some((part) => part !== undefined);
  return isNamed || [applyOverrides, leaveOutSuppressed, leaveOutUnwanted].some((part) => part === true);
}

/** Reasons are indexes in `LEFT_OUT_REASONS`: half a million rows are counted while the user types. */
function createReasons(cleaning: OpenCleaning, filter: ResultFilter): (row: number) => number {
  const { marks, list, results } = cleaning;
  const classOfRow = classesUnder(cleaning, filter);
  const { verdicts, classes } = filter;
  const suppressedNow = filter.leaveOutSuppressed === true ? (cleaning.facts?.rows ?? null) : null;
  const segments = segmentsUnder(cleaning, filter);
  const { leaveOutMarked } = filter;
  const dropping = filter.applyOverrides === true || leaveOutMarked === "drop";
  const filtered = codeOf("filtered");
  const suppressed = codeOf("suppressed");
  const dropped = codeOf("dropped");
  const kept = codeOf("kept");
  const unwanted = codeOf("unwanted");
  const isUnwanted = (address: number) => ((results.flags[address] ?? 0) & FLAG_BIT.unwanted) !== 0;

  const outByClass = ROW_CLASSES.map((own) => {
    if (classes?.includes(own) !== false) return null;
    return codeOf(own === "first" ? "filtered" : own);
  });
  const unverified = codeOf("unverified");
  const withNone = (reason: LeftOutReason) =>
    codeOf(verdicts?.includes("none") === false ? reason : "filtered");
  const byVerdict = new Uint8Array(VERDICT_CODES).fill(filtered);
  for (const verdict of VERDICTS) {
    if (verdicts?.includes(verdict) === false) byVerdict[VERDICT_CODE[verdict]] = codeOf(verdict);
  }
  const empty = withNone("empty");
  const malformed = withNone("malformed");
  const byFate = new Uint8Array(MAX_FATE + 1).fill(filtered).fill(withNone("unverified"), 0, MAX_PART + 1);
  byFate[FATE.elsewhere] = withNone("unverified");
  byFate[FATE.suppressed] = withNone("suppressed");
  byFate[FATE.beyondLimit] = withNone("beyond_limit");

  /** Returns why a row is in a segment that was not chosen. */
  function reasonOutsideChosenSegments(row: number): number {
    if (suppressedNow?.[row] === 1) return suppressed;
    const mark = marks.byRow[row] ?? 0;
    if (mark === MARK.drop) return dropped;
    const address = list.rowAddress[row] ?? -1;
    if (address < 0) return codeOf(ROW_CLASSES[classOfRow[row] ?? 0] === "empty" ? "empty" : "malformed");
    const fate = results.fate[address] ?? 0;
    if (fate === FATE.suppressed) return suppressed;
    if (fate === FATE.beyondLimit) return codeOf("beyond_limit");
    if (cleaning.facts?.bounced?.[address] === 1) return codeOf("undeliverable");
    if (mark === MARK.keep) return kept;
    if (isUnwanted(address)) return unwanted;
    const verdict = verdictOf(results.verdict[address] ?? 0);
    return verdict === null ? unverified : codeOf(verdict);
  }

  return (row) => {
    const own = classOfRow[row] ?? 0;
    if (filter.keepEmpty === true && own === CLASS_CODE.empty) return dropped;
    // Replaced by another row because its cell also names a suppressed person.
    if (cleaning.classes[row] === CLASS_CODE.first && own === CLASS_CODE.repeated) return suppressed;
    const byClass = outByClass[own] ?? null;
    if (byClass !== null) return byClass;
    if (segments !== null) return segments.fails[row] === 1 ? reasonOutsideChosenSegments(row) : filtered;
    if (suppressedNow?.[row] === 1) return suppressed;
    if (dropping && marks.byRow[row] === MARK.drop) return dropped;
    if (leaveOutMarked === "keep" && marks.byRow[row] === MARK.keep) return kept;
    const address = list.rowAddress[row] ?? -1;
    if (address < 0) return ROW_CLASSES[own] === "empty" ? empty : malformed;
    if (filter.leaveOutUnwanted === true && isUnwanted(address) && marks.byRow[row] !== MARK.keep)
      return unwanted;
    const verdict = results.verdict[address] ?? 0;
    return (verdict !== 0 ? byVerdict[verdict] : byFate[results.fate[address] ?? 0]) ?? filtered;
  };
}

function codeOf(reason: LeftOutReason): number {
  return LEFT_OUT_REASONS.indexOf(reason);
}

function isToBeVerified(fate: number): boolean {
  return fate <= MAX_PART || fate === FATE.elsewhere;
}
