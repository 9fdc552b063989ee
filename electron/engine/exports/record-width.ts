import type { OpenList } from "../lists/index.ts";

const QUOTE = 34;
const LF = 10;
const CR = 13;

/** How many cells a record has. */
export function countCells(list: OpenList, record: Uint8Array): number {
  const { flow, spacedQuotes, delimiter, encoding } = list.meta;
  if (flow) return 1;
  const isPlain = !spacedQuotes && /^(utf-?8|windows-|iso-8859|koi8|macintosh|euc-jp)/i.test(encoding);
  return isPlain ? countPlain(record, delimiter.charCodeAt(0)) : list.cellsOf(record).length;
}

/** By bytes, by the same rules as the list's own reader: a quote counts at the start of a cell only. */
function countPlain(record: Uint8Array, delimiter: number): number {
  let cells = 1;
  let at = 0;
  for (;;) {
    if (record[at] === QUOTE) {
      at++;
      while (at < record.length) {
        if (record[at++] !== QUOTE) continue;
        if (record[at] !== QUOTE) break;
        at++;
      }
    }
    while (at < record.length && record[at] !== delimiter) {
      if (record[at] === LF || record[at] === CR) return cells;
      at++;
    }
    if (at >= record.length) return cells;
    cells++;
    at++;
  }
}
