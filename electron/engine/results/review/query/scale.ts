import type { Histogram } from "../../../../../shared/bridge/facets.ts";
import { numberIn } from "../../../../../shared/number-in.ts";
import { dateReader, MOSTLY } from "./dates.ts";

/** Histogram bins of a column of numbers or dates. */
export interface Scale {
  readonly kind: Histogram["kind"];
  /** Bin of each distinct value; `NONE` if it has none. */
  readonly binOf: Uint8Array;
  /** Bin boundaries, one more than there are bins. */
  readonly bounds: Float64Array;
}

export const NONE = 255;
const BINS = 20;
const FEWEST_VALUES = 3;
/** Postcodes and phone numbers are codes, not quantities. */
const CODE = /^\s*(0\d|\+)/;
/** Longer numbers are identifiers, not quantities. */
const LONGEST_NUMBER = 12;

/** Returns the scale of a column, if it has one. `codes` are the indexes of the rows' values in `texts`. */
export function scaleOf(texts: readonly string[], codes: Uint32Array): Scale | null {
  const rowsOf = new Uint32Array(texts.length);
  for (const code of codes) rowsOf[code] = (rowsOf[code] ?? 0) + 1;
  return scaleFrom("number", texts, rowsOf, numberOf) ?? scaleFrom("date", texts, rowsOf, dateReader(texts));
}

function scaleFrom(
  kind: Scale["kind"],
  texts: readonly string[],
  rowsOf: Uint32Array,
  read: ((text: string) => number | null) | null,
): Scale | null {
  if (read === null) return null;
  const values = new Float64Array(texts.length).fill(Number.NaN);
  let filled = 0;
  let readable = 0;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const distinct = new Set<number>();
  for (const [code, text] of texts.entries()) {
    if (text === "") continue;
    filled += rowsOf[code] ?? 0;
    const value = read(text);
    if (value === null || !Number.isFinite(value)) continue;
    readable += rowsOf[code] ?? 0;
    values[code] = value;
    low = Math.min(low, value);
    high = Math.max(high, value);
    if (distinct.size < FEWEST_VALUES) distinct.add(value);
  }
  if (distinct.size < FEWEST_VALUES || readable < filled * MOSTLY) return null;
  const bounds = Float64Array.from({ length: BINS + 1 }, (_, at) => low + ((high - low) * at) / BINS);
  bounds[BINS] = high;
  if (!(high - low > 0) || !bounds.every(Number.isFinite)) return null;
  const binOf = Uint8Array.from(values, (value) => (Number.isNaN(value) ? NONE : binIn(bounds, value)));
  return { kind, binOf, bounds };
}

function binIn(bounds: Float64Array, value: number): number {
  let bin = 0;
  while (bin < BINS - 1 && value >= (bounds[bin + 1] ?? 0)) bin++;
  return bin;
}

function numberOf(text: string): number | null {
  if (text.length > LONGEST_NUMBER || CODE.test(text)) return null;
  return numberIn(text);
}
