import { plainColumnName } from "../service/index.ts";
import type { ColumnNames, TimeWriting } from "./types.ts";

export type HeaderColumns = ReturnType<typeof headerColumns>;

export function headerColumns(header: readonly string[]) {
  const at = new Map<string, number>();
  const twice = new Set<string>();
  header.forEach((name, index) => {
    const plain = plainColumnName(name);
    if (plain === "") return;
    if (at.has(plain)) twice.add(plain);
    else at.set(plain, index);
  });
  const plainNames = (names: ColumnNames) =>
    (typeof names === "string" ? [names] : names).map(plainColumnName);
  const findAll = (names: ColumnNames) =>
    (typeof names === "string" ? [names] : names).flatMap((name) => {
      const number = /^#(\d{1,5})$/.exec(name)?.[1];
      return number === undefined ? (at.get(plainColumnName(name)) ?? []) : [Number(number) - 1];
    });
  return {
    named: at.size + twice.size,
    /** Returns the index of the first of these columns that the header has; -1 if it has none. */
    find: (names: ColumnNames) => findAll(names)[0] ?? -1,
    findAll,
    /** Returns a reader of a row's first non-blank cell in these columns; `null` if the header has none of them. */
    cellOf(names: ColumnNames): ((row: readonly string[]) => string) | null {
      const [first, ...others] = findAll(names);
      if (first === undefined) return null;
      if (others.length === 0) return (row) => row[first] ?? "";
      return (row) => {
        const filled = [first, ...others].find((column) => (row[column] ?? "").trim() !== "");
        return row[filled ?? first] ?? "";
      };
    },
    /** Returns whether a name is ambiguous because two columns have it. */
    isTwice: (names: ColumnNames) => plainNames(names).some((name) => twice.has(name)),
  };
}

const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?\s?(?:Z|[+-]\d\d:?\d\d)?)?$/i;
const PLAIN =
  /^(\d{4})[-/](\d\d?)[-/](\d\d?)(?:[ T](\d\d?):(\d\d)(?::(\d\d))?)?(?: ?(Z|UTC|[+-]\d\d:?\d\d))?$/i;
const RFC = /^(?:[A-Z][a-z]{2}, )?\d\d? [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:UTC|GMT|[+-]\d{4})$/;
/** Dates with dots start with the day in all locales. */
const DOTTED = /^(\d\d?)\.(\d\d?)\.(\d{4})(?!\d)/;
/** Earlier dates are errors: there was no mail to verify. */
const EARLIEST = Date.UTC(1990, 0);

/** Parses a time into Unix ms; `null` if it is not written as expected. Never guesses. */
export function timeOf(text: string, written: TimeWriting): number | null {
  const short = text.trim().slice(0, 60);
  const at = READ[written](short);
  return at === null || !Number.isFinite(at) || at < EARLIEST ? null : at;
}

const READ: Readonly<Record<TimeWriting, (text: string) => number | null>> = {
  iso,
  plain,
  epoch: (text) => (/^\d{9,10}(\.\d+)?$/.test(text) ? Math.floor(Number(text) * 1000) : null),
  rfc: (text) => (RFC.test(text) ? Date.parse(text) : null),
  any: (text) => iso(text) ?? plain(text.replace(DOTTED, "$3-$2-$1")) ?? READ.epoch(text) ?? READ.rfc(text),
};

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
