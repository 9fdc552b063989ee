/** Returns a getter that creates its value on first use. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Locale of all numbers. It follows the language of the interface texts, not of the system. */
export const LANGUAGE = "en-US";

// Created lazily: the first formatter of a process loads ICU data, which threads that format no numbers don't need.
const whole = lazy(() => new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 0 }));
const percent = lazy(
  () =>
    new Intl.NumberFormat(LANGUAGE, {
      style: "percent",
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }),
);

/** Formats a whole number: `1,234`. */
export function count(value: number | bigint): string {
  return whole().format(value);
}

/** Formats a number with its noun: `1 row`, `1,234 rows`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** Formats a share (0 to 1) with one decimal: `88.8%`. */
export function share(value: number): string {
  return percent().format(value);
}

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** Formats a size in bytes: `1.2 MB`. */
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

const WHOLE = /^(\d+|\d{1,3}([.,\s'’]\d{3})+)$/;

/**
 * Parses a typed whole number, with or without thousands separators: `1500`, `1,500`, `1.500`. Returns `null` for
 * anything else, such as `1.5` or `-5`.
 */
export function wholeNumberIn(text: string): number | null {
  const bare = text.trim();
  return WHOLE.test(bare) ? Number(bare.replace(/\D/g, "")) : null;
}

const PLAIN = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const THOUSANDS = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/;
const COMMA = /^[+-]?(\d+|\d{1,3}(\.\d{3})+),\d+$/;

/**
 * Parses the number in a cell: `1234.5`, `1,234.5`, `1.234,5`, `12,5`. Blanks, currency signs and percent signs are
 * ignored. Returns `null` if the cell is not a number.
 */
export function numberIn(cell: string): number | null {
  const bare = cell.replace(/[\s\u00a0\u202f'’]|\p{Sc}|%/gu, "");
  if (PLAIN.test(bare)) return Number(bare);
  if (THOUSANDS.test(bare)) return Number(bare.replaceAll(",", ""));
  if (COMMA.test(bare)) return Number(bare.replaceAll(".", "").replace(",", "."));
  return null;
}
