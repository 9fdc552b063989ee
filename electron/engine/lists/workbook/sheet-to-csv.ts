import { statSync } from "node:fs";
import { containsAddress } from "../detect/address-column.ts";
import { createLimitedWriter, maxOutputBytes } from "./bounded-text.ts";
import { CellTypeKeeper } from "./cell-types.ts";
import type { Sheet, Workbook } from "./parts.ts";
import type { SheetListener } from "./sheet-rows.ts";
import { readSheets } from "./workbook.ts";
import { ArchiveError } from "./zip-archive.ts";

const ROWS_NAMED = 20;
/** Rows are padded to the widest row so far, but not beyond this: one stray cell must not lengthen every row. */
const WIDEST_FILLED = 2_000;

export interface WrittenSheet {
  readonly numbers: RowNumbers;
  /** Cell types by written row; `null` if there were too many. */
  readonly types: ReturnType<CellTypeKeeper["result"]>;
  /** Number of formulas whose values were not saved, and the first rows with one. */
  readonly unsaved: { readonly count: number; readonly rows: readonly number[] };
  /** Number of rows that the sheet hides, those with an address, and the first of them. */
  readonly hidden: { readonly count: number; readonly addresses: number; readonly rows: readonly number[] };
}

/**
 * Writes `sheet` to `target` as CSV (UTF-8 with a byte order mark, commas, CRLF) and syncs it. Skips empty rows, and hidden ones if
 * `skipsHidden`, and pads the others to the widest so far. Throws {@link ArchiveError} and file system errors.
 */
export async function writeSheet(
  path: string,
  workbook: Workbook,
  sheet: Sheet,
  target: string,
  skipsHidden: boolean,
  progress: (bytesRead: number, rows: number) => void,
): Promise<WrittenSheet> {
  const file = createLimitedWriter(target, maxOutputBytes(statSync(path).size));
  let width = 0;
  let rows = 0;
  const hidden = { count: 0, addresses: 0, rows: [] as number[] };
  const formulasWithoutValue = { count: 0, rows: [] as number[] };
  const numbers = keepRowNumbers();
  const keeper = new CellTypeKeeper();
  const row: SheetListener["row"] = (number, cells, types, isHidden) => {
    const filled = cells.findLastIndex((cell) => cell !== undefined && cell !== "") + 1;
    if (filled === 0) return;
    if (isHidden) {
      hidden.count++;
      if (cells.some((cell) => containsAddress(cell))) hidden.addresses++;
      if (hidden.rows.length < ROWS_NAMED) hidden.rows.push(number);
      if (skipsHidden) return;
    }
    // Formatted cells without a value add no columns.
    if (filled <= WIDEST_FILLED) width = Math.max(width, filled);
    const line = Array.from({ length: filled }, (_, i) => csvCell(cells[i] ?? ""));
    const record = `${line.join(",")}${",".repeat(Math.max(0, width - filled))}\r\n`;
    rows++;
    keeper.add(types);
    numbers.recordRow(number, record.match(/\r\n|\r|\n/g)?.length ?? 1);
    file.write(record);
  };
  try {
    const listener = {
      row,
      unsaved(row: number) {
        formulasWithoutValue.count++;
        if (formulasWithoutValue.rows.length < ROWS_NAMED) formulasWithoutValue.rows.push(row);
      },
    };
    const read = await readSheets(
      path,
      workbook,
      (one) => (one === sheet ? listener : null),
      (bytesRead) => progress(bytesRead, rows),
    );
    if (read === 0) throw new ArchiveError("damaged");
    file.finish();
    return { numbers, unsaved: formulasWithoutValue, hidden, types: keeper.result() };
  } finally {
    file.close();
  }
}

/** Quotes per RFC 4180 §2. */
function csvCell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Maps lines of the written CSV to rows of the sheet, which users know. */
export interface RowNumbers {
  /** Returns the row of the sheet (from 1) whose record includes `line` (from 1). */
  rowOf(line: number): number;
}

export interface RowNumberKeeper extends RowNumbers {
  recordRow(row: number, lines: number): void;
}

function keepRowNumbers(): RowNumberKeeper {
  let firstLines = new Uint32Array(1024);
  let rows = new Uint32Array(1024);
  let written = 0;
  let nextLine = 1;
  return {
    recordRow(row, lines) {
      if (written === rows.length) {
        firstLines = grown(firstLines);
        rows = grown(rows);
      }
      firstLines[written] = nextLine;
      rows[written] = row;
      written++;
      nextLine += lines;
    },
    rowOf(line) {
      let low = 0;
      let high = written - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((firstLines[middle] as number) <= line) low = middle;
        else high = middle - 1;
      }
      return rows[low] ?? line;
    },
  };
}

function grown(from: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const to = new Uint32Array(from.length * 2);
  to.set(from);
  return to;
}
