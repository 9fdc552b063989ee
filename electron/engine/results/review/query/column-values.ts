import { foldText } from "../../../../../shared/addresses.ts";
import type { OpenedCleaning } from "../opened.ts";
import type { Steps } from "../steps.ts";
import { columnCells } from "./cells.ts";
import { scaleOf } from "./scale.ts";
import type { ColumnValues } from "./worked-out.ts";

const BREATH = 16_384;

/** The values of a column. Read from the disk the first time; so many columns are kept as the cache says. */
export function* columnValues(cleaning: OpenedCleaning, column: number): Steps<ColumnValues> {
  const key = String(column);
  const known = cleaning.cache.values.get(key);
  if (known !== undefined) return known;
  const cells = yield* columnCells(cleaning, column);
  const byCell = new Map<string, number>();
  const byText = new Map<string, number>();
  const texts: string[] = [];
  const codes = new Uint32Array(cleaning.rows);
  for (let row = 0; row < codes.length; row++) {
    if (row % BREATH === 0) yield;
    const cell = cells[row] ?? "";
    let code = byCell.get(cell);
    if (code === undefined) {
      const text = cell.trim();
      const folded = foldText(text);
      code = byText.get(folded);
      if (code === undefined) {
        code = texts.push(text) - 1;
        byText.set(folded, code);
      }
      byCell.set(cell, code);
    }
    codes[row] = code;
  }
  yield;
  return cleaning.cache.values.set(key, {
    codes,
    texts,
    empty: byText.get("") ?? -1,
    find: (value) => byText.get(foldText(value.trim())) ?? -1,
    scale: scaleOf(texts, codes),
  });
}
