import { LANGUAGE, lazy } from "./numbers.ts";

const DAY = 86_400_000;

/** Formatters of moments in Unix ms, in the machine's time zone. */
export interface Times {
  moment(at: number): string;
  /** Date and time, with seconds if another moment of `all` falls into the same minute. */
  momentAmong(at: number, all: readonly number[]): string;
  date(at: number): string;
  /** The date of a UTC day that begins at `at`, for date cells of a list. */
  day(at: number): string;
  /** Time only if `at` is on the same day as `now`, otherwise date and time. */
  clock(at: number, now: number): string;
}

/**
 * Returns formatters with English month names: `22 Nov 2026, 14:05`, or in US order and 12-hour clock if `language` (a
 * BCP 47 tag) is US English. Month names keep the two orders unambiguous.
 */
export function timesFor(language: string): Times {
  const locale = () => (isAmerican(language) ? "en-US" : "en-GB");
  const dateTime = lazy(() => new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }));
  const toTheSecond = lazy(
    () => new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "medium" }),
  );
  const dateOnly = lazy(() => new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }));
  const utcDate = lazy(() => new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeZone: "UTC" }));
  const timeOnly = lazy(() => new Intl.DateTimeFormat(locale(), { timeStyle: "short" }));
  return {
    moment: (at) => dateTime().format(at),
    momentAmong: (at, all) => {
      const text = dateTime().format(at);
      const isTwice = all.some((other) => other !== at && dateTime().format(other) === text);
      return isTwice ? toTheSecond().format(at) : text;
    },
    date: (at) => dateOnly().format(at),
    day: (at) => utcDate().format(at),
    clock: (at, now) =>
      new Date(at).toDateString() === new Date(now).toDateString()
        ? timeOnly().format(at)
        : dateTime().format(at),
  };
}

function isAmerican(tag: string): boolean {
  try {
    const { language, region } = new Intl.Locale(tag).maximize();
    return language === "en" && region === "US";
  } catch {
    return false;
  }
}

/** Formatters for output without a known locale: files and terminals. */
export const { moment: plainMoment, date: plainDate, clock: plainClock } = timesFor("en-GB");

const relative = lazy(() => new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "auto" }));

/** Formats the distance between `at` and `now` in the largest suitable unit. */
export function fromNow(at: number, now: number): string {
  const gap = at - now;
  const size = Math.abs(gap);
  if (size < 60_000) return relative().format(0, "minute");
  if (size < 3_600_000) return relative().format(Math.trunc(gap / 60_000), "minute");
  if (size < DAY) return relative().format(Math.trunc(gap / 3_600_000), "hour");
  return relative().format(Math.trunc(gap / DAY), "day");
}

/** Returns the days left until `at`, rounded up; `null` if it has passed. */
export function daysLeft(at: number, now: number): number | null {
  return at <= now ? null : Math.ceil((at - now) / DAY);
}

function unit(value: number, name: string): string {
  return new Intl.NumberFormat(LANGUAGE, { style: "unit", unit: name, unitDisplay: "short" }).format(value);
}

/** Formats a duration in seconds with at most two units: `4 min 10 sec`. */
export function duration(seconds: number): string {
  const rounded = Math.max(1, Math.round(seconds));
  const hours = Math.floor(rounded / 3600);
  const minutes = Math.floor((rounded % 3600) / 60);
  if (hours > 0) return minutes ? `${unit(hours, "hour")} ${unit(minutes, "minute")}` : unit(hours, "hour");
  if (minutes >= 10) return unit(minutes, "minute");
  if (minutes > 0) return `${unit(minutes, "minute")} ${unit(rounded % 60, "second")}`;
  return unit(rounded, "second");
}

const MONTH = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" });

/** Returns the two days that a date such as `03/04/2026` may mean, in words; `null` for other texts. */
export function possibleDays(date: string): readonly [string, string] | null {
  const [, first, second] = /^(\d{1,2})[-/](\d{1,2})[-/]/.exec(date) ?? [];
  if (first === undefined || second === undefined) return null;
  const dayIn = (month: string, day: string) =>
    `${MONTH.format(Date.UTC(2024, Number(month) - 1))} ${Number(day)}`;
  return [dayIn(second, first), dayIn(first, second)];
}

/** Returns the start of a day (`yyyy-mm-dd`) in this computer's time zone, in Unix ms. */
export function localDay(day: string): number {
  return new Date(`${day}T00:00`).getTime();
}
