import type { OpenList } from "../lists/index.ts";
import { entriesIn } from "./entries.ts";

/** What was found in the whole of a list. */
export interface SuppressedRows {
  readonly entries: ReadonlySet<string>;
  /** Lines that hold something, of which something was not taken: it is neither an address nor a domain. */
  readonly ignored: number;
}

/**
 * Looks for entries in every line of a list, also in what stands above its rows: a list begins where the first address
 * is, a suppression list with its first line. Of a row, the column of the addresses counts, and any other where that has
 * none; a bare domain counts where a line has nothing else, or no row of the list has an address (`isOfDomains`).
 */
export function suppressedRows(opened: OpenList, isOfDomains: boolean): SuppressedRows {
  const { addressColumn } = opened.meta;
  const entries = new Set<string>();
  let ignored = 0;

  function take(cells: readonly string[], place: "above" | "row", mayName = place === "above"): void {
    const filled = cells.filter((cell) => cell.trim() !== "").length;
    if (filled === 0) return;
    const read = cells.map(entriesIn);
    // A title may name an address that is not meant; nobody is to be suppressed by it unseen.
    const found = read.map((one) => (place === "row" || one.isWhole ? one.entries : []));
    const own = isOfDomains || addressColumn === null ? [] : (found[addressColumn] ?? []);
    const meant = own.length > 0 ? [...own] : found.flat();
    if (meant.length === 0 && (filled === 1 || (isOfDomains && place === "row")))
      meant.push(...read.flatMap(({ bare }) => bare ?? []));
    for (const entry of meant) entries.add(entry);
    if (read.some(({ isPartial }) => isPartial) || (meant.length === 0 && !mayName)) ignored++;
  }

  for (const cells of opened.aboveRows()) take(cells, "above");
  const header = opened.headerBytes();
  if (header.length > 0) take(opened.cellsOf(header), "above");
  for (let row = 0; row < opened.rows; row++) take(opened.cells(row), "row", row === 0 && isOfDomains);
  return { entries, ignored };
}
