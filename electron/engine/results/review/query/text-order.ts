import type { FoldedText } from "../../../addresses/index.ts";

const DIGITS = 1 << 16;
/** A key of 32 bits and a place of up to 21 fit the whole numbers of a double. */
const PLACES = 2 ** 21;
/** From this many on, counting is quicker than sorting packed keys. */
const MANY = 32 * 1024;
/** Below this many, comparing pairs is quicker. */
const FEW = 24;

/**
 * The place of each text in the order of its bytes (for UTF-8: of its characters' numbers). Sorts by four bytes at
 * a time, and those that share them by the next four; no text is decoded.
 */
export function textPlaces(texts: FoldedText): Uint32Array {
  const order = Uint32Array.from({ length: texts.ends.length }, (_, text) => text);
  const runs = [{ first: 0, last: order.length, depth: 0 }];
  for (let run = runs.pop(); run !== undefined; run = runs.pop()) {
    const part = order.subarray(run.first, run.last);
    if (part.length <= FEW) {
      sortByPairs(texts, part);
      continue;
    }
    const keys = sortByKeys(texts, part, run.depth);
    for (let first = 0; first < part.length; ) {
      let last = first + 1;
      while (last < part.length && keys[last] === keys[first]) last++;
      // A key that ends in nothing is the end of its text: equal ones are equal altogether.
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

/** Sorts `part` by the four bytes at `depth` of its texts; answers those bytes, in the new order. */
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
  const order = part.length <= MANY ? sortedPlaces(keys) : countedPlaces(keys);
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

/** The same by counting, for any number of keys. */
function countedPlaces(keys: Uint32Array): Uint32Array {
  const places = new Uint32Array(keys.length);
  for (let place = 0; place < places.length; place++) places[place] = place;
  const low = countingPass(places, (place) => (keys[place] ?? 0) & (DIGITS - 1));
  return countingPass(low, (place) => (keys[place] ?? 0) >>> 16);
}

/** One stable pass of a radix sort. */
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
