import { foldText } from "../../../../../shared/addresses.ts";
import { lowerByte } from "../../../addresses/index.ts";
import type { OpenList } from "../../../lists/index.ts";
import { hasPlainBytes } from "./cell-of.ts";

const QUOTE = 34;
/** ASCII characters that some character beyond ASCII folds to. */
const FOLDED_TO = /[ki;`]/;

/** Whether any cell of a record holds `search`, which is folded. */
export function anyCellHolds(list: OpenList, search: string): (record: Buffer) => boolean {
  const verify = (record: Buffer) => list.cellsOf(record).some((cell) => foldText(cell).includes(search));
  // The longest stretch that stands in the bytes as it is, but for case and for quotes.
  const stretch = search
    .replaceAll('"', "")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: everything in ASCII
    .split(/[^\u0000-\u007f]+/)
    .sort((a, b) => b.length - a.length)[0];
  if (!stretch || !hasPlainBytes(list)) return verify;
  const needle = Buffer.from(stretch, "latin1");
  const highMayMatch = FOLDED_TO.test(stretch);
  let bare = Buffer.alloc(64 * 1024);
  return (record) => {
    if (record.length > bare.length) bare = Buffer.alloc(record.length * 2);
    let length = 0;
    let seen = 0;
    for (let at = 0; at < record.length; at++) {
      const byte = record[at] ?? 0;
      if (byte === QUOTE) continue;
      seen |= byte;
      bare[length++] = lowerByte(byte);
    }
    const may = bare.subarray(0, length).includes(needle) || (highMayMatch && seen >= 0x80);
    return may && verify(record);
  };
}
