/** Share of a column's filled cells, 0 to 1, that must be numbers or dates for the column to be typed as such. */
export const MOSTLY = 0.95;

const ISO = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:(?:T|,? )\d{1,2}:\d{2}.*)?$/;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,? \d{1,2}:\d{2}.*)?$/;
const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?:,? \d{1,2}:\d{2}.*)?$/;

/** Returns a parser of dates to Unix ms (midnight UTC); `null` if the order of day and month is ambiguous. */
export function dateReader(texts: readonly string[]): ((text: string) => number | null) | null {
  let dayFirst = false;
  let monthFirst = false;
  let slashed = false;
  for (const text of texts) {
    const found = SLASHED.exec(text);
    if (found === null) continue;
    slashed = true;
    if (Number(found[1]) > 12) dayFirst = true;
    if (Number(found[2]) > 12) monthFirst = true;
  }
  if (slashed && dayFirst === monthFirst) return null;
  return (text) => {
    const iso = ISO.exec(text);
    if (iso !== null) return dayOf(iso[1], iso[2], iso[3]);
    const dotted = DOTTED.exec(text);
    if (dotted !== null) return dayOf(dotted[3], dotted[2], dotted[1]);
    const found = SLASHED.exec(text);
    if (found === null) return null;
    return dayFirst ? dayOf(found[3], found[2], found[1]) : dayOf(found[3], found[1], found[2]);
  };
}

function dayOf(year = "", month = "", day = ""): number | null {
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const date = new Date(at);
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day) ? at : null;
}

/** Largest share of other texts ("unknown", "n/a") in a column that is still sorted as dates. */
const MOST_OTHERS = 0.2;
const TIME = /[T ](\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([ap])m)?/i;

/** Returns the time of day in ms since midnight; 0 if the text is only a date. */
function timeIn(text: string): number {
  const [, hours = "0", minutes = "0", seconds = "0", half] = TIME.exec(text) ?? [];
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  return ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}

/** Returns a parser of a date column's cells to Unix ms, for sorting; `null` if `cells` (distinct) are not dates. */
export function momentReader(cells: ReadonlySet<string>): ((cell: string) => number | null) | null {
  const filled = [...cells].map((cell) => cell.trim()).filter((text) => text !== "");
  const dayOf = dateReader(filled);
  if (dayOf === null || filled.length === 0) return null;
  let others = Math.floor(filled.length * MOST_OTHERS);
  for (const text of filled) if (dayOf(text) === null && others-- === 0) return null;
  return (cell) => {
    const day = dayOf(cell.trim());
    return day === null ? null : day + timeIn(cell);
  };
}
