import { visibleText } from "../addresses/index.ts";
import { isHeaderWord, namesAddresses, type OpenList } from "../lists/index.ts";
import { type CellEntries, entriesIn } from "./entries.ts";

/** Words for a column of domains. */
const NAMES_DOMAINS =
  /^(?:e?-?mail[ _-]?)?(?:domains?|domain[ _-]?names?|hosts?|websites?|web[ _-]?sites?|urls?)$/iu;

/** What was found in the whole of a list. */
export interface SuppressedRows {
  readonly entries: ReadonlySet<string>;
  readonly ignored: number;
  readonly beside: number;
  /** How many cells with an entry each column has of those that may hold the addresses; empty where it is only one. */
  readonly columns: ReadonlyMap<number, number>;
  /** Whether a cell with an entry, or with an `@`, has characters that another encoding would read otherwise. */
  readonly isBeyondAscii: boolean;
}

interface Line {
  readonly cells: readonly string[];
  /** `above`: a line above a header, or above the first address; `header`: what seems to be one. */
  readonly place: "above" | "header" | "row";
}

/**
 * Looks for entries in every line of a list, also in what stands above its rows: a list begins where the first address
 * is, a suppression list with its first line. `candidates`: columns that may hold the addresses; null: none does.
 */
export function suppressedRows(
  opened: OpenList,
  candidates: readonly number[] | null,
  chosen: readonly number[] | null = null,
): SuppressedRows {
  const { hasHeader, addressColumn } = opened.meta;
  const own =
    chosen ??
    (candidates === null
      ? [fullestOfDomains(opened)]
      : addressColumn === null
        ? candidates
        : [addressColumn]);
  // Where there is no header, an address may stand anywhere.
  const isLooked = (column: number) =>
    own.includes(column) || (chosen === null && (!hasHeader || own.length === 0));
  const perColumn = new Map<number, number>();
  const entries = new Set<string>();
  let ignored = 0;
  let beside = 0;
  let isBeyondAscii = false;
  for (const { cells, place } of linesOf(opened)) {
    const filled = cells.filter((cell) => cell.trim() !== "").length;
    if (filled === 0) continue;
    const read = cells.map(entriesIn);
    const isMeant = (found: CellEntries, column: number) =>
      filled === 1 || (own.includes(column) && (place === "row" || !namesColumn(found.bare ?? "")));
    const taken = (column: number): readonly string[] => {
      const found = read[column];
      if (found === undefined) return [];
      if (found.bare !== null) return isMeant(found, column) ? [found.bare] : [];
      // A title may name an address that is not meant; nobody is to be suppressed by it unseen.
      return place === "row" || found.isWhole ? found.entries : [];
    };
    const columns = [...cells.keys()];
    let meant = columns.filter(isLooked).flatMap(taken);
    if (meant.length === 0 && chosen === null) meant = columns.flatMap(taken);
    if (own.length > 1)
      for (const column of own)
        if (taken(column).length > 0) perColumn.set(column, (perColumn.get(column) ?? 0) + 1);
    for (const entry of meant) entries.add(entry);
    if (meant.length > 0 && chosen === null) beside += read.filter((found) => isBeside(found, meant)).length;
    const isPartial = columns.some((column) => isLooked(column) && read[column]?.isPartial === true);
    const isName =
      place !== "row" &&
      ((place === "header" && hasHeader && cells.every((cell) => !cell.includes("@"))) ||
        cells.some((cell) => isHeaderWord(cell) || NAMES_DOMAINS.test(cell.trim())));
    if (isPartial || (meant.length === 0 && !isName)) ignored++;
    isBeyondAscii ||= cells.some(
      (cell, column) => isOtherwiseRead(cell) && (cell.includes("@") || taken(column).length > 0),
    );
  }
  return { entries, ignored, beside, columns: perColumn.size > 1 ? perColumn : new Map(), isBeyondAscii };
}

function* linesOf(opened: OpenList): Generator<Line> {
  for (const cells of opened.aboveRows()) yield { cells, place: "above" };
  const header = opened.headerBytes();
  if (header.length > 0) yield { cells: opened.cellsOf(header), place: "header" };
  // Of a list of domains the first line is a row too, and may be a header.
  for (let row = 0; row < opened.rows; row++) {
    const isFirst = row === 0 && !opened.meta.hasHeader;
    yield {
      cells: opened.cells(row),
      place: isFirst && isHeaderOfDomains(opened.cells(0)) ? "header" : "row",
    };
  }
}

function isHeaderOfDomains(cells: readonly string[]): boolean {
  return cells.some((cell) => NAMES_DOMAINS.test(cell.trim())) && cells.every((cell) => !cell.includes("@"));
}

/** `user.email` is the name of a column where others stand beside it. */
function namesColumn(domain: string): boolean {
  return namesAddresses(domain.slice(domain.lastIndexOf(".") + 1));
}

/** Whether a cell holds somebody else than the entries that its line is taken for: an address's own domain is nobody else. */
function isBeside(found: CellEntries, meant: readonly string[]): boolean {
  const known = (entry: string) =>
    meant.includes(entry) || meant.some((one) => one.endsWith(entry) || one.endsWith(`.${entry.slice(1)}`));
  return [...found.entries, ...(found.bare === null ? [] : [found.bare])].some((entry) => !known(entry));
}

/** Whether a cell has characters that another encoding would read otherwise. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: everything that is ASCII
export const isOtherwiseRead = (cell: string) => /[^\u0000-\u007F]/u.test(visibleText(cell));

function fullestOfDomains(opened: OpenList): number {
  const counts: number[] = opened.meta.columns.map(() => 0);
  for (let row = 0; row < opened.rows; row++) {
    for (const [column, cell] of opened.cells(row).entries()) {
      const { entries, bare } = entriesIn(cell);
      const count = counts[column];
      if (count !== undefined && (bare !== null || entries.length > 0)) counts[column] = count + 1;
    }
  }
  return Math.max(0, counts.indexOf(Math.max(...counts)));
}
