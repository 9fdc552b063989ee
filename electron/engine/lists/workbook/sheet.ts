import { statSync } from "node:fs";
import { ArchiveRefusal } from "./archive.ts";
import { mostWritten, openBoundedText } from "./bounded-text.ts";
import { type CellType, CellTypeKeeper } from "./cell-types.ts";
import type { Sheet, Workbook } from "./parts.ts";
import { readSheets } from "./workbook.ts";

const UNSAVED_KEPT = 20;
/** Rows are filled up to the widest one, unless that is wider than any list: a stray cell makes no other row longer. */
const WIDEST_FILLED = 2_000;

/** A sheet as it was written out. */
export interface WrittenSheet {
  readonly numbers: RowNumbers;
  /** What the cells were, by written row; null: it would take too much room. */
  readonly types: ReturnType<CellTypeKeeper["found"]>;
  /** Formulas whose values were not saved, and the first rows that they stand in. */
  readonly unsaved: { readonly count: number; readonly rows: readonly number[] };
}

/**
 * Writes the rows of `sheet` to `target` as UTF-8 CSV with commas and CRLF, each at least as wide as those before it
 * with something in them; rows without a single value are left out. fsynced. Throws {@link ArchiveRefusal} and the file system's errors.
 */
export async function writeSheet(
  path: string,
  workbook: Workbook,
  sheet: Sheet,
  target: string,
  progress: (bytesRead: number, rows: number) => void,
): Promise<WrittenSheet> {
  const file = openBoundedText(target, mostWritten(statSync(path).size));
  let width = 0;
  let rows = 0;
  const unsaved = { count: 0, rows: [] as number[] };
  const numbers = keepRowNumbers();
  const keeper = new CellTypeKeeper();
  const row = (number: number, cells: string[], types: readonly (CellType | undefined)[]) => {
    const filled = cells.findLastIndex((cell) => cell !== undefined && cell !== "") + 1;
    if (filled === 0) return;
    // Formatting goes on beyond the last column: cells without a value make none.
    if (filled <= WIDEST_FILLED) width = Math.max(width, filled);
    const line = Array.from({ length: filled }, (_, i) => csvCell(cells[i] ?? ""));
    const record = `${line.join(",")}${",".repeat(Math.max(0, width - filled))}\r\n`;
    rows++;
    keeper.add(types);
    numbers.wrote(number, record.match(/\r\n|\r|\n/g)?.length ?? 1);
    file.write(record);
  };
  try {
    const listener = {
      row,
      unsaved(row: number) {
        unsaved.count++;
        if (unsaved.rows.length < UNSAVED_KEPT) unsaved.rows.push(row);
      },
    };
    const read = await readSheets(
      path,
      workbook,
      (one) => (one === sheet ? listener : null),
      (bytesRead) => progress(bytesRead, rows),
    );
    if (read === 0) throw new ArchiveRefusal("damaged");
    file.finish();
    return { numbers, unsaved, types: keeper.found() };
  } finally {
    file.close();
  }
}

/** RFC 4180 §2. */
function csvCell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Which row of a sheet each line of the CSV is from that it was written out as: users know rows, not lines. */
export interface RowNumbers {
  /** Row of the sheet, counted from 1, whose record holds `line`, counted from 1. */
  rowOf(line: number): number;
}

/** Keeps the numbers as rows are written. */
export interface RowNumberKeeper extends RowNumbers {
  /** Row `row` was written and takes up so many lines. */
  wrote(row: number, lines: number): void;
}

function keepRowNumbers(): RowNumberKeeper {
  let firstLines = new Uint32Array(1024);
  let rows = new Uint32Array(1024);
  let written = 0;
  let nextLine = 1;
  return {
    wrote(row, lines) {
      if (written === rows.length) {
        firstLines = doubled(firstLines);
        rows = doubled(rows);
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

function doubled(from: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const to = new Uint32Array(from.length * 2);
  to.set(from);
  return to;
}
