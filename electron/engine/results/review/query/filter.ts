import { ROW_CLASSES } from "../../../../../shared/bridge/constants.ts";
import type { ResultFilter } from "../../../../../shared/bridge/results.ts";
import { foldText } from "../../../../../shared/fold-addresses.ts";
import { foldSearch } from "../../../../../shared/fold-search.ts";
import { FLAG_BIT, VERDICT_CODE } from "../../../../../shared/verdicts.ts";
import { foldedAt } from "../../../text/index.ts";
import { CLASS_CODE, type OpenCleaning } from "../opened.ts";
import type { CooperativeTask } from "../thread/steps.ts";
import { MARK } from "../view/marks.ts";
import { classesUnder, segmentsUnder } from "../view/segments.ts";
import type { ColumnCells, RowMask } from "./cache.ts";
import { anyCellContains, columnCells, eachRecord } from "./cells.ts";
import { choicesOf, passChoices, splitFilter } from "./choices.ts";

/** Returns the rows that pass `filter`, for views, counts and exports. A part without values passes no row. */
export function* maskOf(cleaning: OpenCleaning, filter: ResultFilter): CooperativeTask<RowMask> {
  const key = JSON.stringify(filter);
  const known = cleaning.cache.masks.get(key);
  if (known !== undefined) return known;
  const mask = new Uint8Array(cleaning.rows).fill(1);
  const { chosen, rest } = splitFilter(filter);
  passVerdicts(cleaning, rest, mask);
  passSegments(cleaning, rest, mask);
  passTurned(cleaning, rest, mask);
  passExpected(cleaning, rest, mask);
  yield;
  const choices = yield* choicesOf(cleaning, chosen);
  if (choices !== null) yield* passChoices(cleaning, choices, mask);
  const search = foldSearch(filter.search?.trim() ?? "");
  if (search !== "") {
    if (filter.searchAll === true) yield* passAnyCell(cleaning, search, mask);
    else passAddressText(cleaning, search, mask);
  }
  for (const part of filter.columns ?? []) {
    const cells = yield* columnCells(cleaning, part.column);
    passColumn(cells, part, mask);
    yield;
  }
  if (filter.keepEmpty === true) keepEmpty(cleaning, mask);
  return cleaning.cache.masks.set(key, { mask, total: countIn(mask) });
}

function countIn(mask: Uint8Array): number {
  let total = 0;
  for (let row = 0; row < mask.length; row++) total += mask[row] ?? 0;
  return total;
}

function passVerdicts(cleaning: OpenCleaning, filter: ResultFilter, mask: Uint8Array): void {
  const { verdicts, classes, overridden, applyOverrides, leaveOutMarked, leaveOutUnwanted } = filter;
  const asks = [
    verdicts,
    classes,
    overridden,
    leaveOutMarked,
    applyOverrides || undefined,
    leaveOutUnwanted || undefined,
  ];
  if (asks.every((one) => one === undefined)) return;
  const wanted = new Uint8Array(8).fill(verdicts === undefined ? 1 : 0);
  for (const verdict of verdicts ?? []) wanted[verdict === "none" ? 0 : VERDICT_CODE[verdict]] = 1;
  const wantedClass = Uint8Array.from(ROW_CLASSES, (own) => (classes?.includes(own) === false ? 0 : 1));
  const marks = cleaning.marks.byRow;
  const { rowAddress } = cleaning.list;
  const { verdict, flags } = cleaning.results;
  const bounced = cleaning.facts?.bounced;
  const ownClass = classesUnder(cleaning, filter);
  for (let row = 0; row < mask.length; row++) {
    const address = rowAddress[row] ?? -1;
    const mark = marks[row] ?? 0;
    let pass = wanted[address < 0 ? 0 : (verdict[address] ?? 0)] === 1;
    // A bounce after the verdict is newer than a mark.
    const isKept = mark === MARK.keep && !(address >= 0 && bounced?.[address] === 1);
    if (applyOverrides === true) pass = isKept || (pass && mark !== MARK.drop);
    if (overridden !== undefined && mark !== MARK[overridden]) pass = false;
    if (leaveOutMarked !== undefined && mark === MARK[leaveOutMarked]) pass = false;
    if (leaveOutUnwanted === true && address >= 0 && ((flags[address] ?? 0) & FLAG_BIT.unwanted) !== 0)
      pass &&= isKept;
    if (wantedClass[ownClass[row] ?? 0] === 0) pass = false;
    if (!pass) mask[row] = 0;
  }
}

/** Suppressed addresses are never mailed, even if the row is marked keep. */
function passUnsuppressed({ facts }: OpenCleaning, mask: Uint8Array): void {
  if (facts === null) throw new Error("the suppression lists were not looked at");
  const { rows } = facts;
  if (rows === null) return;
  for (let row = 0; row < mask.length; row++) if (rows[row] === 1) mask[row] = 0;
}

/** With segments, `segmentsUnder` handles suppressed rows; otherwise they are left out if requested. */
function passSegments(cleaning: OpenCleaning, filter: ResultFilter, mask: Uint8Array): void {
  const segments = segmentsUnder(cleaning, filter);
  if (segments === null) {
    if (filter.leaveOutSuppressed === true) passUnsuppressed(cleaning, mask);
    return;
  }
  for (let row = 0; row < mask.length; row++) if (segments.fails[row] === 1) mask[row] = 0;
}

function passTurned({ list, results, cache }: OpenCleaning, filter: ResultFilter, mask: Uint8Array): void {
  const { turned } = filter;
  if (turned === undefined) return;
  const before = cache.earlier.get(turned.since.cleaningId);
  if (before === undefined) throw new Error("the earlier cleaning was not looked at");
  const from = VERDICT_CODE[turned.from];
  const to = VERDICT_CODE[turned.to];
  for (let row = 0; row < mask.length; row++) {
    const address = list.rowAddress[row] ?? -1;
    if (address < 0 || before[address] !== from || results.verdict[address] !== to) mask[row] = 0;
  }
}

/** Rates are compared exactly: the same calculation yields the same number. */
function passExpected(
  { list, expected }: OpenCleaning,
  { bounceRate }: ResultFilter,
  mask: Uint8Array,
): void {
  if (bounceRate === undefined) return;
  if (expected === null) throw new Error("what is expected to bounce was not looked up");
  for (let row = 0; row < mask.length; row++) {
    const address = list.rowAddress[row] ?? -1;
    if (address < 0 || (expected.rates[address] ?? 0) > bounceRate) mask[row] = 0;
  }
}

/** Adds rows with an empty address cell back: no verdict can speak for or against them. */
function keepEmpty({ classes, marks }: OpenCleaning, mask: Uint8Array): void {
  for (let row = 0; row < mask.length; row++)
    if (classes[row] === CLASS_CODE.empty) mask[row] = marks.byRow[row] === MARK.drop ? 0 : 1;
}

/** Keeps rows whose address, or unusable address cell, contains `search`. */
function passAddressText(cleaning: OpenCleaning, search: string, mask: Uint8Array): void {
  const { bytes, ends } = cleaning.searched;
  const needle = Buffer.from(search, "utf8");
  const hit = new Uint8Array(ends.length);
  let address = 0;
  for (let at = bytes.indexOf(needle); at >= 0; ) {
    while ((ends[address] ?? bytes.length) <= at) address++;
    const end = ends[address] ?? bytes.length;
    const within = at + needle.length <= end;
    if (within) hit[address] = 1;
    at = bytes.indexOf(needle, within ? end : at + 1);
  }
  const { unusable } = cleaning;
  const { rowAddress } = cleaning.list;
  for (let row = 0; row < mask.length; row++) {
    if (mask[row] === 0) continue;
    const own = rowAddress[row] ?? -1;
    if (own >= 0) mask[row] = hit[own] ?? 0;
    else mask[row] = foldSearch(unusable.get(row) ?? "").includes(search) ? 1 : 0;
  }
}

function* passAnyCell(cleaning: OpenCleaning, search: string, mask: Uint8Array): CooperativeTask<void> {
  const { list } = cleaning;
  const holds = anyCellContains(list, search);
  yield* eachRecord(list, (row, record) => {
    if (mask[row] === 1 && !holds(record)) mask[row] = 0;
  });
}

function passColumn(
  { codes, distinct }: ColumnCells,
  part: NonNullable<ResultFilter["columns"]>[number],
  mask: Uint8Array,
): void {
  const value = foldText(part.value.trim());
  const searched = foldSearch(part.value.trim());
  const tests: Record<typeof part.op, (cell: string) => boolean> = {
    contains: (cell) => foldSearch(cell).includes(searched),
    equals: (cell) => foldText(cell.trim()) === value,
    is_empty: (cell) => cell.trim() === "",
    is_not_empty: (cell) => cell.trim() !== "",
  };
  const passes = distinct.map(tests[part.op]);
  for (let row = 0; row < mask.length; row++) {
    if (mask[row] === 1 && passes[codes[row] ?? 0] !== true) mask[row] = 0;
  }
}

export function foldedAddress(cleaning: OpenCleaning, address: number): string {
  return foldedAt(cleaning.folded, address);
}
