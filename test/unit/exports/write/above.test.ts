import { readFileSync } from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { readWorkbook } from "../../../support/read-workbook.ts";
import { cleanedFile } from "../cleaned-file.ts";
import { CSV, targetFolder, writeOne } from "../write-one.ts";

const TEXT =
  'Notes:\r\n"as of ""today"", really"\r\n\r\nName;Email\r\nAnn;ann@a.example\r\nBob;bob@b.example\r\n';

describe("lines above the header", () => {
  it.each(["utf-8", "utf-16le"])("are kept byte for byte in a copy, in %s", async (encoding) => {
    const bytes = iconv.encode(TEXT, encoding, { addBOM: true });
    const target = join(targetFolder(), "out.csv");
    const { outcome } = await writeOne(await cleanedFile(bytes), {}, { target });
    expect(outcome).toMatchObject({ ok: true, value: { rows: 2 } });
    expect(readFileSync(target).equals(bytes)).toBe(true);
  });

  it("are kept above the header in a rewritten CSV", async () => {
    const target = join(targetFolder(), "out.csv");
    await writeOne(await cleanedFile(Buffer.from(TEXT)), { format: CSV }, { target });
    expect(readFileSync(target, "utf8")).toBe(
      'Notes:\n"as of ""today"", really"\nName,Email\nAnn,ann@a.example\nBob,bob@b.example\n',
    );
  });

  it("are kept above the header in a workbook", async () => {
    const target = join(targetFolder(), "out.xlsx");
    await writeOne(
      await cleanedFile(Buffer.from(TEXT)),
      { format: { kind: "xlsx", formulaGuard: true } },
      { target },
    );
    const [sheet] = readWorkbook(readFileSync(target));
    expect(sheet).toEqual([
      ["Notes:"],
      ['as of "today", really'],
      ["Name", "Email"],
      ["Ann", "ann@a.example"],
      ["Bob", "bob@b.example"],
    ]);
  });
});

describe("lines above the header, when only some columns are exported", () => {
  it.each([
    ["a CSV", CSV],
    ["a workbook", { kind: "xlsx", formulaGuard: true }],
  ] as const)("are left out of %s", async (_name, format) => {
    const target = join(targetFolder(), "out");
    const { outcome } = await writeOne(
      await cleanedFile(Buffer.from(TEXT)),
      { format, columns: [1] },
      { target },
    );
    expect(outcome).toMatchObject({ ok: true, value: { rows: 2 } });
    const bytes = readFileSync(target);
    const cells =
      format.kind === "xlsx"
        ? readWorkbook(bytes)[0]
        : bytes
            .toString()
            .trim()
            .split(/\r?\n/)
            .map((line) => [line]);
    expect(cells).toEqual([["Email"], ["ann@a.example"], ["bob@b.example"]]);
  });
});

describe("a list that reads differently in several encodings", () => {
  const bytes = iconv.encode("Email,Name\na@a.example,Kučera\nb@b.example,Růžička\n", "windows-1250");

  it.each([CSV, { kind: "xlsx", formulaGuard: true } as const])(
    "is not rewritten until the user names the encoding",
    async (format) => {
      const target = join(targetFolder(), "out");
      const made = await cleanedFile(bytes);
      const refused = await writeOne(made, { format }, { target });
      expect(refused.outcome).toMatchObject({ ok: false, problem: { code: "export_encoding_unclear" } });
      expect(() => readFileSync(target)).toThrow();
      const strange = await writeOne(made, { format, readAs: "UTF-16LE" }, { target });
      expect(strange.outcome).toMatchObject({ ok: false, problem: { code: "encoding_unknown" } });
      const said = await writeOne(made, { format, readAs: "windows-1250" }, { target });
      expect(said.outcome).toMatchObject({ ok: true });
    },
  );
});
