import { readFileSync } from "node:fs";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import iconv from "iconv-lite";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { cleanedFile } from "../cleaned-file.ts";
import { CSV, targetFolder, writeOne } from "../write-one.ts";

async function listWith(bytes: Buffer, corrections: readonly (readonly [string, string])[]) {
  return cleanedFile(bytes, { corrections });
}

const GMAIL = [
  ["ann@gmial.com", "ann@gmail.com"],
  ["joé@gmial.com", "joé@gmail.com"],
] as const;

describe("an accepted correction", () => {
  it.each([
    ["a quoted cell", 'email,name\n"ann@gmial.com","A, n"\n', 'email,name\n"ann@gmail.com","A, n"\n'],
    [
      "a name before it",
      'email,name\nann@gmial.com <ann@gmial.com>,x\n"""Ann, B"" <ann@gmial.com>" ,y\n',
      'email,name\nann@gmail.com,x\n"""Ann, B"" <ann@gmail.com>" ,y\n',
    ],
    [
      "a cell with invisible characters",
      "email,name\n\u200Bann@gmial.com,x\nb@x.example\u00A0,y\n",
      "email,name\nann@gmail.com,x\nb@x.example,y\n",
    ],
    [
      "CRLF and no last line end",
      "email,name\r\nb@x.example,\r\nann@gmial.com,x",
      "email,name\r\nb@x.example,\r\nann@gmail.com,x",
    ],
    [
      "rows that were right already",
      "email,name\nann@gmail.com,1\nann@gmial.com,2\nANN@gmail.com,3\n",
      "email,name\nann@gmail.com,1\nann@gmail.com,2\nANN@gmail.com,3\n",
    ],
  ])("is written into %s and nowhere else, byte for byte", async (_what, before, after) => {
    for (const encoding of ["utf-8", "utf-16le"]) {
      const bom = encoding === "utf-8" ? "" : "\ufeff";
      const encode = (text: string) => iconv.encode(bom + text, encoding, { addBOM: false });
      const made = await listWith(encode(before), GMAIL);
      const target = join(targetFolder(), "out.csv");
      const { outcome } = await writeOne(made, {}, { target });
      if (!outcome.ok) throw new Error(outcome.problem.detail);
      expect(iconv.decode(readFileSync(target), encoding, { stripBOM: false })).toBe(bom + after);
      const changed = before.split("\n").filter((line, at) => line !== after.split("\n")[at]).length;
      expect(outcome.value.corrected).toBe(changed);
    }
  });

  const TEXT = 'email,name\nb@x.example,"B"\n"Ann <ann@gmial.com>","A"\n';

  it("is written with its verdict to CSV, workbooks, chosen columns and one file per verdict", async () => {
    const made = await listWith(Buffer.from(TEXT), GMAIL);
    const folder = targetFolder();
    const cells = async (name: string, request: Parameters<typeof writeOne>[1]) => {
      const target = join(folder, name);
      const { outcome } = await writeOne(made, request, { target });
      if (!outcome.ok) throw new Error(outcome.problem.detail);
      expect(outcome.value.corrected).toBe(1);
      return target;
    };
    const firstCells = (text: string) => Papa.parse<string[]>(text.trim()).data.map(([cell]) => cell);
    const emails = (path: string) => firstCells(readFileSync(path, "utf8"));
    const wanted = ["email", "b@x.example", "Ann <ann@gmail.com>"];
    expect(emails(await cells("verdicts.csv", { withVerdicts: true }))).toEqual(wanted);
    expect(emails(await cells("new.csv", { format: CSV }))).toEqual(wanted);
    expect(emails(await cells("column.csv", { columns: [0] }))).toEqual(wanted);
    const xlsx = await cells("book.xlsx", { format: { kind: "xlsx", formulaGuard: true } });
    const sheet = strFromU8(unzipSync(readFileSync(xlsx))["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
    expect(sheet).toContain("Ann &lt;ann@gmail.com&gt;");
    expect(sheet).not.toContain("gmial");
    const split = unzipSync(readFileSync(await cells("split.zip", { split: "per_verdict" })));
    const text = (name: string) => strFromU8(split[name] ?? new Uint8Array());
    expect(firstCells(text("contacts-deliverable.csv"))).toEqual(wanted);
    expect(text("summary.txt")).toContain("1 address is corrected");
    expect(text("original/contacts.csv")).toBe(TEXT);
  });
});
