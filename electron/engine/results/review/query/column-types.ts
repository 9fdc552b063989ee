import type { Histogram } from "../../../../../shared/bridge/facets.ts";
import { numberIn } from "../../../../../shared/numbers.ts";

/** Share of a column's filled cells, 0 to 1, that must be numbers or dates for the column to be typed as such. */
const MIN_TYPED_SHARE = 0.95;

const ISO = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:(?:T|,? )\d{1,2}:\d{2}.*)?$/;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,? \d{1,2}:\d{2}.*)?$/;
const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?:,? \d{1,2}:\d{2}.*)?$/;

/** Returns a parser of dates to Unix ms (midnight UTC); `null` if the order of day and month is ambiguous. */
function dateParser(texts: readonly string[]): ((text: string) => number | null) | null {
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

function dayOf(year = "", month = "", day = ""): number | null {
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const date = new Date(at);
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day) ? at : null;
}

/** Largest share of other texts ("unknown", "n/a") in a column that is still sorted as dates. */
const MAX_OTHER_SHARE = 0.2;
const TIME = /[T ](\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([ap])m)?/i;

/** Returns the time of day in ms since midnight; 0 if the text is only a date. */
function timeIn(text: string): number {
  const [, hours = "0", minutes = "0", seconds = "0", half] = TIME.exec(text) ?? [];
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  return ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}

/** Returns a parser of a date column's cells to Unix ms, for sorting; `null` if `cells` (distinct) are not dates. */
export function dateTimeParser(cells: readonly string[]): ((cell: string) => number | null) | null {
  const filled = cells.map((cell) => cell.trim()).filter((text) => text !== "");
  const dayOf = dateParser(filled);
  if (dayOf === null || filled.length === 0) return null;
  let others = Math.floor(filled.length * MAX_OTHER_SHARE);
  for (const text of filled) if (dayOf(text) === null && others-- === 0) return null;
  return (cell) => {
    const day = dayOf(cell.trim());
    return day === null ? null : day + timeIn(cell);
  };
}

/** Histogram bins of a column of numbers or dates. */
export interface Scale {
  readonly kind: Histogram["kind"];
  /** Bin of each distinct value; `NONE` if it has none. */
  readonly binOf: Uint8Array;
  /** Bin boundaries, one more than there are bins. */
  readonly bounds: Float64Array;
}

export const NO_BIN = 255;
const BINS = 20;
const MIN_VALUES = 3;
/** Postcodes and phone numbers are codes, not quantities. */
const CODE = /^\s*(0\d|\+)/;
/** Longer numbers are identifiers, not quantities. */
const MAX_NUMBER_LENGTH = 12;

/** Returns the scale of a column, if it has one. `codes` are the indexes of the rows' values in `texts`. */
export function scaleOf(texts: readonly string[], codes: Uint32Array): Scale | null {
  const rowsOf = new Uint32Array(texts.length);
  for (const code of codes) rowsOf[code] = (rowsOf[code] ?? 0) + 1;
  return scaleFrom("number", texts, rowsOf, numberOf) ?? scaleFrom("date", texts, rowsOf, dateParser(texts));
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
    if (distinct.size < MIN_VALUES) distinct.add(value);
  }
  if (distinct.size < MIN_VALUES || readable < filled * MIN_TYPED_SHARE) return null;
  const bounds = Float64Array.from({ length: BINS + 1 }, (_, at) => low + ((high - low) * at) / BINS);
  bounds[BINS] = high;
  if (!(high - low > 0) || !bounds.every(Number.isFinite)) return null;
  const binOf = Uint8Array.from(values, (value) => (Number.isNaN(value) ? NO_BIN : binIn(bounds, value)));
  return { kind, binOf, bounds };
}

function binIn(bounds: Float64Array, value: number): number {
  let bin = 0;
  while (bin < BINS - 1 && value >= (bounds[bin + 1] ?? 0)) bin++;
  return bin;
}

function numberOf(text: string): number | null {
  if (text.length > MAX_NUMBER_LENGTH || CODE.test(text)) return null;
  return numberIn(text);
}
