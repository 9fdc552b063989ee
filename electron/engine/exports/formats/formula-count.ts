import { closeSync, openSync, readSync } from "node:fs";
import type { ListMeta } from "../../lists/index.ts";
import type { OpenedCleaning } from "../../results/index.ts";
import { createFormulaGuard } from "./formula-guard.ts";

const SLICE = 4 * 1024 * 1024;
/** A sign of several bytes, with blanks before it, may stand where two slices meet: so they overlap. */
const OVERLAP = 64;

/** Blanks and full-width signs in bytes, each as a character: as UTF-8 has them. */
const BYTES = {
  blank: String.raw`(?:[ "\xa0]|\xc2\xa0|\xe2\x80[\x80-\x8b\xaf]|\xe2\x81\x9f|\xe3\x80\x80|\xef\xbb\xbf)*`,
  wide: String.raw`\xef\xbc[\x9d\xa0\x8b\x8d]`,
};
const TEXT = {
  blank: String.raw`[ "\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff]*`,
  wide: String.raw`[\uff1d\uff20\uff0b\uff0d]`,
};

/**
 * Where a cell, or what would be one in a spreadsheet with another separator, may begin with a formula. Numbers, telephone
 * numbers and dashes alone are passed over here; whether one of the others is a formula has to be looked at.
 */
export function formulaStart(delimiter: string, { blank, wide }: typeof BYTES = BYTES): RegExp {
  const number = String.raw`[ (]*(?:\d[\d ().\/'\-]*)?"?[\r\n${delimiter.replace(/[\\\]^-]/g, "\\$&")}]`;
  return new RegExp(String.raw`(?:^|[,;\t|\r\n])${blank}(?:[=@]|[+\-](?!${number})|${wide})`, "g");
}

/**
 * Counts the cells in `rows` that a spreadsheet could run as formulas. The file is searched for what may begin one, which
 * is rare; only a record that holds such a place is cut into cells.
 */
export function countFormulas({ list }: OpenedCleaning, rows: Uint32Array): number {
  const guard = createFormulaGuard(list.meta.delimiter);
  const { rowStart, rowEnd } = list;
  const toLook = new Uint8Array(list.rows);
  for (const row of rows) toLook[row] = 1;
  const find = finderOf(list.meta);
  const memory = Buffer.allocUnsafeSlow(SLICE);
  const file = openSync(list.recordsPath, "r");
  let count = 0;
  let row = 0;
  try {
    for (let start = 0; ; start += SLICE - OVERLAP) {
      const held = readSync(file, memory, 0, SLICE, start);
      for (const at of find(memory.subarray(0, held))) {
        const place = start + at;
        if (place < (rowStart[row] ?? 0)) row = 0;
        while (row < list.rows && (rowEnd[row] ?? 0) <= place) row++;
        if (toLook[row] !== 1 || place < (rowStart[row] ?? 0)) continue;
        toLook[row] = 0;
        const original = list.recordBytes(row);
        for (const cell of list.cellsOf(list.corrected(row, original) ?? original))
          if (guard.isDangerous(cell)) count++;
      }
      if (held < SLICE) return count;
    }
  } finally {
    closeSync(file);
  }
}

/** How the bytes of an encoding are searched. Every other one keeps what ASCII has where ASCII has it. */
function finderOf({
  encoding,
  delimiter,
}: Pick<ListMeta, "encoding" | "delimiter">): (bytes: Buffer) => Iterable<number> {
  const isWide = /^utf-?16/i.test(encoding);
  const pattern = formulaStart(delimiter, isWide ? TEXT : BYTES);
  const placesIn = function* (text: string, unit: number) {
    for (const match of text.matchAll(pattern)) yield (match.index + match[0].length - 1) * unit;
  };
  if (!isWide) return (bytes) => placesIn(bytes.toString("latin1"), 1);
  const isSwapped = /be$/i.test(encoding);
  return (bytes) => {
    const even = bytes.subarray(0, bytes.length & ~1);
    return placesIn((isSwapped ? Buffer.from(even).swap16() : even).toString("utf16le"), 2);
  };
}
