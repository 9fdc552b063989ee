import { readFileSync } from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { readWorkbook } from "../../../support/read-workbook.ts";
import { cleanedFile } from "../cleaned-file.ts";
import { CSV, targetFolder, writeOne, writeWorkbook } from "../write-one.ts";

const xlsx = { kind: "xlsx", formulaGuard: true } as const;
const NAMES = ["Verification Result", "Syntax Error", "ISP", "Role", "Disposable", "Trap", "Verified At"];
const SAID = ["deliverable", "N", "N", "N", "N", "N", ""];

describe("a row with more cells than the header", () => {
  const TEXT =
    'Email,Name\nann@a.example,Ann\nbob@b.example,"Bob, jr.",extra one,"extra, two"\neve@c.example\n';
  const expected = [
    ["Email", "Name", ...NAMES],
    ["ann@a.example", "Ann", ...SAID],
    ["bob@b.example", "Bob, jr.", ...SAID, "extra one", "extra, two"],
    ["eve@c.example", "", ...SAID],
  ];
  const table = (text: string) => Papa.parse<string[]>(text.trim()).data;

  it.each(["UTF-8", "UTF-16LE"])(
    "keeps its extra cells after the verdicts in an exact copy in %s",
    async (encoding) => {
      const target = join(targetFolder(), "out.csv");
      const made = await cleanedFile(iconv.encode(TEXT, encoding, { addBOM: true }), {
        options: { encoding },
      });
      const { outcome } = await writeOne(made, { withVerdicts: true }, { target });
      expect(table(iconv.decode(readFileSync(target), encoding))).toEqual(expected);
      expect(outcome).toMatchObject({ ok: true, value: { rows: 3 } });
    },
  );

  it("keeps its extra cells after the verdicts in a CSV and in a workbook", async () => {
    const made = await cleanedFile(TEXT);
    const folder = targetFolder();
    const asCsv = await writeOne(
      made,
      { format: CSV, withVerdicts: true },
      { target: join(folder, "o.csv") },
    );
    expect(table(readFileSync(join(folder, "o.csv"), "utf8"))).toEqual(expected);
    expect(asCsv.outcome.ok).toBe(true);
    const asXlsx = await writeOne(
      made,
      { format: xlsx, withVerdicts: true },
      { target: join(folder, "o.xlsx") },
    );
    const trimmed = (cells: readonly string[]) => cells.join("|").replace(/\|+$/, "");
    expect(readWorkbook(readFileSync(join(folder, "o.xlsx")))[0]?.map(trimmed)).toEqual(
      expected.map(trimmed),
    );
    expect(asXlsx.outcome).toMatchObject({ ok: true, value: { cut: 0 } });
  });
});

describe("a workbook", () => {
  it("is cut at column XFD and row 1,048,576, and the export reports how many cells did not fit", async () => {
    const wide = Array.from({ length: 16_400 }, (_, at) => (at === 16_390 ? "" : "c"));
    const above = Array.from({ length: 20_000 }, () => "a");
    const rows = [["Email"], wide, ...["x", "x", "x", "x"].map((cell) => [cell])];
    const { counts, bytes } = await writeWorkbook({ formulaGuard: true, sheetRows: 3 }, rows, above);
    expect(counts.cut).toBe(20_000 - 16_384 + 15);
    const sheets = readWorkbook(bytes);
    expect(sheets.map((rows) => rows.length)).toEqual([3, 3, 3]);
    expect(Math.max(...sheets.flat().map((cells) => cells.length))).toBe(16_384);
  });
});
