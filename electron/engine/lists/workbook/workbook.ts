import { type ColumnSample, chooseColumn, holdsAddress } from "../detect/address-column.ts";
import { namesInArchive, readArchive } from "./archive.ts";
import { odsReader, readOds } from "./ods.ts";
import { readParts, type Sheet, type Workbook } from "./parts.ts";
import { type SheetListener, sheetReader } from "./sheet-rows.ts";

/** Reads which sheets the workbook at `path` has, and what they refer to. Throws {@link ArchiveRefusal}. */
export async function readWorkbook(path: string): Promise<Workbook> {
  const isOds = (await namesInArchive(path)).some((name) => name.toLowerCase() === "content.xml");
  return isOds ? readOds(path) : readParts(path);
}

/**
 * Reads the rows of those sheets of a workbook for which `listenerOf` answers one, in one go through the file; answers
 * how many of them there were. Throws {@link ArchiveRefusal} and the file system's errors.
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

/** What a sheet holds, at a glance. */
export interface SheetSurvey {
  readonly sheet: Sheet;
  /** Rows with anything in them. */
  readonly rows: number;
  /** It has a column that could be read as one of addresses. */
  readonly holdsAddresses: boolean;
}

/** Looks through all sheets of a workbook, hidden ones too. Throws {@link ArchiveRefusal} and the file system's errors. */
export async function surveySheets(
  path: string,
  workbook: Workbook,
  progress: (bytesRead: number) => void,
): Promise<SheetSurvey[]> {
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
      if (holdsAddress(cell)) this.#addresses[column] = (this.#addresses[column] ?? 0) + 1;
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
