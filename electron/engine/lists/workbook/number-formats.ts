/** How a number is shown: as a date (with a time of day), padded with zeros, or as it is. */
export type NumberFormat =
  | { readonly kind: "plain" }
  | { readonly kind: "padded"; readonly digits: number }
  | { readonly kind: "date"; readonly date: boolean; readonly time: boolean };

const PLAIN: NumberFormat = { kind: "plain" };
const DAY_MS = 86_400_000;
/** Days from which on what is shown as a time of day is one of a date, not a duration. */
const MOST_DURATION = 3_650;
/** 31 December 9999, counted from 1900. */
const MOST_DAYS = 2_958_465;
/** Spreadsheets count a 29 February 1900, which never was: days before it are one further from the others than they seem. */
const LEAP_DAY = 60;
const LEAP_DAY_TEXT = "1900-02-29";

/** The format of each cell style. `styles`: format numbers; `custom`: a workbook's own formats (ECMA-376 §18.8.30). */
export function dateFormats(styles: readonly number[], custom: ReadonlyMap<number, string>): NumberFormat[] {
  const known = new Map<number, NumberFormat>();
  return styles.map((id) => {
    const format = known.get(id) ?? formatNumbered(id, custom.get(id));
    known.set(id, format);
    return format;
  });
}

/** The longest format code that a spreadsheet takes. */
const LONGEST_CODE = 255;
/** Formats of these numbers are built in. */
const BUILT_IN = 164;
const DAY_FORMAT = 14;
const CLOCK_FORMAT = 21;
const DAY_AND_CLOCK_FORMAT = 22;

/**
 * What to call the format numbered `id`, of code `code` where the workbook describes it: its code, or the number of a
 * built-in one, which stands for a code that no spreadsheet takes, and for one that is missing.
 */
export function namedFormat(id: number, code: string | undefined): number | string {
  if (code === undefined || code === "") return Number.isInteger(id) && id >= 0 && id < BUILT_IN ? id : 0;
  if (code.length <= LONGEST_CODE) return code;
  const format = formatOf(code);
  if (format.kind !== "date") return 0;
  if (!format.date) return CLOCK_FORMAT;
  return format.time ? DAY_AND_CLOCK_FORMAT : DAY_FORMAT;
}

/** The format of that number; `code`: of a custom one. */
export function formatNumbered(id: number, code: string | undefined): NumberFormat {
  if (code !== undefined) return formatOf(code);
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) {
    return { kind: "date", date: true, time: false };
  }
  if (id === 22) return { kind: "date", date: true, time: true };
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return { kind: "date", date: false, time: true };
  return PLAIN;
}

function formatOf(code: string): NumberFormat {
  const [positive = ""] = code.split(";");
  const bare = positive.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, "");
  if (/^0{2,}$/.test(bare)) return { kind: "padded", digits: bare.length };
  const date = /[yd]/i.test(bare);
  const time = /[hs]/i.test(bare);
  if (date || time || /m{3,}/i.test(bare)) return { kind: "date", date: date || !time, time };
  return PLAIN;
}

/**
 * Returns the text of a cell's number, as written in the file. Dates become ISO 8601, whatever the machine's locale, to
 * the thousandth of a second: the finest that a spreadsheet shows.
 */
export function numberText(written: string, format: NumberFormat | undefined, since1904: boolean): string {
  const value = Number(written);
  if (written.trim() === "" || !Number.isFinite(value)) return written;
  const digits = integerText(written.trim());
  if (format?.kind === "padded" && value >= 0 && digits !== null) return digits.padStart(format.digits, "0");
  const date = format?.kind === "date" && value >= 0 ? dateText(value, format, since1904) : null;
  if (date !== null) return date;
  if (!/[.eE]/.test(written)) return written;
  if (digits !== null) return digits;
  // Fifteen digits would not hold every digit before the decimal point.
  if (Math.abs(value) >= MAX_EXACT) return written.trim();
  // Sums carry their rounding errors into the file; fifteen digits is what the spreadsheet itself shows.
  return String(Number(value.toPrecision(15)));
}

/** Numbers from here on have more than fifteen digits before the decimal point. */
const MAX_EXACT = 1e15;
/** Longer integers stay in exponent notation. */
const MAX_INTEGER_DIGITS = 21;

/**
 * Returns an integer that may be written with a fraction or an exponent (`12.0`, `1.5E3`) in plain digits: those that are
 * written, then zeros. `null` for all other numbers.
 */
function integerText(written: string): string | null {
  const found = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(written);
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = found ?? [];
  let end = fraction.length;
  while (fraction[end - 1] === "0") end--;
  const zeros = Number(exponent) - end;
  if (found === null || zeros < 0 || whole.length + Number(exponent) > MAX_INTEGER_DIGITS) return null;
  const digits = `${whole}${fraction.slice(0, end)}${"0".repeat(zeros)}`.replace(/^0+(?=\d)/, "");
  return sign === "-" && digits !== "0" ? `-${digits}` : digits;
}

const DATE_AND_TIME: NumberFormat = { kind: "date", date: true, time: true };

/** Returns a date of ISO 8601 (`2024-01-01T13:05:07.25`) as {@link numberText} would write it, in `format` if it is one of dates. */
export function isoDateText(written: string, format?: NumberFormat): string {
  const text = written.replace(/T00:00:00(\.0+)?$/, "").replace("T", " ");
  const shown = format?.kind === "date" ? format : /\.\d+$/.test(text) ? DATE_AND_TIME : null;
  const serial = shown === null ? null : serialOf(text);
  // Earlier dates differ by a day between the programs.
  if (shown === null || serial === null || serial <= LEAP_DAY) return text;
  return numberText(String(serial), shown, false);
}

/**
 * Returns a duration of ISO 8601 (`PT13H05M07S`) as {@link numberText} would write it. `null` for one with a sign, with
 * months or years, or so long that it would be a date.
 */
export function isoDurationText(written: string): string | null {
  const found = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(\.\d+)?S)?)?$/.exec(written);
  if (found === null) return null;
  const [, days = "0", ...clock] = found;
  const ms = Number(days) * DAY_MS + clockOf(clock);
  return ms < MOST_DURATION * DAY_MS ? clockText(ms, 2) : null;
}

/** null: beyond the last day that a spreadsheet knows. */
function dateText(
  value: number,
  { date, time }: { readonly date: boolean; readonly time: boolean },
  since1904: boolean,
): string | null {
  const total = Math.round(value * DAY_MS);
  const days = Math.floor(total / DAY_MS);
  const rest = total % DAY_MS;
  if (!date && days < 1) return clockText(rest, 2);
  // More than a day of hours is a duration; a date of which only the time is shown keeps its day.
  if (!date && days < MOST_DURATION) return clockText(total, 1);
  const day = dayText(days, since1904);
  if (day === null) return null;
  return time || !date || rest !== 0 ? `${day} ${clockText(rest, 2)}` : day;
}

function dayText(days: number, since1904: boolean): string | null {
  if (!since1904 && days === LEAP_DAY) return LEAP_DAY_TEXT;
  const epoch = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < LEAP_DAY ? 31 : 30);
  const day = new Date(epoch + days * DAY_MS);
  return days <= MOST_DAYS && day.getUTCFullYear() <= 9999 ? day.toISOString().slice(0, 10) : null;
}

/** Hours of at least so many digits, minutes and seconds of a time, and the thousandths that it has. */
function clockText(ms: number, digits: number): string {
  const two = (part: number) => String(Math.floor(part) % 60).padStart(2, "0");
  const hours = String(Math.floor(ms / 3_600_000)).padStart(digits, "0");
  const thousandths = ms % 1000;
  const fraction = thousandths === 0 ? "" : `.${String(thousandths).padStart(3, "0")}`;
  return `${hours}:${two(ms / 60_000)}:${two(ms / 1000)}${fraction}`;
}

/** The number of the date, the time of day or the duration that was written by {@link numberText}; null: it is none. */
export function serialOf(text: string): number | null {
  const clock = /^(\d+):([0-5]\d):([0-5]\d)(\.\d+)?$/.exec(text);
  if (clock !== null) return clockOf(clock.slice(1)) / DAY_MS;
  const found = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)(\.\d+)?)?$/.exec(text);
  if (found === null) return null;
  const rest = clockOf(found.slice(4));
  if (text.startsWith(LEAP_DAY_TEXT)) return (LEAP_DAY * DAY_MS + rest) / DAY_MS;
  const [year = 0, month = 1, day = 1] = found.slice(1, 4).map(Number);
  const days = (Date.UTC(year, month - 1, day) - Date.UTC(1899, 11, 30)) / DAY_MS;
  return ((days <= LEAP_DAY ? days - 1 : days) * DAY_MS + rest) / DAY_MS;
}

/** Milliseconds of hours, minutes, seconds and their fraction. */
function clockOf([hours = "0", minutes = "0", seconds = "0", fraction = ""]: readonly (
  | string
  | undefined
)[]) {
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return whole * 1000 + Math.round(Number(`0${fraction}`) * 1000);
}
