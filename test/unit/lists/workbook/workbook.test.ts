import { strToU8, unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { malformedPage } from "../../../../electron/engine/lists/stored/pages.ts";
import { opendocument, textCell } from "../../../fixtures/opendocument.ts";
import { type SheetMade, workbook, workbookBomb } from "../../../fixtures/workbooks.ts";
import { exportedBytes, read, readOpen } from "../reading.ts";

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
  "a sheet is read with its cells as the spreadsheet displays them (texts in their cells: %s)",
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
    // Excel reads UTF-8 without the mark in the system's code page.
    expect(exportedBytes(list).toString("utf8")).toMatch(/^\uFEFFId,Name/);
    expect(exportedBytes(list).length).toBe(list.meta.recordsBytes);
  },
);

test("several sheets with addresses lead to a question; the first that is not hidden is shown", async () => {
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
  expect(guessed.preflight.questions).toEqual([
    {
      kind: "sheet",
      assumed: "People",
      alternatives: [
        { name: "Secret", rows: 2, hidden: true },
        { name: "People", rows: 4, hidden: false },
        { name: "More", rows: 2, hidden: false },
      ],
    },
  ]);
  const asked = await readOpen(bytes, { sheet: "More" });
  expect(asked.preflight).toMatchObject({ sheet: "More", rows: 1, unique: 1 });
  expect(asked.preflight.questions).toBeUndefined();
  const { result } = await read(bytes, { sheet: "Nowhere" });
  expect(result).toMatchObject({ ok: false, problem: { code: "file_sheet_unknown" } });
});

test("formulas without saved values count as empty, and their rows are reported", async () => {
  const rows: SheetMade["rows"] = [
    ["Email", "Sum", "Text"],
    ["a@a.example", { xml: '<c r="B2"><f>1+1</f></c>' }, { xml: '<c r="C2" t="str"><f>""</f><v></v></c>' }],
    ["b@b.example", { xml: '<c r="B3"><f>1+1</f><v>2</v></c>' }],
    ["c@c.example", { xml: '<c r="B4"><f>1+1</f><v></v></c>' }],
  ];
  const { preflight, list } = await readOpen(workbook([{ name: "S", rows }]));
  expect(preflight.oddities).toContainEqual({ code: "formula_without_value", count: 2, lines: [2, 4] });
  expect([0, 1, 2].map((row) => list.cells(row)[1])).toEqual(["", "2", ""]);
});

test("line numbers are the row numbers of the sheet, and escaped characters are decoded", async () => {
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

const good = unzipSync(workbook([people]));
const doctype = strToU8(
  '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet><sheetData/></worksheet>',
);
test.each([
  ["a bomb", () => workbookBomb(40), "file_too_large"],
  ["cut off in the middle", () => workbook([people]).subarray(0, 700), "file_damaged"],
  ["custom entities", () => zipSync({ ...good, "xl/worksheets/sheet1.xml": doctype }), "file_damaged"],
  [
    "a sheet that is missing",
    () => zipSync(Object.fromEntries(Object.entries(good).filter(([name]) => !name.endsWith("sheet1.xml")))),
    "file_damaged",
  ],
] as [string, () => Uint8Array, string][])("a workbook is refused: %s", async (_what, make, code) => {
  const { result } = await read(make(), {}, "list.xlsx");
  expect(result).toMatchObject({ ok: false, problem: { code } });
});

test("a workbook with a cell twice in one row is refused, so that no address is lost uncounted", async () => {
  const twice = (first: string, second: string) => ({
    xml: `<c r="A3" t="inlineStr">${first}</c><c r="A3" t="inlineStr">${second}</c>`,
  });
  const text = (address: string) => `<is><t>${address}</t></is>`;
  for (const cell of [
    twice(text("dd@ex.example"), text("ee@ex.example")),
    twice(text("dd@ex.example"), ""),
  ]) {
    const { result } = await read(
      workbook([{ name: "S", rows: [["Email"], ["ann@ex.example"], [cell]] }]),
      {},
      "w.xlsx",
    );
    expect(result).toMatchObject({
      ok: false,
      problem: { code: "file_damaged" },
    });
  }
});

/** Rebuilds a workbook with the name and text of each part passed through `changed`. */
function remade(sheet: SheetMade, changed: (name: string, text: string) => [string, string]): Uint8Array {
  const parts = Object.entries(unzipSync(workbook([sheet])));
  return zipSync(
    Object.fromEntries(
      parts.map(([name, bytes]) => {
        const [as, text] = changed(name, new TextDecoder().decode(bytes));
        return [as, strToU8(text)];
      }),
    ),
  );
}

const TEN: SheetMade = {
  name: "S",
  rows: [["Email"], ...Array.from({ length: 9 }, (_, i) => [`u${i}@a.example`])],
};

test("a workbook whose shared texts are cut off is refused as damaged, not read in part", async () => {
  const bytes = remade(TEN, (name, text) => {
    if (!/sharedStrings/i.test(name)) return [name, text];
    const texts = text.split(/(?=<si>)/);
    return [name, `${texts.slice(0, 6).join("")}</sst>`];
  });
  const { result } = await read(bytes, {}, "list.xlsx");
  expect(result).toMatchObject({ ok: false, problem: { code: "file_damaged" } });
});

test.each(["-1", "99"])(
  "a workbook with a cell that refers to the text %s is refused as damaged",
  async (number) => {
    const bytes = remade(TEN, (name, text) =>
      /sheet1/.test(name) ? [name, text.replace(/<v>3<\/v>/, `<v>${number}</v>`)] : [name, text],
    );
    const { result } = await read(bytes, {}, "list.xlsx");
    expect(result).toMatchObject({ ok: false, problem: { code: "file_damaged" } });
  },
);

const RELATION = '<Relationship Id="rId1" Target="mailto:ann@a.example" TargetMode="External"/>';
const withLinks = (header: string) =>
  zipSync({
    ...unzipSync(
      workbook([
        {
          name: "Staff",
          rows: [
            ["Name", header],
            ["Ann", "Mail Ann"],
          ],
        },
      ]),
    ),
    "xl/worksheets/_rels/sheet1.xml.rels": strToU8(`<Relationships>${RELATION}</Relationships>`),
  });
const LINK = textCell('<text:a xlink:href="mailto:ann@a.example">Mail Ann</text:a>');

test.each([
  ["XLSX, below a header that names addresses", withLinks("Email")],
  [
    "ODS",
    opendocument(
      `<table:table table:name="S"><table:table-row>${textCell("Contact")}</table:table-row><table:table-row>${LINK}</table:table-row></table:table>`,
    ),
  ],
])("a workbook with addresses only in links is refused with that reason: %s", async (_, bytes) => {
  const { result } = await read(bytes, {}, "staff.xlsx");
  expect(result).toMatchObject({ problem: { code: "file_addresses_in_links" } });
});
