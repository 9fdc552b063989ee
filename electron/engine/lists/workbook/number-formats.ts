/** How a number is shown: as a date (with a time of day), padded with zeros, or as it is. */
export type NumberFormat =
  | { readonly kind: "plain" }
  | { readonly kind: "padded"; readonly digits: number }
  | { readonly kind: "date"; readonly date: boolean; readonly time: boolean };

const PLAIN: NumberFormat = { kind: "plain" };
const DAY_MS = 86_400_000;
/** Days from which on what is shown as a time of day is one of a date, not a duration. */
const MOST_DURATION = 3_650;

/** The format of each cell style. `styles`: format numbers; `custom`: a workbook's own formats (ECMA-376 §18.8.30). */
export function dateFormats(styles: readonly number[], custom: ReadonlyMap<number, string>): NumberFormat[] {
  const known = new Map<number, NumberFormat>();
  return styles.map((id) => {
    const format = known.get(id) ?? formatNumbered(id, custom.get(id));
    known.set(id, format);
    return format;
  });
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

/** The text of a cell's number, as written in the file. Dates become ISO 8601, whatever the machine's locale. */
export function numberText(written: string, format: NumberFormat | undefined, since1904: boolean): string {
  const value = Number(written);
  if (written.trim() === "" || !Number.isFinite(value)) return written;
  if (format?.kind === "padded" && Number.isInteger(value) && value >= 0) {
    const digits = /^\d+$/.test(written.trim())
      ? written.trim().replace(/^0+(?=\d)/, "")
      : plainNumber(value);
    return digits.padStart(format.digits, "0");
  }
  if (format?.kind === "date" && value >= 0 && value < 2_958_466) return dateText(value, format, since1904);
  // Sums carry their rounding errors into the file; fifteen digits is what the spreadsheet itself shows.
  return /[.eE]/.test(written) ? plainNumber(Number(value.toPrecision(15))) : written;
}

function plainNumber(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value);
}

function dateText(
  value: number,
  { date, time }: { readonly date: boolean; readonly time: boolean },
  since1904: boolean,
): string {
  const epoch = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, value < 60 ? 31 : 30);
  const iso = new Date(epoch + Math.round((value * DAY_MS) / 1000) * 1000).toISOString();
  const day = iso.slice(0, 10);
  const clock = iso.slice(11, 19);
  // More than a day of hours is a duration; a date of which only the time is shown keeps its day.
  if (!date && value >= 1) return value < MOST_DURATION ? duration(value) : `${day} ${clock}`;
  if (!date) return clock;
  return time || value % 1 !== 0 ? `${day} ${clock}` : day;
}

/** Hours, minutes and seconds of so many days. */
function duration(days: number): string {
  const seconds = Math.round(days * 86_400);
  const two = (part: number) => String(Math.floor(part) % 60).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(seconds / 60)}:${two(seconds)}`;
}
