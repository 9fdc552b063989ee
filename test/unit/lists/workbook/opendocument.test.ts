import { strToU8, unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { opendocument, textCell } from "../../../fixtures/opendocument.ts";
import { read, readOpen } from "../reading.ts";

const row = (...cells: string[]) => `<table:table-row>${cells.join("")}</table:table-row>`;
const table = (name: string, rows: string, style = "ta1") =>
  `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`;

test("a sheet is read with its cells as the spreadsheet displays them", async () => {
  const rows = [
    row(...["Email", "Id", "Since", "Seen", "At", "Sum", "Yes", "Note"].map((name) => textCell(name))),
    row(
      textCell("<text:a>ann@a.example</text:a>"),
      '<table:table-cell office:value-type="float" office:value="42"><text:p>00042</text:p></table:table-cell>',
      '<table:table-cell office:value-type="date" office:date-value="2024-01-01"><text:p>01/01/24</text:p></table:table-cell>',
      '<table:table-cell office:value-type="date" office:date-value="2024-01-01T18:00:00"/>',
      '<table:table-cell office:value-type="time" office:time-value="PT13H05M07S"><text:p>13:05</text:p></table:table-cell>',
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
    "13:05:07",
    "1234.5",
    "TRUE",
    "one  two\na & b",
  ]);
  expect(list.cells(1)).toEqual(["nope", "", "", "", "", "", "x", ""]);
  expect(list.cells(3)).toEqual(["b@b.example", "b@b.example", "", "", "", "", "", ""]);
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
    "blanks repeated for ever",
    opendocument(table("S", row(textCell('a<text:s text:c="9007199254740991"/>')))),
    "file_too_large",
  ],
  ["a password", zipSync({ ...unzipSync(opendocument("")), "META-INF/manifest.xml": locked }), "file_locked"],
  ["text instead of sheets", opendocument("", "text"), "file_not_a_list"],
] as [string, Uint8Array, string][])("a workbook with %s is refused", async (_what, bytes, code) => {
  const { result } = await read(bytes, {}, "list.ods");
  expect(result).toMatchObject({ ok: false, problem: { code } });
});

const DRAWING =
  "<draw:g><draw:custom-shape><text:p>carl@other.example</text:p></draw:custom-shape><draw:frame><draw:text-box><text:p>box@hidden.example</text:p></draw:text-box></draw:frame></draw:g>";

test("the text of shapes anchored in a cell is not read as the cell's", async () => {
  const cell = (inside: string) =>
    `<table:table-cell office:value-type="string">${inside}</table:table-cell>`;
  const rows = [
    row(textCell("Email"), textCell("Name")),
    row(cell(`<text:p>ann@a.example</text:p>${DRAWING}`), textCell("Ann")),
    row(cell(`<text:p>cleo@${DRAWING}c.example</text:p>`), textCell("Cleo")),
    row(`<table:table-cell>${DRAWING}</table:table-cell>`, textCell("nobody")),
    row(`<table:table-cell>${DRAWING}</table:table-cell>`),
  ];
  const { preflight, list } = await readOpen(opendocument(table("S", rows.join(""))));
  expect(preflight).toMatchObject({ rows: 3, unique: 2, empty: 1 });
  expect([0, 1, 2].map((one) => list.cells(one))).toEqual([
    ["ann@a.example", "Ann"],
    ["cleo@c.example", "Cleo"],
    ["", "nobody"],
  ]);
});
