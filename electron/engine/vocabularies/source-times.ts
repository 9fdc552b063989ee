import type { TimeWriting } from "./types.ts";

const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?\s?(?:Z|[+-]\d\d:?\d\d)?)?$/i;
const PLAIN =
  /^(\d{4})[-/](\d\d?)[-/](\d\d?)(?:[ T](\d\d?):(\d\d)(?::(\d\d))?)?(?: ?(Z|UTC|[+-]\d\d:?\d\d))?$/i;
/** Before there was mail to verify, a date is a slip. */
const EARLIEST = Date.UTC(1990, 0);

/** A time as a source writes it, Unix milliseconds; null for whatever is no such time: it is never made up. */
export function timeOf(text: string, written: TimeWriting): number | null {
  const short = text.trim().slice(0, 60);
  const at = written === "iso" ? iso(short) : plain(short);
  return at === null || !Number.isFinite(at) || at < EARLIEST ? null : at;
}

function iso(text: string): number | null {
  if (!ISO.test(text)) return null;
  const isZoned = text.length <= 10 || /(?:Z|[+-]\d\d:?\d\d)$/i.test(text.slice(10));
  return Date.parse(isZoned ? text : `${text.replace(" ", "T")}Z`);
}

function plain(text: string): number | null {
  const parts = PLAIN.exec(text);
  if (parts === null) return null;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const at = new Date(Date.UTC(year, month - 1, day, hours, minutes, seconds));
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && at.getUTCHours() === hours;
  if (!isReal || minutes > 59 || seconds > 60) return null;
  const zone = /^([+-])(\d\d):?(\d\d)$/.exec(parts[7] ?? "");
  if (zone === null) return at.getTime();
  return at.getTime() - (zone[1] === "-" ? -1 : 1) * (Number(zone[2]) * 60 + Number(zone[3])) * 60_000;
}
