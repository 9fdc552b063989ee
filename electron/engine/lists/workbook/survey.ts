import { type ColumnSample, chooseColumn, holdsAddress } from "../detect/address-column.ts";
import type { Sheet, Workbook } from "./parts.ts";
import { readSheets } from "./read-sheets.ts";
import type { SheetListener } from "./sheet-rows.ts";

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
