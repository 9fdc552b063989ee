import { lazy } from "./lazy.ts";

/**
 * How numbers are written, on every face: in English, as the words around them are, whatever the language of the
 * system. A second catalogue of words brings its own way here.
 */
export const LANGUAGE = "en-US";

// The first formatter of a program reads the languages' data, which a thread that writes no number never needs.
const whole = lazy(() => new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 0 }));
const percent = lazy(
  () =>
    new Intl.NumberFormat(LANGUAGE, {
      style: "percent",
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }),
);

/** A whole number: `1,234`. */
export function count(value: number | bigint): string {
  return whole().format(value);
}

/** A number of things: `1 row`, `1,234 rows`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** A share (0..1) with one decimal: `88.8%`. */
export function share(value: number): string {
  return percent().format(value);
}

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** A size in bytes as people read it: `1.2 MB`. */
export function size(bytes: number): string {
  let unit = 0;
  let value = bytes;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return new Intl.NumberFormat(LANGUAGE, {
    style: "unit",
    unit: UNITS[unit],
    unitDisplay: unit === 0 ? "long" : "short",
    maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0,
  }).format(value);
}
