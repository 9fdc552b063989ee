import { type ColumnSample, chooseColumn, containsAddress } from "../detect/address-column.ts";
import { odsReader, readOds } from "./ods.ts";
import { readParts, type Sheet, type Workbook } from "./parts.ts";
import { type SheetListener, sheetReader } from "./sheet-rows.ts";
import { xmlReader } from "./xml.ts";
import { entryNames, readArchive } from "./zip-archive.ts";

/** Reads an XLSX or OpenDocument workbook except for its rows. Throws {@link ArchiveError}. */
export async function readWorkbook(path: string): Promise<Workbook> {
  const isOds = (await entryNames(path)).some((name) => name.toLowerCase() === "content.xml");
  return isOds ? readOds(path) : readParts(path);
}

/**
 * Reads the sheets for which `listenerOf` returns a listener, in one pass. Returns the number of these sheets. Throws
 * {@link ArchiveError} and file system errors.
 */
export async function readSheets(
  path: string,
  workbook: Workbook,
  listenerOf: (sheet: Sheet) => SheetListener | null,
  progress: (bytesRead: number) => void,
): Promise<number> {
  let read = 0;
  if (workbook.format === "ods") {
    const counted = (sheet: Sheet) => {
      const listener = listenerOf(sheet);
      if (listener !== null) read++;
      return listener;
    };
    const rows = odsReader(workbook.sheets, counted);
    await readArchive(path, (name) => (name.toLowerCase() === "content.xml" ? rows : null), progress);
    return read;
  }
  const want = (name: string) => {
    const sheet = workbook.sheets.find(({ part }) => part.toLowerCase() === name.toLowerCase());
    const listener = sheet === undefined ? null : listenerOf(sheet);
    if (listener === null) return null;
    read++;
    return sheetReader(workbook, listener);
  };
  await readArchive(path, want, progress);
  return read;
}

export interface SheetSummary {
  readonly sheet: Sheet;
  readonly rows: number;
  readonly holdsAddresses: boolean;
}

/** Surveys all sheets, including hidden ones. Throws {@link ArchiveError} and file system errors. */
export async function summarizeSheets(
  path: string,
  workbook: Workbook,
  progress: (bytesRead: number) => void,
): Promise<SheetSummary[]> {
  const counters = new Map(workbook.sheets.map((sheet) => [sheet, new SheetCounter()]));
  await readSheets(path, workbook, (sheet) => counters.get(sheet) ?? null, progress);
  return [...counters].map(([sheet, counter]) => ({
    sheet,
    rows: counter.rows,
    holdsAddresses: counter.holdsAddresses(),
  }));
}

class SheetCounter implements SheetListener {
  rows = 0;
  #first: string[] | null = null;
  readonly #filled: number[] = [];
  readonly #addresses: number[] = [];

  row(_number: number, cells: string[]): void {
    let isEmpty = true;
    cells.forEach((cell, column) => {
      if (cell.trim() === "") return;
      isEmpty = false;
      this.#filled[column] = (this.#filled[column] ?? 0) + 1;
      if (containsAddress(cell)) this.#addresses[column] = (this.#addresses[column] ?? 0) + 1;
    });
    if (isEmpty) return;
    this.rows++;
    this.#first ??= Array.from(cells, (cell) => cell ?? "");
  }

  unsaved(): void {}

  holdsAddresses(): boolean {
    const samples = Array.from(this.#filled, (filled = 0, column): ColumnSample => {
      const addresses = this.#addresses[column] ?? 0;
      return { filled, addresses, distinct: addresses };
    });
    const { candidates } = chooseColumn(samples, this.#first);
    return candidates.some((column) => (samples[column]?.addresses ?? 0) > 0);
  }
}

/** Entries with a sheet's link targets: relations of XLSX sheets, content of OpenDocument. */
const LINK_PARTS = /worksheets\/_rels\/[^/]+\.rels$|^content\.xml$/i;

/** Returns whether cells of the workbook at `path` contain `mailto:` links. Throws {@link ArchiveError}. */
export async function hasMailLinks(path: string): Promise<boolean> {
  let found = false;
  await readArchive(path, (name) => {
    if (!LINK_PARTS.test(name)) return null;
    return xmlReader({
      open(_element, attributes) {
        const target = attributes.Target ?? attributes["xlink:href"] ?? "";
        if (/^mailto:[^?]*@/i.test(target)) found = true;
      },
    });
  });
  return found;
}
