import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openList } from "../../../../../electron/engine/lists/index.ts";
import {
  anyCellContains,
  cellCounter,
  cellReader,
} from "../../../../../electron/engine/results/review/query/cells.ts";
import { foldSearch } from "../../../../../shared/fold-search.ts";
import { buildList } from "../../build-list.ts";

const line = fc
  .array(fc.constantFrom("a", "B", "K", "\u212a", "é", '"', '"', '""', ",", ",", " ", "\t", "x"), {
    maxLength: 14,
  })
  .map((parts) => `${parts.join("")}\n`);

describe("reading cells from a record's bytes", () => {
  it.each([
    ["UTF-8", false],
    ["UTF-8", true],
    ["UTF-16LE", false],
  ])("gives the same cells as the list itself (%s, quotes after blanks: %s)", (encoding, spacedQuotes) => {
    const { list } = buildList({ records: [], addresses: [], meta: { encoding, spacedQuotes } });
    const opened = openList(list);
    fc.assert(
      fc.property(line, fc.constantFrom("k", "a,", 'b"', "é", "x a", "ab", "e"), (text, search) => {
        const record = Buffer.from(text, encoding === "UTF-8" ? "utf8" : "utf16le");
        const cells = opened.cellsOf(record);
        expect(cellCounter(opened)(record)).toBe(cells.length);
        for (let column = 0; column < 6; column++) {
          expect(cellReader(opened, column)(record)).toBe(cells[column] ?? "");
        }
        const holds = cells.some((cell) => foldSearch(cell).includes(foldSearch(search)));
        expect(anyCellContains(opened, foldSearch(search))(record)).toBe(holds);
      }),
      { numRuns: 100 },
    );
    opened.close();
  });
});
