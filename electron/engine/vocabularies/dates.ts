import type { DateOrder } from "../../../shared/date-order.ts";

/** Earlier dates are errors: there was no mail to verify. */
const EARLIEST = Date.UTC(1990, 0);
/** Times without a zone may be this far ahead of the clock, in ms. */
const TIME_ZONES = 24 * 3600_000;
const MAX_LENGTH = 80;

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/i;
const YEAR_FIRST = /^(\d{4})([-/.])(\d\d?)\2(\d\d?)(?!\d)/;
const YEAR_LAST = /^(\d\d?)([-/.])(\d\d?)\2(\d{4}|\d\d)(?!\d)/;
const COMPACT = /^((?:19|20)\d\d)(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)Z?)?$/;
/** Clock time and zone after a date. Names of zones are ignored: a few hours matter less than the day. */
const TIME =
  /^(?:(?:T|,?\s+)(\d\d?):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(?:\s?([ap])\.?m\.?)?)?(?:\s?((?:GMT|UTC)?[+-]\d\d(?::?\d\d)?)(?: \(?UTC\)?)?|\s?[a-z]{1,5}|\s[a-z]+\/[a-z_]+)?$/i;
/** An English month's name beside the number of a day. */
const NAMED_MONTH =
  /^(?:[a-z]{3,9},? )?(?:\d\d?(?:st|nd|rd|th|\.)?[ -])?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?[ ,-]+\d/i;
const EPOCH_SECONDS = /^\d{9,10}(?:\.\d+)?$/;
const EPOCH_MILLISECONDS = /^\d{13}$/;
/** Days since 1899-12-30, of the years 1990 to 2099. */
const EXCEL_SERIAL = /^(?:3[3-9]|[4-6]\d|7[0-2])\d{3}(?:\.\d+)?$/;
const EXCEL_EPOCH = Date.UTC(1899, 11, 30);

/** Reads dates, and remembers one that it did not read because day and month could not be told apart. */
export interface DateReader {
  /** Returns Unix ms, in UTC unless the text has an offset; `null` if the text is no date, or is in the future. */
  read(text: string): number | null;
  /** A date that may mean two days; `null` if there was none. */
  readonly unclear: string | null;
}

/**
 * Creates a reader of dates as programs and spreadsheets write them, up to a day after `now` (Unix ms). `findOrder` is
 * called once, for the first date such as `03/04/2026`; if it returns `null`, such dates are not read.
 */
export function createDateReader(now: number, findOrder: () => DateOrder | null): DateReader {
  let order: DateOrder | null | undefined;
  let unclear: string | null = null;
  return {
    read(text) {
      const trimmed = text.trim();
      const isUnclear = mayBeTwoDays(trimmed);
      if (isUnclear && order === undefined) order = findOrder();
      if (isUnclear && order === null) {
        unclear ??= trimmed;
        return null;
      }
      const at = parseDate(trimmed, order ?? "day_first");
      return at !== null && at > now + TIME_ZONES ? null : at;
    },
    get unclear() {
      return unclear;
    },
  };
}

/** Returns whether the text is a date or time, but not a plain number of few digits. */
export function isDate(text: string): boolean {
  return !/^\d{1,8}(?:\.\d+)?$/.test(text.trim()) && parseDate(text, "day_first") !== null;
}

/** Parses a date into Unix ms; `null` if it isn't one. `order` is used if both day and month are possible. */
export function parseDate(text: string, order: DateOrder): number | null {
  const short = text.trim().replace(/\s+/g, " ");
  if (short.length > MAX_LENGTH) return null;
  const at = ISO.test(short) ? Date.parse(short) : (parseNumeric(short, order) ?? parseOther(short));
  return at === null || !Number.isFinite(at) || at < EARLIEST ? null : at;
}

function parseNumeric(text: string, order: DateOrder): number | null {
  const compact = COMPACT.exec(text);
  if (compact !== null) return toTime(compact.slice(1, 4), compact.slice(4));
  const date = YEAR_FIRST.exec(text) ?? YEAR_LAST.exec(text);
  const time = date === null ? null : TIME.exec(text.slice(date[0].length));
  if (date === null || time === null) return null;
  const [, first = "", separator, second = "", third = ""] = date;
  if (first.length === 4) return toTime([first, second, third], time.slice(1));
  const maySwap = Number(first) <= 12 && Number(second) <= 12;
  const isDayFirst = Number(first) > 12 || (maySwap && (separator === "." || order === "day_first"));
  const year = third.length === 2 ? `${Number(third) < 70 ? 20 : 19}${third}` : third;
  return toTime(isDayFirst ? [year, second, first] : [year, first, second], time.slice(1));
}

/** Returns Unix ms of year, month and day, and of hours, minutes, seconds, `a` or `p`, and zone, if given. */
function toTime(
  [year, month, day]: readonly (string | undefined)[],
  [hours = "0", minutes = "0", seconds = "0", half, zone]: readonly (string | undefined)[],
): number | null {
  const isTwelveHours = half !== undefined;
  if (isTwelveHours && (Number(hours) > 12 || Number(hours) === 0)) return null;
  const hour = isTwelveHours ? (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hours);
  const at = new Date(
    Date.UTC(Number(year), Number(month) - 1, Number(day), hour, Number(minutes), Number(seconds)),
  );
  const isReal =
    at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day) && at.getUTCHours() === hour;
  if (!isReal || Number(minutes) > 59 || Number(seconds) > 60) return null;
  const offset = /([+-])(\d\d):?(\d\d)?$/.exec(zone ?? "");
  if (offset === null) return at.getTime();
  const [, sign, offsetHours, offsetMinutes = "0"] = offset;
  return at.getTime() - (sign === "-" ? -1 : 1) * (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
}

function parseOther(text: string): number | null {
  if (EPOCH_SECONDS.test(text)) return Math.floor(Number(text) * 1000);
  if (EPOCH_MILLISECONDS.test(text)) return Number(text);
  if (EXCEL_SERIAL.test(text)) return Math.round(EXCEL_EPOCH / 1000 + Number(text) * 86_400) * 1000;
  const hasYear = /(?<!\d)\d{4}(?!\d)|\d[ -][a-z]+\.?[ -]\d\d(?:\s|$)/i.test(text);
  return hasYear && NAMED_MONTH.test(text) ? parseNamedMonth(text) : null;
}

/** V8 reads English months in any position. It takes texts without a zone as local times. */
function parseNamedMonth(text: string): number | null {
  const plain = text
    .replace(/(\d)(?:(?:st|nd|rd|th)\b|\.(?= ))| at(?= \d)/gi, "$1")
    .replace(/(?<=\d)-(?=[a-z])|(?<=[a-z])-(?=\d)/gi, " ")
    .replace(/([ap])\.m\.?/gi, "$1m")
    .replace(/(?<=\d)\s*(?=[ap]m\b)|,/gi, " ");
  const zone = /(?:\b(?:[A-Z]{3,4}|Z)|[+-]\d\d:?\d\d)(?:\s*\([^()]+\))?$/.exec(plain)?.[0];
  const at = Date.parse(zone === undefined ? `${plain} UTC` : plain);
  if (Number.isFinite(at) || zone === undefined) return Number.isFinite(at) ? at : null;
  // An unknown zone, such as CEST.
  const inUtc = Date.parse(`${plain.slice(0, -zone.length)} UTC`);
  return Number.isFinite(inUtc) ? inUtc : null;
}

function mayBeTwoDays(text: string): boolean {
  const match = YEAR_LAST.exec(text);
  if (match === null || match[2] === ".") return false;
  return Number(match[1]) <= 12 && Number(match[3]) <= 12 && match[1] !== match[3];
}

export interface DateEvidence {
  /** The cells of the date columns. */
  readonly dates: Iterable<string>;
  /** Other cells of the file. */
  readonly others: Iterable<string>;
  readonly delimiter: string;
  /** Unix ms. */
  readonly now: number;
}

/**
 * Returns the order of day and month in a file's dates: by a number over 12, a day in the future, dates in other columns,
 * or the semicolons of countries that write the day first. `null` if nothing tells.
 */
export function findDateOrder({ dates, others, delimiter, now }: DateEvidence): DateOrder | null {
  const own = countOrders(dates, now);
  const byDays = decide(own.days);
  if (byDays !== "nothing") return byDays;
  const byFuture = decide(own.past);
  if (byFuture !== "nothing") return byFuture;
  const byOthers = decide(countOrders(others, now).days);
  if (byOthers !== "nothing") return byOthers;
  return delimiter === ";" ? "day_first" : null;
}

/** Dates that are possible in one order only. */
interface OrderCounts {
  day_first: number;
  month_first: number;
}

function decide({ day_first: dayFirst, month_first: monthFirst }: OrderCounts): DateOrder | null | "nothing" {
  if (dayFirst > 0 && monthFirst > 0) return null;
  if (dayFirst > 0) return "day_first";
  return monthFirst > 0 ? "month_first" : "nothing";
}

function countOrders(cells: Iterable<string>, now: number) {
  const days: OrderCounts = { day_first: 0, month_first: 0 };
  const past: OrderCounts = { day_first: 0, month_first: 0 };
  for (const cell of cells) {
    const text = cell.trim();
    const match = text.length > MAX_LENGTH ? null : YEAR_LAST.exec(text);
    if (match === null || match[2] === ".") continue;
    if (!mayBeTwoDays(text)) {
      if (Number(match[1]) > 12 && parseDate(text, "day_first") !== null) days.day_first++;
      if (Number(match[3]) > 12 && parseDate(text, "month_first") !== null) days.month_first++;
      continue;
    }
    const isFuture = (order: DateOrder) => (parseDate(text, order) ?? 0) > now + TIME_ZONES;
    if (isFuture("month_first") && !isFuture("day_first")) past.day_first++;
    if (isFuture("day_first") && !isFuture("month_first")) past.month_first++;
  }
  return { days, past };
}
