const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const percent = new Intl.NumberFormat(undefined, {
  style: "percent",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** What stands between groups of three digits where numbers are typed in. */
export const GROUP_SEPARATOR =
  whole.formatToParts(1_000_000).find((part) => part.type === "group")?.value ?? "";

/** A whole number in the system's way of writing it. */
export function count(value: number): string {
  return whole.format(value);
}

/** A share (0..1) with one decimal. */
export function share(value: number): string {
  return percent.format(value);
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
  return new Intl.NumberFormat(undefined, {
    style: "unit",
    unit: UNITS[unit],
    unitDisplay: unit === 0 ? "long" : "short",
    maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0,
  }).format(value);
}
