import type { Histogram } from "../../../../../shared/bridge/facets.ts";
import { numberIn } from "../../../../../shared/number-in.ts";

/** A column's values as numbers, and the ranges that they are counted in. */
export interface Scale {
  readonly kind: Histogram["kind"];
  /** By number of the value: its range; NONE: it is in none. */
  readonly binOf: Uint8Array;
  /** The bounds of the ranges, one more than there are. */
  readonly bounds: Float64Array;
}

export const NONE = 255;
const BINS = 20;
/** So many of the filled rows have to be numbers, or dates, and so many different ones. */
const MOSTLY = 0.95;
const FEWEST_VALUES = 3;
/** A number that begins so is a code: a postcode, a telephone number. */
const CODE = /^\s*(0\d|\+)/;
/** Longer ones are numbers of things, not of how many. */
const LONGEST_NUMBER = 12;

/** The scale of a column; `texts` are its distinct values, `codes` that of each row. Null: it has none. */
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

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}.*)?$/;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?: \d{1,2}:\d{2}.*)?$/;
const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: \d{1,2}:\d{2}.*)?$/;

/** Reads dates as the column writes them; null: whether day or month stands first cannot be told. */
function dateReader(texts: readonly string[]): ((text: string) => number | null) | null {
  let dayFirst = false;
  let monthFirst = false;
  let slashed = false;
  for (const text of texts) {
    const found = SLASHED.exec(text);
    if (found === null) continue;
    slashed = true;
    if (Number(found[1]) > 12) dayFirst = true;
    if (Number(found[2]) > 12) monthFirst = true;
  }
  if (slashed && dayFirst === monthFirst) return null;
  return (text) => {
    const iso = ISO.exec(text);
    if (iso !== null) return dayOf(iso[1], iso[2], iso[3]);
    const dotted = DOTTED.exec(text);
    if (dotted !== null) return dayOf(dotted[3], dotted[2], dotted[1]);
    const found = SLASHED.exec(text);
    if (found === null) return null;
    return dayFirst ? dayOf(found[3], found[2], found[1]) : dayOf(found[3], found[1], found[2]);
  };
}

/** The day as it is written, as if it were in UTC; null: there is no such day. */
function dayOf(year = "", month = "", day = ""): number | null {
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const date = new Date(at);
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day) ? at : null;
}
