import type { TimeWriting } from "./types.ts";

const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?\s?(?:Z|[+-]\d\d:?\d\d)?)?$/i;
const BASIC = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?$/;
const PLAIN =
  /^(\d{4})[-/](\d\d?)[-/](\d\d?)(?:[ T](\d\d?):(\d\d)(?::(\d\d))?)?(?: ?(Z|UTC|[+-]\d\d:?\d\d))?$/i;
const RFC1123 = /^[a-z]{3}, \d\d? [a-z]{3} \d{4} \d\d:\d\d:\d\d (?:UTC|GMT|[+-]\d{4})$/i;
const DAY_FIRST = /^(\d\d?)[-./](\d\d?)[-./](\d{4})$/;
const EPOCH = /^\d{9,10}$/;
/** Before there was mail to verify, a date is a slip. */
const EARLIEST = Date.UTC(1990, 0);

/** A time as a source writes it, Unix milliseconds; null for whatever is no such time: it is never made up. */
export function timeOf(text: string, written: TimeWriting): number | null {
  const at = instant(text.trim().slice(0, 60), written);
  return at === null || !Number.isFinite(at) || at < EARLIEST ? null : at;
}

function instant(text: string, written: TimeWriting): number | null {
  switch (written) {
    case "iso": {
      const basic = BASIC.exec(text);
      if (basic !== null) return ofParts(basic.slice(1, 7));
      if (!ISO.test(text)) return null;
      return Date.parse(
        /(?:Z|[+-]\d\d:?\d\d)$/i.test(text.slice(10))
          ? text
          : `${text.replace(" ", "T")}${text.length > 10 ? "Z" : ""}`,
      );
    }
    case "plain": {
      const parts = PLAIN.exec(text);
      if (parts === null) return null;
      const at = ofParts(parts.slice(1, 7));
      return at === null ? null : at - offsetOf(parts[7]);
    }
    case "epoch":
      return EPOCH.test(text) ? Number(text) * 1_000 : null;
    case "rfc1123":
      return RFC1123.test(text) ? Date.parse(text) : null;
    case "day_first": {
      const parts = DAY_FIRST.exec(text);
      return parts === null ? null : ofParts([parts[3], parts[2], parts[1]]);
    }
  }
}

/** Year, month, day, hours, minutes and seconds in UTC; null: there is no such day or hour. */
function ofParts(parts: readonly (string | undefined)[]): number | null {
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) =>
    Number(part ?? 0),
  );
  const at = new Date(Date.UTC(year, month - 1, day, hours, minutes, seconds));
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && at.getUTCHours() === hours;
  return isReal && minutes < 60 && seconds < 61 ? at.getTime() : null;
}

function offsetOf(zone: string | undefined): number {
  const parts = /^([+-])(\d\d):?(\d\d)$/.exec(zone ?? "");
  if (parts === null) return 0;
  return (parts[1] === "-" ? -1 : 1) * (Number(parts[2]) * 60 + Number(parts[3])) * 60_000;
}
