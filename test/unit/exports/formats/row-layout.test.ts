import { readFileSync } from "node:fs";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { buildCleaning } from "../../results/build-cleaning.ts";
import { cleanedFile } from "../cleaned-file.ts";
import { CSV, targetFolder, writeOne, writeWorkbook } from "../write-one.ts";

const TRICKY = '00012|+44 20 7946|12345678901234567890|=1+1|@x|a "b"|x,y;z|one\ntwo| é |'.split("|");
const csv = { ...CSV, delimiter: ";", bom: true, newline: "\r\n" } as const;

function tricky() {
  return buildCleaning(
    TRICKY.map((cell, at) => [`p${at}@x.example`, cell, at === 3 ? "last" : ""]),
    [{ verdict: "deliverable", flags: ["role"], at: 1_700_000_000_000, fate: "part" }],
  );
}

describe("a CSV export", () => {
  it("uses the requested dialect, and escapes and counts formulas", async () => {
    const target = join(targetFolder(), "out.csv");
    const { outcome } = await writeOne(tricky(), { format: csv }, { target });
    expect(outcome).toMatchObject({ ok: true, value: { rows: TRICKY.length, guarded: 2 } });
    const text = readFileSync(target, "utf8");
    expect(text.startsWith("\ufeffemail;c1;c2\r\n")).toBe(true);
    const unguarded = await writeOne(
      tricky(),
      { format: { ...csv, formulaGuard: false } },
      { target, overwrite: true },
    );
    expect(unguarded.outcome).toMatchObject({ ok: true, value: { guarded: 0, formulas: 2 } });
    const { data } = Papa.parse<string[]>(text.slice(1), { delimiter: ";", skipEmptyLines: true });
    expect(data.slice(1).map((cells) => cells[1])).toEqual(
      TRICKY.map((cell) => (cell === "=1+1" || cell === "@x" ? `'${cell}` : cell)),
    );
  });
});

/** Reads a workbook's sheets as rows of text, placing cells by their references. */
function sheetsOf(bytes: Uint8Array): { rows: string[][]; xml: string }[] {
  const files = unzipSync(bytes);
  const names = Object.keys(files).filter((name) => name.startsWith("xl/worksheets/"));
  return names.sort().map((name) => {
    const xml = strFromU8(files[name] ?? new Uint8Array());
    const rows = [...xml.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, inner]) => {
      const cells: string[] = [];
      for (const [, letters, text] of (inner ?? "").matchAll(
        /<c r="([A-Z]+)\d+"[^>]*>.*?<t[^>]*>(.*?)<\/t>/gs,
      )) {
        const column =
          [...(letters ?? "")].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
        cells[column] = plain(text ?? "");
      }
      return Array.from(cells, (cell) => cell ?? "");
    });
    return { rows, xml };
  });
}

function plain(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/_x([0-9A-F]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

describe("a workbook export", () => {
  it("writes every cell as text, with a frozen header and filters", async () => {
    const target = join(targetFolder(), "out.xlsx");
    const { outcome } = await writeOne(
      tricky(),
      { format: { kind: "xlsx", formulaGuard: true }, withVerdicts: true },
      { target },
    );
    expect(outcome).toMatchObject({ ok: true, value: { rows: TRICKY.length, guarded: 2 } });
    const [sheet] = sheetsOf(readFileSync(target));
    expect(sheet?.rows[0]?.slice(0, 5)).toEqual(["email", "c1", "c2", "Verification Result", "Syntax Error"]);
    expect(sheet?.rows.slice(1).map((cells) => cells[1])).toEqual(TRICKY);
    expect(sheet?.rows[4]).toEqual([
      "p3@x.example",
      "=1+1",
      "last",
      "deliverable",
      "N",
      "N",
      "Y",
      "N",
      "N",
      "2023-11-14T22:13:20.000Z",
    ]);
    expect(sheet?.xml).toContain('state="frozen"');
    expect(sheet?.xml).toContain(`<autoFilter ref="A1:J${TRICKY.length + 1}"/>`);
    expect(sheet?.xml).not.toMatch(/<f>|<v>/);
  });

  it("continues on another sheet under the same header, and keeps characters that XML forbids", async () => {
    const cells = ["a<b>&c", "bell\u0007", "_x0041_", "cr\rlf\n", "😀"];
    const rows = ["h", ...cells].map((cell) => [cell]);
    const { counts, bytes } = await writeWorkbook({ formulaGuard: false, sheetRows: 3 }, rows);
    expect(counts).toEqual({ guarded: 0, cut: 0, asText: 0, values: 0 });
    const sheets = sheetsOf(bytes);
    expect(sheets.map(({ rows }) => rows.length)).toEqual([3, 3, 2]);
    expect(sheets.flatMap(({ rows }) => rows.slice(1))).toEqual(cells.map((cell) => [cell]));
    expect(sheets.every(({ rows }) => rows[0]?.[0] === "h")).toBe(true);
  });

  it("cuts cells to a workbook's limit, never within a character, and reports how many", async () => {
    const whole = "x".repeat(32_767);
    const made = buildCleaning(
      [
        ["a@x.example", `${whole}yz`, whole],
        ["b@x.example", `${"x".repeat(32_766)}😀`, `=${whole}`],
      ],
      [{ verdict: "deliverable", flags: [], at: 0, fate: "part" }],
    );
    const folder = targetFolder();
    const format = { kind: "xlsx", formulaGuard: false } as const;
    const { outcome } = await writeOne(made, { format }, { target: join(folder, "out.xlsx") });
    expect(outcome).toMatchObject({ ok: true, value: { rows: 2, cut: 3 } });
    const [sheet] = sheetsOf(readFileSync(join(folder, "out.xlsx")));
    expect(sheet?.rows.slice(1).map((cells) => cells.slice(1))).toEqual([
      [whole, whole],
      ["x".repeat(32_766), `=${"x".repeat(32_766)}`],
    ]);
    const target = join(folder, "split.zip");
    const split = await writeOne(made, { format, split: "per_verdict" }, { target });
    expect(split.outcome).toMatchObject({ ok: true, value: { cut: 3 } });
    const summary = unzipSync(readFileSync(target))["summary.txt"] ?? new Uint8Array();
    expect(strFromU8(summary)).toContain("3 cells did not fit into a workbook");
    const plain = await writeOne(made, { format: csv }, { target: join(folder, "out.csv") });
    expect(plain.outcome).toMatchObject({ ok: true, value: { cut: 0 } });
  });
});

describe("an undecodable byte", () => {
  const text = Buffer.from("email,name\na@x.example,Zo\xe9\nb@x.example,real ", "latin1");
  const list = () =>
    cleanedFile(Buffer.concat([text, Buffer.from("\ufffd\nc@x.example,\n")]), {
      options: { encoding: "UTF-8", column: 0, hasHeader: true },
    });

  it.each([
    ["CSV", { format: { ...csv, bom: false } }, 1],
    ["a workbook", { format: { kind: "xlsx" as const, formulaGuard: true } }, 1],
    ["chosen columns in the list's own form", { columns: [1] }, 1],
    ["columns that hold none of it", { columns: [0] }, 0],
    ["an exact copy", {}, 0],
  ])("is counted as replaced in %s", async (_what, request, replaced) => {
    const target = join(targetFolder(), "out");
    const { outcome } = await writeOne(await list(), request, { target });
    expect(outcome).toMatchObject({ ok: true, value: { rows: 3, replaced } });
  });
});
