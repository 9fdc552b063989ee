import { closeSync, openSync, readSync } from "node:fs";
import type { OpenList } from "../../../lists/index.ts";
import type { OpenedCleaning } from "../opened.ts";
import type { Steps } from "../steps.ts";
import { cellReader } from "./cell-of.ts";

const SLICE = 4 * 1024 * 1024;
const BREATH = 2048;

/**
 * Calls `visit` with the bytes of every record as the table shows it, accepted corrections written in, in order;
 * they are only good until it returns.
 */
export function* eachRecord(list: OpenList, visit: (row: number, record: Buffer) => void): Steps<void> {
  if (list.rows === 0) return;
  const file = openSync(list.recordsPath, "r");
  try {
    let slice: Buffer = Buffer.alloc(0);
    let sliceStart = 0;
    for (let row = 0; row < list.rows; row++) {
      const start = list.rowStart[row] ?? 0;
      const end = list.rowEnd[row] ?? start;
      if (start < sliceStart || end > sliceStart + slice.length) {
        slice = readAt(file, start, Math.max(SLICE, end - start));
        sliceStart = start;
      }
      const record = slice.subarray(start - sliceStart, end - sliceStart);
      visit(row, list.corrected(row, record) ?? record);
      if (row % BREATH === 0) yield;
    }
  } finally {
    closeSync(file);
  }
}

/** Up to `length` bytes from `start` on. */
function readAt(file: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  while (at < length) {
    const got = readSync(file, bytes, at, length - at, start + at);
    if (got === 0) break;
    at += got;
  }
  return bytes.subarray(0, at);
}

/** The cells of one column, a row each; '' where a record has none. */
export function* columnCells(cleaning: OpenedCleaning, column: number): Steps<string[]> {
  const key = String(column);
  const known = cleaning.cache.columns.get(key);
  if (known !== undefined) return known;
  const cells: string[] = [];
  const { list } = cleaning;
  const read = cellReader(list, column);
  yield* eachRecord(list, (_row, record) => {
    cells.push(read(record));
  });
  return cleaning.cache.columns.set(key, cells);
}
