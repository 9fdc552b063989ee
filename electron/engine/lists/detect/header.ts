import { holdsAddress, namesAddresses } from "./address-column.ts";
import { isHeaderWord } from "./header-words.ts";

/** How a list begins, in numbers of its records: its header (null: none) and its first row. What is before them is kept above. */
export interface Beginning {
  readonly header: number | null;
  readonly first: number;
}

export interface BeginningGuess {
  readonly assumed: Beginning;
  /** What it could be as well; none: it is certain. */
  readonly others: readonly Beginning[];
}

/** So many lines may stand above a header. */
const MOST_ABOVE = 30;
const LONGEST_NAME = 40;
/** What people write where there is nothing to write. */
const PLACEHOLDER =
  /^(?:[^\p{L}]*|n\/?a|none|null|nil|unknown|no e-?mail|tba|tbd|keine|aucun|ninguno|nessuno)$/iu;
/** Dates, telephone numbers and the like: what rows hold, and headers do not. */
const VALUE = /\d{3,}|^\s*\d+(?:[.,]\d+)?\s*$|^(?:https?:|www\.)/u;
/** From this share on, cells that are no address are usual in the column. */
const USUAL = 0.2;

type Cells = readonly string[];

/** Finds the header by its words and by what stands below it. `column`: where the addresses seem to be; null: unknown. */
export function guessBeginning(records: readonly Cells[], column: number | null): BeginningGuess {
  const isRow = (cells: Cells) =>
    column === null ? cells.some(holdsAddress) : holdsAddress(cells[column] ?? "");
  const firstRow = records.findIndex(isRow);
  const end = Math.min(firstRow < 0 ? records.length : firstRow, MOST_ABOVE);
  const before = records.slice(0, end);
  const scores = before.map((cells) => headerScore(cells, column));
  const most = Math.max(0, ...scores);
  if (most > 0) return byWords(records, scores.indexOf(most));
  if (firstRow === 0 || before.length === 0) return certain({ header: null, first: 0 });
  return byPlace(records, column, firstRow);
}

/** 0: no header. From 1 on it has the words of one; from 4 on it names the column of the addresses. */
function headerScore(cells: Cells, column: number | null): number {
  if (cells.some((cell) => cell.includes("@"))) return 0;
  const named = cells.filter(isHeaderWord).length;
  const above = column === null ? "" : (cells[column]?.trim() ?? "");
  const names = above !== "" && above.length <= LONGEST_NAME && namesAddresses(above);
  // `Email list` alone in a row of a table is a title.
  if (named === 0 || (filled(cells) === 1 && cells.length > 1 && !names)) return 0;
  return (names ? 4 : 0) + (named > 1 ? 2 : 1);
}

function byWords(records: readonly Cells[], header: number): BeginningGuess {
  const assumed = { header, first: header + 1 };
  const own = filled(records[header] ?? []);
  // What fills as many cells as the header may be one itself, or a row.
  const rival = records.slice(0, header).findIndex((cells) => filled(cells) > Math.max(1, own / 2));
  if (rival < 0) return certain(assumed);
  return {
    assumed,
    others: [
      { header: rival, first: rival + 1 },
      { header: null, first: 0 },
    ],
  };
}

/** No word gives a header away: what the lines before the first address are. */
function byPlace(records: readonly Cells[], column: number | null, firstRow: number): BeginningGuess {
  const [top = []] = records;
  const cell = (cells: Cells) => (column === null ? "" : (cells[column]?.trim() ?? ""));
  const none: Beginning = { header: null, first: 0 };
  const asHeader = (index: number): Beginning => ({ header: index, first: index + 1 });
  if (firstRow < 0) return certain(cell(top) !== "" && records.length > 1 ? asHeader(0) : none);
  const below = records.slice(firstRow + 1);
  if (cell(top) === "") {
    if (below.some((cells) => cell(cells) === "")) return certain(none);
    const title: Beginning = { header: null, first: firstRow };
    const last = firstRow - 1;
    if (last > 0 && filled(records[last] ?? []) > 1 && cell(records[last] ?? []) !== "")
      return { assumed: asHeader(last), others: [title, none] };
    return filled(top) > 1 && firstRow === 1
      ? { assumed: asHeader(0), others: [none] }
      : { assumed: title, others: [none] };
  }
  const strange = below.filter((cells) => cell(cells) !== "" && !holdsAddress(cell(cells)));
  if (strange.some((cells) => cell(cells).toLowerCase() === cell(top).toLowerCase())) return certain(none);
  const unlikely = PLACEHOLDER.test(cell(top)) || top.some((one) => VALUE.test(one));
  if (unlikely || strange.length > Math.max(1, below.length * USUAL))
    return { assumed: asHeader(0), others: [none] };
  const usual = Math.max(1, ...records.slice(firstRow, firstRow + 20).map(filled));
  if (usual > 1 && filled(top) === 1)
    return { assumed: { header: null, first: firstRow }, others: [asHeader(0), none] };
  return certain(asHeader(0));
}

function filled(cells: Cells): number {
  return cells.filter((cell) => cell.trim() !== "").length;
}

function certain(assumed: Beginning): BeginningGuess {
  return { assumed, others: [] };
}
