export type NumberFormat =
  | { readonly kind: "plain" }
  | { readonly kind: "padded"; readonly digits: number }
  | { readonly kind: "date"; readonly date: boolean; readonly time: boolean };

const PLAIN: NumberFormat = { kind: "plain" };
const DAY_MS = 86_400_000;
/** From this many days on, a value with a time format is a date, not a duration. */
const MAX_DURATION = 3_650;
/** 31 December 9999 as a serial number. */
const MAX_DAYS = 2_958_465;
/** Serial number of 29 February 1900, a day that spreadsheets count but that never existed. */
const LEAP_DAY = 60;
const LEAP_DAY_TEXT = "1900-02-29";

/** Returns the format of each cell style: `styles` are format numbers, `custom` their codes (ECMA-376 §18.8.30). */
export function dateFormats(styles: readonly number[], custom: ReadonlyMap<number, string>): NumberFormat[] {
  const known = new Map<number, NumberFormat>();
  return styles.map((id) => {
    const format = known.get(id) ?? formatNumbered(id, custom.get(id));
    known.set(id, format);
    return format;
  });
}

const MAX_CODE_LENGTH = 255;
const BUILT_IN = 164;
const DAY_FORMAT = 14;
const CLOCK_FORMAT = 21;
const DAY_AND_CLOCK_FORMAT = 22;

/** Returns the code of a format, or the number of a built-in one if the code is missing or too long. */
export function namedFormat(id: number, code: string | undefined): number | string {
  if (code === undefined || code === "") return Number.isInteger(id) && id >= 0 && id < BUILT_IN ? id : 0;
  if (code.length <= MAX_CODE_LENGTH) return code;
  const format = formatOf(code);
  if (format.kind !== "date") return 0;
  if (!format.date) return CLOCK_FORMAT;
  return format.time ? DAY_AND_CLOCK_FORMAT : DAY_FORMAT;
}

/** Returns the format with this number, or the custom one of `code`. */
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

/** Returns the text of a number as written in the file. Dates become ISO 8601 with milliseconds, in any locale. */
export function numberText(
  written: string,
  format: NumberFormat | undefined,
  uses1904Dates: boolean,
): string {
  const value = Number(written);
  if (written.trim() === "" || !Number.isFinite(value)) return written;
  const digits = integerText(written.trim());
  if (format?.kind === "padded" && value >= 0 && digits !== null) return digits.padStart(format.digits, "0");
  const date = format?.kind === "date" && value >= 0 ? dateText(value, format, uses1904Dates) : null;
  if (date !== null) return date;
  if (!/[.eE]/.test(written)) return written;
  if (digits !== null) return digits;
  // 15 significant digits would drop digits before the decimal point.
  if (Math.abs(value) >= MAX_EXACT) return written.trim();
  // Files contain the rounding errors of sums; spreadsheets show 15 significant digits.
  return String(Number(value.toPrecision(15)));
}

/** Numbers from here on have more than 15 digits before the decimal point. */
const MAX_EXACT = 1e15;
const MAX_INTEGER_DIGITS = 21;

/** Returns the plain digits of an integer with a fraction or exponent (`12.0`, `1.5E3`); `null` for other numbers. */
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

/** Converts an ISO 8601 date to the text that {@link numberText} returns, in `format` if it is a date format. */
export function isoDateText(written: string, format?: NumberFormat): string {
  const text = written.replace(/T00:00:00(\.0+)?$/, "").replace("T", " ");
  const shown = format?.kind === "date" ? format : /\.\d+$/.test(text) ? DATE_AND_TIME : null;
  const serial = shown === null ? null : serialOf(text);
  // Programs disagree by a day about earlier dates.
  if (shown === null || serial === null || serial <= LEAP_DAY) return text;
  return numberText(String(serial), shown, false);
}

/**
 * Converts a duration (`PT13H05M07S`) like {@link numberText}; `null` if it has a sign, months or years, or is too long.
 */
export function isoDurationText(written: string): string | null {
  const found = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(\.\d+)?S)?)?$/.exec(written);
  if (found === null) return null;
  const [, days = "0", ...clock] = found;
  const ms = Number(days) * DAY_MS + clockOf(clock);
  return ms < MAX_DURATION * DAY_MS ? clockText(ms, 2) : null;
}

/** Returns `null` beyond the last day that spreadsheets support. */
function dateText(
  value: number,
  { date, time }: { readonly date: boolean; readonly time: boolean },
  since1904: boolean,
): string | null {
  const total = Math.round(value * DAY_MS);
  const days = Math.floor(total / DAY_MS);
  const rest = total % DAY_MS;
  if (!date && days < 1) return clockText(rest, 2);
  // More than 24 hours is a duration, unless it is so long that it is a date with only its time shown.
  if (!date && days < MAX_DURATION) return clockText(total, 1);
  const day = dayText(days, since1904);
  if (day === null) return null;
  return time || !date || rest !== 0 ? `${day} ${clockText(rest, 2)}` : day;
}

function dayText(days: number, since1904: boolean): string | null {
  if (!since1904 && days === LEAP_DAY) return LEAP_DAY_TEXT;
  const epoch = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < LEAP_DAY ? 31 : 30);
  const day = new Date(epoch + days * DAY_MS);
  return days <= MAX_DAYS && day.getUTCFullYear() <= 9999 ? day.toISOString().slice(0, 10) : null;
}

function clockText(ms: number, digits: number): string {
  const two = (part: number) => String(Math.floor(part) % 60).padStart(2, "0");
  const hours = String(Math.floor(ms / 3_600_000)).padStart(digits, "0");
  const thousandths = ms % 1000;
  const fraction = thousandths === 0 ? "" : `.${String(thousandths).padStart(3, "0")}`;
  return `${hours}:${two(ms / 60_000)}:${two(ms / 1000)}${fraction}`;
}

/** Parses text of {@link numberText} into the serial number of a date, time or duration; `null` for other text. */
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

function clockOf([hours = "0", minutes = "0", seconds = "0", fraction = ""]: readonly (
  | string
  | undefined
)[]) {
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return whole * 1000 + Math.round(Number(`0${fraction}`) * 1000);
}
