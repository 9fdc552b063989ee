const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const dateOnly = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const timeOnly = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

const DAY = 86_400_000;

/** Date and time of a moment in Unix milliseconds. */
export function moment(at: number): string {
  return dateTime.format(at);
}

/** The date of a moment in Unix milliseconds. */
export function date(at: number): string {
  return dateOnly.format(at);
}

/** The time alone when `at` is on the day of `now`, else date and time. */
export function clock(at: number, now: number): string {
  return new Date(at).toDateString() === new Date(now).toDateString()
    ? timeOnly.format(at)
    : dateTime.format(at);
}

/** How long ago or how far ahead, in its largest sensible unit. */
export function fromNow(at: number, now: number): string {
  const gap = at - now;
  const size = Math.abs(gap);
  if (size < 60_000) return relative.format(0, "minute");
  if (size < 3_600_000) return relative.format(Math.trunc(gap / 60_000), "minute");
  if (size < DAY) return relative.format(Math.trunc(gap / 3_600_000), "hour");
  return relative.format(Math.trunc(gap / DAY), "day");
}

/** Whole days left until `at`, never below 0. */
export function daysLeft(at: number, now: number): number {
  return Math.max(0, Math.ceil((at - now) / DAY));
}

function unit(value: number, name: string): string {
  return new Intl.NumberFormat(undefined, { style: "unit", unit: name, unitDisplay: "short" }).format(value);
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
