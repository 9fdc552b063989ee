import { lazy } from "./lazy.ts";
import { LANGUAGE } from "./numbers.ts";

const DAY = 86_400_000;

/** How moments are written; all take Unix milliseconds and write the machine's own time. */
export interface Times {
  /** Date and time. */
  moment(at: number): string;
  /** The same for moments that stand beside one another: with seconds where two of `all` are in the same minute. */
  momentAmong(at: number, all: readonly number[]): string;
  date(at: number): string;
  /** The date of a day that begins at `at` in UTC, as a cell of a list names it. */
  day(at: number): string;
  /** The time alone when `at` is on the day of `now`, else date and time. */
  clock(at: number, now: number): string;
}

/**
 * Dates and times in English words: `22 Nov 2026, 14:05`, and in America's order and clock where `language`, a BCP 47
 * tag, is the English of the United States. No form of either is a date of the other.
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

/** Where nothing tells whose eyes will read it: in files, and on a terminal. */
export const { moment: plainMoment, date: plainDate, clock: plainClock } = timesFor("en-GB");

const relative = lazy(() => new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "auto" }));

/** How long ago or how far ahead, in its largest sensible unit. */
export function fromNow(at: number, now: number): string {
  const gap = at - now;
  const size = Math.abs(gap);
  if (size < 60_000) return relative().format(0, "minute");
  if (size < 3_600_000) return relative().format(Math.trunc(gap / 60_000), "minute");
  if (size < DAY) return relative().format(Math.trunc(gap / 3_600_000), "hour");
  return relative().format(Math.trunc(gap / DAY), "day");
}

/** Whole days left until `at`; null: it is past. */
export function daysLeft(at: number, now: number): number | null {
  return at <= now ? null : Math.ceil((at - now) / DAY);
}

function unit(value: number, name: string): string {
  return new Intl.NumberFormat(LANGUAGE, { style: "unit", unit: name, unitDisplay: "short" }).format(value);
}

/** A length of time in seconds, in at most two units: `4 min 10 sec`. */
export function duration(seconds: number): string {
  const rounded = Math.max(1, Math.round(seconds));
  const hours = Math.floor(rounded / 3600);
  const minutes = Math.floor((rounded % 3600) / 60);
  if (hours > 0) return minutes ? `${unit(hours, "hour")} ${unit(minutes, "minute")}` : unit(hours, "hour");
  if (minutes >= 10) return unit(minutes, "minute");
  if (minutes > 0) return `${unit(minutes, "minute")} ${unit(rounded % 60, "second")}`;
  return unit(rounded, "second");
}
