import { describe, expect, it, test } from "vitest";
import { malformedPage } from "../../../../electron/engine/lists/stored/pages.ts";
import { opendocument, textCell } from "../../../fixtures/opendocument.ts";
import { type SheetMade, workbook } from "../../../fixtures/workbooks.ts";
import { exportedBytes, readOpen } from "../reading.ts";

const rows: SheetMade["rows"] = [
  ["Email", "Name"],
  ["ann@a.example", "Ann"],
  ["bob@b.example", "Bob"],
  ["", "no address"],
  [],
  ["nope", "Cat"],
  ["dan@d.example", "Dan"],
];
const sheet = (own: Omit<SheetMade, "name" | "rows">) => workbook([{ name: "People", rows, ...own }]);
const filtered = sheet({ rowAttributes: { 2: 'hidden="1"', 3: 'hidden="true"', 4: 'hidden="1"' } });

describe("a sheet that hides rows", () => {
  it("is read with all rows, and asks whether they belong to the list", async () => {
    const { preflight } = await readOpen(filtered);
    const counts = { hidden: 2, visible: 3, addresses: 1 };
    expect(preflight).toMatchObject({ rows: 5, unique: 3, hiddenRows: counts });
    expect(preflight.questions).toEqual([{ kind: "hidden_rows", assumed: "keep", ...counts }]);
    expect(preflight.oddities).toEqual([]);
  });

  it("asks no more once its rows are kept", async () => {
    const { preflight } = await readOpen(filtered, { hiddenRows: "keep" });
    expect(preflight).toMatchObject({ rows: 5, unique: 3, hiddenRows: { hidden: 2, choice: "keep" } });
    expect(preflight.questions).toBeUndefined();
  });

  it("leaves them out if they are skipped, counts them, and keeps the row numbers of the sheet", async () => {
    const { preflight, list, layout } = await readOpen(filtered, { hiddenRows: "skip" });
    expect(preflight).toMatchObject({ rows: 3, unique: 2, hiddenRows: { hidden: 2, choice: "skip" } });
    expect(preflight.questions).toBeUndefined();
    expect(preflight.oddities).toEqual([{ code: "hidden_row", count: 2, lines: [3, 4] }]);
    expect(malformedPage(layout, { offset: 0, limit: 5 }).rows).toMatchObject([{ line: 6, cell: "nope" }]);
    expect(String(exportedBytes(list))).not.toMatch(/bob|no address/);
  });
});

const odsRow = (address: string, attributes = "") =>
  `<table:table-row${attributes}>${textCell(address)}</table:table-row>`;
test.each([
  ["a height of 0", sheet({ rowAttributes: { 1: 'ht="0" customHeight="1"', 2: 'ht="15"' } }), 1],
  [
    "rows hidden by default, where others are marked as visible",
    sheet({ before: '<sheetFormatPr zeroHeight="1"/>', rowAttributes: { 0: 'hidden="0"', 1: 'hidden="0"' } }),
    4,
  ],
  ["rows hidden by default, where none is marked", sheet({ before: '<sheetFormatPr zeroHeight="1"/>' }), 0],
  [
    "rows filtered and collapsed in OpenDocument",
    opendocument(
      `<table:table table:name="S">${odsRow("Email")}${odsRow("a@a.example", ' table:visibility="filter"')}${odsRow(
        "b@b.example",
        ' table:visibility="collapse" table:number-rows-repeated="2"',
      )}${odsRow("c@c.example", ' table:visibility="visible"')}</table:table>`,
    ),
    3,
  ],
])("hidden rows are recognised: %s", async (_what, bytes, hidden) => {
  const { preflight } = await readOpen(bytes);
  expect(preflight.hiddenRows?.hidden ?? 0).toBe(hidden);
});
