import type { SegmentCount } from "../../../../../shared/bridge/answer.ts";
import type { ResultFilter } from "../../../../../shared/bridge/results.ts";
import { SEGMENTS, type Segment } from "../../../../../shared/segments.ts";
import { FLAG_BIT, VERDICT_CODE } from "../../../../../shared/verdicts.ts";
import { CLASS_CODE, type OpenCleaning } from "../opened.ts";
import type { Segments } from "../query/cache.ts";
import { MARK } from "./marks.ts";

const NO_SEGMENT = SEGMENTS.length;

/** Assigns rows and addresses to segments, cached. The only place that decides this; see `SEGMENTS`. */
export function segmentsOf(cleaning: OpenCleaning, suppresses: boolean): Segments {
  const key = suppresses ? "suppresses" : "";
  const known = cleaning.cache.segments.get(key);
  if (known !== undefined) return known;
  const { list, classes, results, facts } = cleaning;
  const { rowAddress } = list;
  if (suppresses && facts === null) throw new Error("the suppression lists were not looked at");
  const out = suppresses ? (facts?.rows ?? null) : null;
  const { standing: representatives, ofAddress } = representativeSegments(cleaning, out);
  const ofRow = new Uint8Array(list.rows);
  const rows = new Uint32Array(SEGMENTS.length + 1);
  const written = new Uint32Array(SEGMENTS.length + 1);
  const doNotSend = placeOf("do_not_send");
  for (let row = 0; row < ofRow.length; row++) {
    const address = rowAddress[row] ?? -1;
    const isInvalid = address < 0 && classes[row] === CLASS_CODE.malformed;
    const segment = address >= 0 ? (ofAddress[address] ?? 0) : isInvalid ? doNotSend : NO_SEGMENT;
    ofRow[row] = segment;
    rows[segment] = (rows[segment] ?? 0) + 1;
    if (address >= 0 && representatives[address] === row) written[segment] = (written[segment] ?? 0) + 1;
  }
  const addresses = new Uint32Array(SEGMENTS.length);
  const risky = placeOf("risky");
  const { verdict } = results;
  let acceptAll = 0;
  for (let address = 0; address < ofAddress.length; address++) {
    const segment = ofAddress[address] ?? 0;
    addresses[segment] = (addresses[segment] ?? 0) + 1;
    if (segment === risky && verdict[address] === VERDICT_CODE.accept_all) acceptAll++;
  }
  const countOf = (segment: Segment): SegmentCount => {
    const at = placeOf(segment);
    return { rows: rows[at] ?? 0, addresses: addresses[at] ?? 0, written: written[at] ?? 0 };
  };
  return cleaning.cache.segments.set(key, {
    ofRow,
    counts: {
      safe: countOf("safe"),
      risky: countOf("risky"),
      do_not_send: countOf("do_not_send"),
      not_verified: countOf("not_verified"),
    },
    acceptAll,
  });
}

function placeOf(segment: Segment): number {
  return SEGMENTS.indexOf(segment);
}

/** Returns the rows that fail the segments of `filter`; `null` if it has none. */
export function segmentsUnder(cleaning: OpenCleaning, filter: ResultFilter): { fails: Uint8Array } | null {
  const { segments } = filter;
  if (segments === undefined) return null;
  const { ofRow } = segmentsOf(cleaning, filter.leaveOutSuppressed === true);
  const isWanted = Uint8Array.from([...SEGMENTS, null], (segment) =>
    Number(segment !== null && segments.includes(segment)),
  );
  return { fails: ofRow.map((segment) => (isWanted[segment] === 1 ? 0 : 1)) };
}

/** Returns the representative row of each address, and its segment. `out` is 1 for suppressed rows. */
function representativeSegments(cleaning: OpenCleaning, out: Uint8Array | null) {
  const { list, classes } = cleaning;
  const { addressFirst } = list;
  const { verdict, flags } = cleaning.results;
  const marks = cleaning.marks.byRow;
  const bounced = cleaning.facts?.bounced ?? null;
  const standing = representativeRows(cleaning, out);
  const ofAddress = new Uint8Array(list.addresses);
  const [safe, risky, doNotSend, notVerified] = SEGMENTS.map(placeOf);
  const byVerdict = new Uint8Array(256).fill(notVerified ?? 0);
  byVerdict[VERDICT_CODE.deliverable] = safe ?? 0;
  byVerdict[VERDICT_CODE.accept_all] = risky ?? 0;
  byVerdict[VERDICT_CODE.unknown] = risky ?? 0;
  byVerdict[VERDICT_CODE.undeliverable] = doNotSend ?? 0;
  for (let address = 0; address < ofAddress.length; address++) {
    const row = standing[address] ?? 0;
    const own = classes[addressFirst[address] ?? 0];
    const mark = marks[row] ?? 0;
    const isOut =
      out?.[row] === 1 || bounced?.[address] === 1 || own === CLASS_CODE.suppressed || mark === MARK.drop;
    ofAddress[address] = isOut
      ? (doNotSend ?? 0)
      : own === CLASS_CODE.beyond_limit
        ? (notVerified ?? 0)
        : mark === MARK.keep
          ? (safe ?? 0)
          : ((flags[address] ?? 0) & FLAG_BIT.unwanted) !== 0
            ? (doNotSend ?? 0)
            : (byVerdict[verdict[address] ?? 0] ?? 0);
  }
  return { standing, ofAddress };
}

/** Returns the first row of each address, or its replacement if that row is left out. */
function representativeRows(cleaning: OpenCleaning, out: Uint8Array | null): Uint32Array {
  const { list, classes } = cleaning;
  if (out === null) return list.addressFirst;
  const under = classesUnder(cleaning, { leaveOutSuppressed: true });
  if (under === classes) return list.addressFirst;
  const standing = list.addressFirst.slice();
  for (let row = 0; row < under.length; row++) {
    const isIn = under[row] === CLASS_CODE.first && classes[row] === CLASS_CODE.repeated;
    if (isIn) standing[list.rowAddress[row] ?? 0] = row;
  }
  return standing;
}

/**
 * Returns each row's class under `filter`. If an address's first row is left out only because its cell also names a
 * suppressed person, its next row becomes the first. If `filter` has segments, the original row then counts as
 * repeated, so that the address is exported once.
 */
export function classesUnder(
  { classes, list, facts }: OpenCleaning,
  { leaveOutSuppressed, segments }: ResultFilter,
): Uint8Array {
  const rows = leaveOutSuppressed === true ? (facts?.rows ?? null) : null;
  if (rows === null) return classes;
  const { first, repeated } = CLASS_CODE;
  /** Addresses whose first row is left out and that have no replacement yet. */
  const open = new Set<number>();
  let under: Uint8Array | null = null;
  for (let row = 0; row < classes.length; row++) {
    const address = list.rowAddress[row] ?? -1;
    if (classes[row] === first && rows[row] === 1) open.add(address);
    if (classes[row] !== repeated || rows[row] === 1 || !open.delete(address)) continue;
    under ??= classes.slice();
    under[row] = first;
    if (segments !== undefined) under[list.addressFirst[address] ?? row] = repeated;
  }
  return under ?? classes;
}
