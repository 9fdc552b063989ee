import type { ResultSort } from "../../../../../shared/bridge/results.ts";
import { numberIn } from "../../../../../shared/numbers.ts";
import { ALL_FLAGS, VERDICT_CODE, VERDICTS } from "../../../../../shared/verdicts.ts";
import type { FoldedText } from "../../../text/index.ts";
import type { OpenCleaning } from "../opened.ts";
import type { CooperativeTask } from "../thread/steps.ts";
import { columnCells } from "./cells.ts";
import { dateTimeParser } from "./column-types.ts";

/** Sort rank per row. Equal values share a rank; rows without a value get `blank`. */
interface Ranks {
  readonly rank: Uint32Array;
  readonly blank: number;
}

/** Returns all rows, sorted. Rows without a value come last in both directions; ties keep the list's order. */
export function* orderOf(cleaning: OpenCleaning, sort: ResultSort): CooperativeTask<Uint32Array> {
  const key = JSON.stringify(sort);
  const known = cleaning.cache.orders.get(key);
  if (known !== undefined) return known;
  if (isListOrder(sort)) return cleaning.cache.orders.set(key, inListOrder(cleaning.rows));
  const ranks = yield* ranksOf(cleaning, sort);
  return cleaning.cache.orders.set(key, byRank(ranks, sort.descending));
}

function isListOrder({ by, descending }: ResultSort): boolean {
  return by.kind === "row" && !descending;
}

function inListOrder(rows: number): Uint32Array {
  const order = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) order[row] = row;
  return order;
}

function* ranksOf(cleaning: OpenCleaning, { by }: ResultSort): CooperativeTask<Ranks> {
  switch (by.kind) {
    case "row":
      return { rank: inListOrder(cleaning.rows), blank: cleaning.rows };
    case "address":
      // By code point: addresses and domains are not words of a language.
      return ofAddresses(cleaning, textPlaces(cleaning.written), cleaning.list.addresses);
    case "domain": {
      const { domains, addressDomain, domainText, domainEnd } = cleaning.list;
      const bytes = Buffer.from(domainText.buffer, domainText.byteOffset, domainText.length);
      const places = textPlaces({ bytes, ends: domainEnd });
      return ofAddresses(
        cleaning,
        addressDomain.map((id) => places[id] ?? 0),
        domains,
      );
    }
    case "verdict":
      return ofAddresses(cleaning, Uint32Array.from(cleaning.results.verdict, verdictRank), VERDICTS.length);
    case "flags":
      return ofAddresses(
        cleaning,
        Uint32Array.from(cleaning.results.flags, (bits) => (bits === 0 ? NO_FLAGS : bits)),
        NO_FLAGS,
      );
    case "verified_at":
      return timeRanks(cleaning);
    case "column": {
      const cells = yield* columnCells(cleaning, by.column);
      const read = by.numeric ? numberIn : dateTimeParser(cells.distinct);
      const { rank, blank } = read === null ? textRanks(cells.distinct) : valueRanks(cells.distinct, read);
      return { rank: cells.codes.map((code) => rank[code] ?? blank), blank };
    }
  }
}

const NO_FLAGS = ALL_FLAGS + 1;

const RANK_OF_VERDICT = new Map(VERDICTS.map((verdict, rank) => [VERDICT_CODE[verdict], rank]));

function verdictRank(code: number): number {
  return RANK_OF_VERDICT.get(code) ?? VERDICTS.length;
}

function ofAddresses(cleaning: OpenCleaning, ranks: Uint32Array, blank: number): Ranks {
  const { rowAddress } = cleaning.list;
  const rank = new Uint32Array(cleaning.rows);
  for (let row = 0; row < rank.length; row++) {
    const address = rowAddress[row] ?? -1;
    rank[row] = address < 0 ? blank : (ranks[address] ?? blank);
  }
  return { rank, blank };
}

function timeRanks(cleaning: OpenCleaning): Ranks {
  const { verifiedAt } = cleaning.results;
  const times = [...new Set(verifiedAt)].sort((a, b) => a - b);
  const ranks = new Map(times.map((time, rank) => [time, rank]));
  const blank = times.length;
  return ofAddresses(
    cleaning,
    Uint32Array.from(verifiedAt, (time) => (time === 0 ? blank : (ranks.get(time) ?? blank))),
    blank,
  );
}

/** Ranks texts in the system's locale order. */
function textRanks(texts: readonly string[]): Ranks {
  const { compare } = new Intl.Collator();
  const order = [...texts.keys()].filter((at) => texts[at]?.trim() !== "");
  order.sort((a, b) => compare(texts[a] ?? "", texts[b] ?? ""));
  const rank = new Uint32Array(texts.length);
  let own = -1;
  let before: string | undefined;
  for (const at of order) {
    const text = texts[at] ?? "";
    if (before === undefined || compare(before, text) !== 0) own++;
    before = text;
    rank[at] = own + 1;
  }
  const blank = own + 1;
  return { rank: rank.map((one) => (one === 0 ? blank : one - 1)), blank };
}

/** Ranks numbers or dates by value, followed by other cells as text. */
function valueRanks(cells: readonly string[], read: (cell: string) => number | null): Ranks {
  const numbers = cells.map(read);
  const distinct = [...new Set(numbers.filter((value) => value !== null))].sort((a, b) => a - b);
  const ranks = new Map(distinct.map((value, rank) => [value, rank]));
  const words = textRanks(cells.map((cell, row) => (numbers[row] === null ? cell : "")));
  const blank = distinct.length + words.blank;
  const rank = Uint32Array.from(numbers, (value, row) =>
    value === null ? distinct.length + (words.rank[row] ?? 0) : (ranks.get(value) ?? blank),
  );
  return { rank, blank };
}

/** Stable counting sort of rows by rank. */
function byRank({ rank, blank }: Ranks, descending: boolean): Uint32Array {
  const place = (own: number) => (own >= blank ? blank : descending ? blank - 1 - own : own);
  const starts = new Uint32Array(blank + 2);
  for (let row = 0; row < rank.length; row++) {
    const next = place(rank[row] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  const order = new Uint32Array(rank.length);
  for (let row = 0; row < rank.length; row++) {
    const own = place(rank[row] ?? 0);
    const at = starts[own] ?? 0;
    starts[own] = at + 1;
    order[at] = row;
  }
  return order;
}

const DIGITS = 1 << 16;
/** A 32-bit key and an index of up to 21 bits fit a double's exact integers. */
const PLACES = 2 ** 21;
/** From this length on, radix sort is faster than sorting packed keys. */
const RADIX_MIN = 32 * 1024;
/** Up to this length, comparing pairs is faster. */
const INSERTION_MAX = 24;

/** Returns the byte-order rank of each text, by an MSD radix sort with four bytes per pass. */
function textPlaces(texts: FoldedText): Uint32Array {
  const order = Uint32Array.from({ length: texts.ends.length }, (_, text) => text);
  const runs = [{ first: 0, last: order.length, depth: 0 }];
  for (let run = runs.pop(); run !== undefined; run = runs.pop()) {
    const part = order.subarray(run.first, run.last);
    if (part.length <= INSERTION_MAX) {
      sortByPairs(texts, part);
      continue;
    }
    const keys = sortByKeys(texts, part, run.depth);
    for (let first = 0; first < part.length; ) {
      let last = first + 1;
      while (last < part.length && keys[last] === keys[first]) last++;
      // A zero last byte marks the end of the text, so equal keys are equal texts.
      const goesOn = ((keys[first] ?? 0) & 0xff) !== 0;
      if (last - first > 1 && goesOn) {
        runs.push({ first: run.first + first, last: run.first + last, depth: run.depth + 4 });
      }
      first = last;
    }
  }
  const places = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at++) places[order[at] ?? 0] = at;
  return places;
}

function startOf({ ends }: FoldedText, text: number): number {
  return text === 0 ? 0 : (ends[text - 1] ?? 0);
}

function sortByPairs(texts: FoldedText, part: Uint32Array): void {
  const { bytes, ends } = texts;
  part.sort((a, b) => bytes.compare(bytes, startOf(texts, b), ends[b], startOf(texts, a), ends[a]) || a - b);
}

/** Sorts `part` by the four bytes at `depth` of its texts. Returns the keys in sorted order. */
function sortByKeys(texts: FoldedText, part: Uint32Array, depth: number): Uint32Array {
  const { bytes, ends } = texts;
  const keys = new Uint32Array(part.length);
  for (let at = 0; at < part.length; at++) {
    const text = part[at] ?? 0;
    const from = startOf(texts, text) + depth;
    const end = ends[text] ?? from;
    let key = 0;
    for (let byte = from; byte < from + 4; byte++) key = key * 256 + (byte < end ? (bytes[byte] ?? 0) : 0);
    keys[at] = key;
  }
  const order = part.length <= RADIX_MIN ? sortedPlaces(keys) : countedPlaces(keys);
  const before = part.slice();
  for (let at = 0; at < part.length; at++) part[at] = before[order[at] ?? 0] ?? 0;
  return order.map((place) => keys[place] ?? 0);
}

function sortedPlaces(keys: Uint32Array): Uint32Array {
  const packed = new Float64Array(keys.length);
  for (let place = 0; place < keys.length; place++) packed[place] = (keys[place] ?? 0) * PLACES + place;
  packed.sort();
  const places = new Uint32Array(keys.length);
  for (let at = 0; at < places.length; at++) places[at] = (packed[at] ?? 0) % PLACES;
  return places;
}

function countedPlaces(keys: Uint32Array): Uint32Array {
  const places = new Uint32Array(keys.length);
  for (let place = 0; place < places.length; place++) places[place] = place;
  const low = countingPass(places, (place) => (keys[place] ?? 0) & (DIGITS - 1));
  return countingPass(low, (place) => (keys[place] ?? 0) >>> 16);
}

function countingPass(places: Uint32Array, digit: (place: number) => number): Uint32Array {
  const starts = new Uint32Array(DIGITS + 1);
  for (const place of places) {
    const next = digit(place) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let at = 1; at <= DIGITS; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  const sorted = new Uint32Array(places.length);
  for (const place of places) {
    const own = digit(place);
    const at = starts[own] ?? 0;
    starts[own] = at + 1;
    sorted[at] = place;
  }
  return sorted;
}
