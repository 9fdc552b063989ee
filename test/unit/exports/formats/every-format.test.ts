import { readFileSync } from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import type { ExportRequest } from "../../../../shared/bridge/exports.ts";
import { readWorkbook } from "../../../support/read-workbook.ts";
import { cleanedFile } from "../cleaned-file.ts";
import { targetFolder, writeOne } from "../write-one.ts";

type Row = readonly string[];
const HEADER = ["Email", "Name", "Note"];
const VERDICTS = ["Verification Result", "Syntax Error", "ISP", "Role", "Disposable", "Trap", "Verified At"];
const VERDICT = ["deliverable", "N", "N", "N", "N", "N", ""];

/**
 * Rows of two to five cells that are hard to write, some with longer text around the address. There are more rows than
 * a writer buffers.
 */
const ROWS: readonly Row[] = Array.from({ length: 1_300 }, (_, n) => {
  const address = `p${n}@firm.example`;
  const note =
    ["", "a,b;c\td", 'say "hi"', "two\nlines", " padded ", "00012", "é".repeat(n % 90)][n % 7] ?? "";
  const own = [n % 5 === 0 ? `Ann <${address}>` : address, `Name ${n}`, note, `beyond ${n}`, "last"];
  return own.slice(0, 2 + (n % 4));
});
const TEXT = `${Papa.unparse([HEADER, ...ROWS], { newline: "\n" })}\n`;
const addressOf = (n: number) => `p${n}@firm.example`;

/** Returns the expected table: all columns or the chosen ones, followed by the verdicts if they are requested. */
function expected(withVerdicts: boolean, columns: readonly number[] | null): Row[] {
  const filled = (row: Row) => HEADER.map((_, at) => row[at] ?? "");
  const verified = (row: Row, n: number) => (row[0] === addressOf(n) ? "" : addressOf(n));
  const written = (row: Row, added: Row): Row => {
    if (columns !== null) return [...columns.map((at) => row[at] ?? ""), ...added];
    return added.length === 0 ? row : [...filled(row), ...added, ...row.slice(HEADER.length)];
  };
  return [
    written(HEADER, withVerdicts ? [...VERDICTS, "Verified Address"] : []),
    ...ROWS.map((row, n) => written(row, withVerdicts ? [...VERDICT, verified(row, n)] : [])),
  ];
}

const csv = (encoding: string, bom = false): ExportRequest["format"] => ({
  ...{ kind: "csv", delimiter: ";", encoding, bom, newline: "\r\n", formulaGuard: false },
});
const FORMATS: readonly (readonly [string, ExportRequest["format"], string])[] = [
  ["an exact copy", { kind: "exact" }, "utf-8"],
  ["CSV in UTF-8", csv("utf-8"), "utf-8"],
  ["CSV in UTF-16", csv("utf-16le", true), "utf-16le"],
  ["CSV in GB18030 with its mark", csv("gb18030", true), "gb18030"],
  ["a workbook", { kind: "xlsx", formulaGuard: false }, ""],
];

describe.each(FORMATS)("a long list in %s", (_, format, encoding) => {
  it.each([
    ["as it is", false, null],
    ["with verdicts", true, null],
    ["in some columns with verdicts", true, [2, 0]],
    ["in some columns", false, [2]],
  ] as [string, boolean, number[] | null][])("is read back %s", async (_how, withVerdicts, columns) => {
    const target = join(targetFolder(), "out");
    const { outcome } = await writeOne(
      await cleanedFile(TEXT),
      { format, withVerdicts, columns },
      { target },
    );
    expect(outcome).toMatchObject({
      ok: true,
      value: { rows: ROWS.length, guarded: 0, replaced: 0, cut: 0 },
    });
    const bytes = readFileSync(target);
    const wanted = expected(withVerdicts, columns);
    if (format.kind === "xlsx") {
      const filled = (row: Row) => row.slice(0, 1 + row.findLastIndex((cell) => cell !== ""));
      expect(readWorkbook(bytes)[0]?.map(filled)).toEqual(wanted.map(filled));
      return;
    }
    const text = iconv.decode(bytes, encoding, { stripBOM: true });
    const isOwn = format.kind === "exact";
    const own = { delimiter: isOwn ? "," : ";", newline: isOwn ? "\n" : "\r\n" } as const;
    expect(Papa.parse<string[]>(text, own).data.slice(0, -1)).toEqual(wanted);
  });
});
