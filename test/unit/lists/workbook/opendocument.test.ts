import { strToU8, unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { opendocument, textCell } from "../../../fixtures/opendocument.ts";
import { read, readOpen } from "../reading.ts";

const row = (...cells: string[]) => `<table:table-row>${cells.join("")}</table:table-row>`;
const table = (name: string, rows: string, style = "ta1") =>
  `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`;

test("a sheet's cells as the spreadsheet shows them", async () => {
  const rows = [
    row(...["Email", "Id", "Since", "Seen", "Sum", "Yes", "Note"].map((name) => textCell(name))),
    row(
      textCell("<text:a>ann@a.example</text:a>"),
      '<table:table-cell office:value-type="float" office:value="42"><text:p>00042</text:p></table:table-cell>',
      '<table:table-cell office:value-type="date" office:date-value="2024-01-01"><text:p>01/01/24</text:p></table:table-cell>',
      '<table:table-cell office:value-type="date" office:date-value="2024-01-01T18:00:00"/>',
      '<table:table-cell table:formula="of:=[.B1]" office:value-type="currency" office:value="1234.5"><text:p>1.234,50 €</text:p></table:table-cell>',
      '<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell>',
      '<table:table-cell office:value-type="string"><office:annotation><text:p>by x@x.example</text:p></office:annotation><text:p>one<text:s text:c="2"/>two</text:p><text:p>a &amp; b</text:p></table:table-cell>',
    ),
    '<table:table-row table:number-rows-repeated="5"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>',
    row(textCell("nope"), '<table:table-cell table:number-columns-repeated="5"/>', textCell("x")),
    '<table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="string" table:number-columns-repeated="2"><text:p>b@b.example</text:p></table:table-cell></table:table-row>',
    '<table:table-row table:number-rows-repeated="1048567"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
  ];
  const { preflight, list } = await readOpen(opendocument(table("People", rows.join(""))), { column: 0 });
  expect(preflight).toMatchObject({ kind: "xlsx", sheet: "People", rows: 4, unique: 2, malformed: 1 });
  expect(list.cells(0)).toEqual([
    "ann@a.example",
    "00042",
    "2024-01-01",
    "2024-01-01 18:00:00",
    "1234.5",
    "TRUE",
    "one  two\na & b",
  ]);
  expect(list.cells(1)).toEqual(["nope", "", "", "", "", "", "x"]);
  expect(list.cells(3)).toEqual(["b@b.example", "b@b.example", "", "", "", "", ""]);
});

test("of several sheets with addresses it is asked which is meant, hidden ones too", async () => {
  const sheet = (name: string, style?: string) =>
    table(name, row(textCell("Email")) + row(textCell(`${name}@a.example`)), style);
  const bytes = opendocument(sheet("old", "hidden") + sheet("new") + table("Notes", row(textCell("hello"))));
  const { preflight } = await readOpen(bytes);
  expect(preflight).toMatchObject({ sheet: "new", sheets: ["old", "new", "Notes"] });
  expect(preflight.questions).toEqual([
    {
      kind: "sheet",
      assumed: "new",
      alternatives: [
        { name: "old", rows: 2, hidden: true },
        { name: "new", rows: 2, hidden: false },
      ],
    },
  ]);
  expect((await readOpen(bytes, { sheet: "old" })).list.cells(0)).toEqual(["old@a.example"]);
});

const CACHES = ["'file:///C:/Lists/master%20list.ods'#Sheet1", "'https://files.example/it's.ods'#$Old list"];
const cacheOf = (name: string) =>
  `<table:table table:name="${name}" table:print="false" table:style-name="hidden"><table:table-source xlink:href="x.ods" xmlns:xlink="http://www.w3.org/1999/xlink" table:table-name="Sheet1" table:mode="copy-results-only"/>${row(textCell("Email")) + row(textCell("linked@master.example"))}</table:table>`;

test.each([
  ["before", [...CACHES, "People"]],
  ["behind", ["People", ...CACHES]],
  ["around", [CACHES[0] ?? "", "People", CACHES[1] ?? ""]],
])("what a spreadsheet remembers of other files is no sheet, with the sheet %s", async (_, names) => {
  const sheet = (name: string) =>
    CACHES.includes(name)
      ? cacheOf(name)
      : table(name, row(textCell("Email")) + row(textCell("ann@a.example")));
  const { preflight, list } = await readOpen(opendocument(names.map(sheet).join("")));
  expect(preflight).toMatchObject({ sheet: "People", sheets: ["People"], rows: 1 });
  expect(preflight.questions ?? []).toEqual([]);
  expect(list.cells(0)).toEqual(["ann@a.example"]);
});

test("a sheet that is linked from another file is a sheet", async () => {
  const linked = cacheOf("Linked").replace(' table:style-name="hidden"', "");
  const { preflight } = await readOpen(opendocument(linked));
  expect(preflight).toMatchObject({ sheet: "Linked", rows: 1 });
});

test("how a name is pronounced stands beside it, not in it", async () => {
  const ruby = (base: string, said: string) =>
    `<text:ruby text:style-name="Ru1"><text:ruby-base>${base}</text:ruby-base><text:ruby-text text:style-name="R">${said}</text:ruby-text></text:ruby>`;
  const name = `${ruby("山田", "やまだ")}<text:s/>${ruby("<text:span>太郎</text:span>", "<text:span>たろう</text:span>")} 様`;
  const rows =
    row(textCell("Email"), textCell("Name")) +
    row(textCell(ruby("taro@a.example", "たろう")), textCell(name)) +
    row(textCell("b@b.example"), textCell("B"));
  const { preflight, list } = await readOpen(opendocument(table("S", rows)));
  expect(preflight).toMatchObject({ rows: 2, malformed: 0 });
  expect(list.cells(0)).toEqual(["taro@a.example", "山田 太郎 様"]);
  expect(list.cells(1)).toEqual(["b@b.example", "B"]);
});

test("formulas without values count as empty and are told", async () => {
  const rows =
    row(textCell("Email"), textCell("Sum")) +
    row(textCell("a@a.example"), '<table:table-cell table:formula="of:=1+1"/>');
  const { preflight } = await readOpen(opendocument(table("S", rows)));
  expect(preflight.oddities).toContainEqual({ code: "formula_without_value", count: 1, lines: [2] });
});

const many = (cells: string) =>
  opendocument(
    table("S", row(textCell("a@a.example"))) +
      table("T", `<table:table-row table:number-rows-repeated="1000000">${cells}</table:table-row>`),
  );
const locked = strToU8("<manifest><file-entry><encryption-data/></file-entry></manifest>");
test.each([
  [
    "a row repeated a million times with a cell repeated in it",
    many(textCell("a", ' table:number-columns-repeated="16384"')),
    "file_too_large",
  ],
  [
    "a row repeated for ever",
    opendocument(
      table(
        "S",
        `<table:table-row table:number-rows-repeated="9007199254740991">${textCell("a@a.example")}</table:table-row>`,
      ),
    ),
    "file_too_large",
  ],
  [
    "blanks repeated for ever",
    opendocument(table("S", row(textCell('a<text:s text:c="9007199254740991"/>')))),
    "file_too_large",
  ],
  [
    "a text repeated in too many columns",
    many(textCell("a", ' table:number-columns-repeated="16385"')),
    "file_damaged",
  ],
  ["a password", zipSync({ ...unzipSync(opendocument("")), "META-INF/manifest.xml": locked }), "file_locked"],
  ["no sheets but text", opendocument("", "text"), "file_not_a_list"],
  ["no sheet at all", opendocument(""), "file_empty"],
] as [string, Uint8Array, string][])("a workbook with %s is refused", async (_what, bytes, code) => {
  const { result } = await read(bytes, {}, "list.ods");
  expect(result).toMatchObject({ ok: false, problem: { code } });
});

const SHAPE = "<draw:custom-shape><text:p>call carl@other.example first</text:p></draw:custom-shape>";
const BOX = "<draw:frame><draw:text-box><text:p>box@hidden.example</text:p></draw:text-box></draw:frame>";
const TABLE = `<draw:frame><table:table><table:table-row>${textCell("in@table.example")}</table:table-row></table:table></draw:frame>`;

test.each([
  ["a shape", SHAPE],
  ["a text box", BOX],
  ["shapes in a group", `<draw:g>${SHAPE}${BOX}</draw:g>`],
  ["a table in a frame", TABLE],
])("the text of %s that is anchored in a cell is not the cell's", async (_, drawing) => {
  const cell = (inside: string) =>
    `<table:table-cell office:value-type="string">${inside}</table:table-cell>`;
  const rows = [
    row(textCell("Email"), textCell("Name")),
    row(cell(`<text:p>ann@a.example</text:p>${drawing}`), textCell("Ann")),
    row(cell(`${drawing}<text:p>bob@b.example</text:p>`), textCell("Bob")),
    row(cell(`<text:p>cleo@${drawing}c.example</text:p>`), textCell("Cleo")),
    row(`<table:table-cell>${drawing}</table:table-cell>`, textCell("nobody")),
    row(`<table:table-cell>${drawing}</table:table-cell>`),
  ];
  const { preflight, list } = await readOpen(opendocument(table("S", rows.join(""))));
  expect(preflight).toMatchObject({ rows: 4, unique: 3, empty: 1 });
  expect([0, 1, 2, 3].map((one) => list.cells(one))).toEqual([
    ["ann@a.example", "Ann"],
    ["bob@b.example", "Bob"],
    ["cleo@c.example", "Cleo"],
    ["", "nobody"],
  ]);
});
