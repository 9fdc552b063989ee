import { strToU8, unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { malformedPage } from "../../../electron/engine/lists/pages.ts";
import { type SheetMade, workbook, workbookBomb } from "../../fixtures/workbooks.ts";
import { everyByte, read, readOpen } from "./reading.ts";

const people: SheetMade = {
  name: "People",
  rows: [
    ["Id", "Name", "Email", "Since", "Seen", "Share", "Note"],
    [
      { number: 42, style: 2 },
      "Ann, the first",
      "ann@a.example",
      { number: 45_292, style: 1 },
      { number: 45_292.75, style: 3 },
      { number: "0.30000000000000004" },
      'says "hi"\nand leaves',
    ],
    [{ number: 7, style: 2 }, "Бob & <co>", "bob@b.example", null, null, { number: 12 }, null],
    [],
    [null, null, "ANN@a.example"],
  ],
};

test.each([false, true])(
  "a sheet's cells as the spreadsheet shows them (texts in their cells: %s)",
  async (inline) => {
    const { preflight, list } = await readOpen(workbook([people], { inline }));
    expect(preflight).toMatchObject({
      kind: "xlsx",
      sheet: "People",
      sheets: ["People"],
      rows: 3,
      unique: 2,
      repeated: 1,
      addressColumn: 2,
      hasHeader: true,
      encodingGuessed: false,
    });
    expect(list.cells(0)).toEqual([
      "00042",
      "Ann, the first",
      "ann@a.example",
      "2024-01-01",
      "2024-01-01 18:00:00",
      "0.3",
      'says "hi"\nand leaves',
    ]);
    expect(list.cells(1)).toEqual(["00007", "Бob & <co>", "bob@b.example", "", "", "12", ""]);
    expect(list.meta.records).toBe("records");
    expect(everyByte(list).length).toBe(list.meta.recordsBytes);
  },
);

test("the first sheet with addresses is read, unless another is asked for", async () => {
  const sheets: SheetMade[] = [
    { name: "Read me", rows: [["This is a report"], ["of things"]] },
    { name: "Secret", hidden: true, rows: [["Email"], ["secret@s.example"]] },
    people,
    { name: "More", rows: [["Mail"], ["x@x.example"]] },
  ];
  const bytes = workbook(sheets);
  const guessed = await readOpen(bytes);
  expect(guessed.preflight.sheet).toBe("People");
  expect(guessed.preflight.sheets).toEqual(["Read me", "Secret", "People", "More"]);
  const asked = await readOpen(bytes, { sheet: "More" });
  expect(asked.preflight).toMatchObject({ sheet: "More", rows: 1, unique: 1 });
  const { result } = await read(bytes, { sheet: "Nowhere" });
  expect(result).toMatchObject({ ok: false, problem: { code: "file_sheet_unknown" } });
});

test("lines are rows of the sheet, and escaped characters are themselves", async () => {
  const rows: SheetMade["rows"] = [
    [],
    ["Email", "Note"],
    ["a@a.example", "one_x000D_\ntwo\nthree"],
    [],
    ["nope", ""],
    ["b@b.example", "x", "too many"],
  ];
  const { preflight, list, layout } = await readOpen(workbook([{ name: "S", rows }]));
  expect(list.cells(0)).toEqual(["a@a.example", "one\r\ntwo\nthree"]);
  expect(malformedPage(layout, { offset: 0, limit: 5 }).rows).toMatchObject([
    { row: 1, line: 5, cell: "nope" },
  ]);
  expect(preflight.oddities).toEqual([{ code: "ragged_row", count: 1, lines: [6] }]);
});

test("a sheet without a single address says so", async () => {
  const { result } = await read(
    workbook([
      {
        name: "S",
        rows: [
          ["a", "b"],
          ["c", "d"],
        ],
      },
    ]),
  );
  expect(result).toMatchObject({ ok: false, problem: { code: "file_no_addresses" } });
});

const good = unzipSync(workbook([people]));
const doctype = strToU8(
  '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet><sheetData/></worksheet>',
);
test.each([
  ["a bomb", () => workbookBomb(40), "file_too_large"],
  ["thousands of parts", () => zipSync({ ...good, ...manyParts(6000) }), "file_too_large"],
  ["cut off in the middle", () => workbook([people]).subarray(0, 700), "file_damaged"],
  ["a zip that is no workbook", () => zipSync({ "a.txt": strToU8("hello") }), "file_binary"],
  ["entities of its own", () => zipSync({ ...good, "xl/worksheets/sheet1.xml": doctype }), "file_damaged"],
  [
    "a sheet that is not XML",
    () => zipSync({ ...good, "xl/worksheets/sheet1.xml": strToU8("<worksheet><row") }),
    "file_damaged",
  ],
  [
    "a sheet that is missing",
    () => zipSync(Object.fromEntries(Object.entries(good).filter(([name]) => !name.endsWith("sheet1.xml")))),
    "file_damaged",
  ],
] as [string, () => Uint8Array, string][])("%s is refused", async (_what, make, code) => {
  const { result } = await read(make(), {}, "list.xlsx");
  expect(result).toMatchObject({ ok: false, problem: { code } });
});

function manyParts(count: number): Record<string, Uint8Array> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`part-${i}`, new Uint8Array(1)]));
}
