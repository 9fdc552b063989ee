import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { createXlsxWriter } from "../../../../electron/engine/exports/formats/xlsx.ts";
import { createByteSink } from "../../../../electron/engine/files/index.ts";
import { exportRequestSchema } from "../../../../shared/bridge/exports.ts";
import { readWorkbook } from "../../../e2e/read-workbook.ts";
import { workbook } from "../../../fixtures/workbooks.ts";
import { cleanedFile } from "../cleaned-file.ts";
import { targetFolder, writeOne } from "../write-one.ts";

const xlsx = { kind: "xlsx", formulaGuard: true } as const;
const csv = {
  kind: "csv",
  delimiter: ",",
  encoding: "UTF-8",
  bom: false,
  newline: "\n",
  formulaGuard: false,
} as const;
const NAMES = ["Verification Result", "Syntax Error", "ISP", "Role", "Disposable", "Trap", "Verified At"];
const SAID = ["deliverable", "N", "N", "N", "N", "N", ""];

const people = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@firm.example,x`);

describe("a row with more cells than the header, with verdicts", () => {
  const TEXT =
    'Email,Name\nann@a.example,Ann\nbob@b.example,"Bob, jr.",extra one,"extra, two"\neve@c.example\n';
  const expected = [
    ["Email", "Name", ...NAMES],
    ["ann@a.example", "Ann", ...SAID],
    ["bob@b.example", "Bob, jr.", ...SAID, "extra one", "extra, two"],
    ["eve@c.example", "", ...SAID],
  ];
  const table = (text: string) => Papa.parse<string[]>(text.trim()).data;

  it.each(["UTF-8", "UTF-16LE", "UTF-16BE", "Shift_JIS"])(
    "keeps what is too much behind the verdicts in an exact copy in %s, every other row as it was",
    async (encoding) => {
      const target = join(targetFolder(), "out.csv");
      const made = await cleanedFile(iconv.encode(TEXT, encoding, { addBOM: true }), {
        options: { encoding },
      });
      const { outcome } = await writeOne(made, { withVerdicts: true }, { target });
      expect(table(iconv.decode(readFileSync(target), encoding))).toEqual(expected);
      expect(outcome).toMatchObject({ ok: true, value: { rows: 3, beyondHeader: 1 } });
    },
  );

  it("keeps its own bytes around the verdicts in an exact copy", async () => {
    const target = join(targetFolder(), "out.csv");
    await writeOne(await cleanedFile(TEXT), { withVerdicts: true }, { target });
    expect(readFileSync(target, "utf8").split("\n")[2]).toBe(
      'bob@b.example,"Bob, jr.",deliverable,N,N,N,N,N,,extra one,"extra, two"',
    );
  });

  it("keeps it there in CSV and in a workbook", async () => {
    const made = await cleanedFile(TEXT);
    const folder = targetFolder();
    const asCsv = await writeOne(
      made,
      { format: csv, withVerdicts: true },
      { target: join(folder, "o.csv") },
    );
    expect(table(readFileSync(join(folder, "o.csv"), "utf8"))).toEqual(expected);
    expect(asCsv.outcome).toMatchObject({ ok: true, value: { beyondHeader: 1 } });
    const asXlsx = await writeOne(
      made,
      { format: xlsx, withVerdicts: true },
      { target: join(folder, "o.xlsx") },
    );
    const trimmed = (cells: readonly string[]) => cells.join("|").replace(/\|+$/, "");
    expect(readWorkbook(readFileSync(join(folder, "o.xlsx")))[0]?.map(trimmed)).toEqual(
      expected.map(trimmed),
    );
    expect(asXlsx.outcome).toMatchObject({ ok: true, value: { beyondHeader: 1, beyondSheet: 0 } });
  });

  it("does not make other rows any longer: what is written grows with what was read", async () => {
    const lines = people(2_000);
    lines[1_000] += ",".repeat(16_000);
    const text = `Email,Name\n${lines.join("\n")}\n`;
    const made = await cleanedFile(text);
    const folder = targetFolder();
    for (const [name, format] of [
      ["exact.csv", { kind: "exact" as const }],
      ["o.csv", csv],
      ["o.xlsx", xlsx],
    ] as const) {
      const target = join(folder, name);
      const { outcome } = await writeOne(made, { format, withVerdicts: true }, { target });
      expect(outcome.ok).toBe(true);
      expect(statSync(target).size).toBeLessThan(text.length + 2_000 * 100);
    }
  });
});

describe("a workbook", () => {
  const stray = (rows: number, last = "last@firm.example") => [
    ["Email", "Name"],
    ...people(rows).map((line) => line.split(",")),
    [last, "x", { xml: `<c r="XFD${rows + 2}" t="inlineStr"><is><t>stray</t></is></c>` }],
  ];

  it("with a cell in its last column can be read again once it is cleaned, and nothing is lost", async () => {
    const target = join(targetFolder(), "out.xlsx");
    const made = await cleanedFile(workbook([{ name: "One", rows: stray(50) }]), { name: "b.xlsx" });
    const { outcome } = await writeOne(made, { format: xlsx, withVerdicts: true }, { target });
    expect(outcome).toMatchObject({ ok: true, value: { rows: 51, beyondHeader: 1, beyondSheet: 0 } });
    const [sheet = []] = readWorkbook(readFileSync(target));
    expect(sheet[0]).toEqual(["Email", "Name", ...NAMES]);
    expect(Math.max(...sheet.map((cells) => cells.length))).toBeLessThanOrEqual(16_384);
    expect(sheet[51]?.filter((cell) => cell !== "")).toEqual([
      "last@firm.example",
      "x",
      ...SAID.filter((cell) => cell !== ""),
      "stray",
    ]);
    const again = await cleanedFile(readFileSync(target), { name: "again.xlsx" });
    expect(again.preflight.rows).toBe(51);
  });

  it("with a cell in its last column above all others is read with the columns that it has", async () => {
    const [head = [], ...rest] = stray(300);
    const first = [["z@firm.example", "x", { xml: '<c r="XFD2" t="inlineStr"><is><t>stray</t></is></c>' }]];
    const made = await cleanedFile(
      workbook([{ name: "One", rows: [head, ...first, ...rest.slice(0, -1)] }]),
      {
        name: "b.xlsx",
      },
    );
    expect(made.preflight.columns.map(({ name }) => name)).toEqual(["Email", "Name"]);
    expect(made.preflight.rows).toBe(301);
    expect(statSync(made.built.list.records).size).toBeLessThan(16_384 + 301 * 40);
  });

  it("with cells that only have a colour, out to its last column, has the columns that hold something", async () => {
    const rows = [
      ["Email", "Name", { xml: '<c r="XFD1" s="1"/>' }],
      ...people(100).map((line, at) => [...line.split(","), { xml: `<c r="XFD${at + 2}" s="1"/>` }]),
    ];
    const made = await cleanedFile(workbook([{ name: "One", rows }]), { name: "b.xlsx" });
    expect(made.preflight.columns.map(({ name }) => name)).toEqual(["Email", "Name"]);
    expect(made.preflight.oddities).toEqual([]);
  });

  it("that is written ends with column XFD and row 1,048,576, and says how many cells did not fit", async () => {
    const target = join(targetFolder(), "out.xlsx");
    const sink = createByteSink(target, 0o600);
    const writer = createXlsxWriter({ formulaGuard: true, sheetRows: 3 }, sink);
    writer.above(Array.from({ length: 20_000 }, () => "a"));
    writer.row(["Email"]);
    writer.row(Array.from({ length: 16_400 }, (_, at) => (at === 16_390 ? "" : "c")));
    for (let row = 0; row < 4; row++) writer.row(["x"]);
    const counts = writer.finish();
    await sink.finish();
    expect(counts.beyondSheet).toBe(20_000 - 16_384 + 15);
    const sheets = readWorkbook(readFileSync(target));
    expect(sheets.map((rows) => rows.length)).toEqual([3, 3, 3]);
    expect(Math.max(...sheets.flat().map((cells) => cells.length))).toBe(16_384);
  });
});

it("columns to write are as many as a list may have", () => {
  const request = {
    cleaningId: "c1",
    filter: {},
    format: xlsx,
    withVerdicts: true,
    target: { kind: "download" },
  };
  const columns = (count: number) => ({ ...request, columns: Array.from({ length: count }, () => 0) });
  expect(exportRequestSchema.safeParse(columns(2_000)).success).toBe(true);
  expect(exportRequestSchema.safeParse(columns(2_001)).success).toBe(false);
});
