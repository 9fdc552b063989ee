import { readFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { workbook } from "../../../fixtures/workbooks.ts";
import { cleanedFile } from "../cleaned-file.ts";
import { CSV, targetFolder, writeOne } from "../write-one.ts";

const listOf = (bytes: Buffer) => cleanedFile(bytes, { options: { hasHeader: true } });

describe("a rewritten CSV", () => {
  const TEXT = 'email,note\na@x.example,x;=1+1\nb@x.example,"x, =1"\nc@x.example,"=2\n@y"\n';

  it("escapes formulas that would run when it is opened with another delimiter", async () => {
    const target = join(targetFolder(), "out.csv");
    const { outcome } = await writeOne(await listOf(Buffer.from(TEXT)), { format: CSV }, { target });
    expect(outcome).toMatchObject({ ok: true, value: { guarded: 2, formulas: 0 } });
    const text = readFileSync(target, "utf8");
    expect(text).toBe('email,note\na@x.example,x;\'=1+1\nb@x.example,"x, =1"\nc@x.example,"\'=2\n\'@y"\n');
    for (const delimiter of [",", ";", "\t", "|"]) {
      const cells = Papa.parse<string[]>(text, { delimiter }).data.flat();
      expect(cells.filter((cell) => /^\s*[=@]/.test(cell))).toEqual([]);
    }
  });
});

describe("a CSV as the list was", () => {
  const FORMULA = '=HYPERLINK("https://evil.example")';
  const exact = { kind: "exact" } as const;

  it.each([
    [
      "list.xlsx",
      workbook([
        {
          name: "People",
          rows: [
            ["email", "note", "handle"],
            ["+1555@x.example", FORMULA, "@ann"],
          ],
        },
      ]),
    ],
    ["list.json", JSON.stringify([{ email: "+1555@x.example", note: FORMULA, handle: "@ann" }])],
  ])(
    "does not let a text of %s run as a formula, counts it, and keeps harmless texts",
    async (name, bytes) => {
      const target = join(targetFolder(), "out.csv");
      const cleaned = await cleanedFile(bytes, { name });
      for (const withVerdicts of [false, true]) {
        const { outcome } = await writeOne(
          cleaned,
          { format: exact, withVerdicts },
          { target, overwrite: true },
        );
        expect(outcome).toMatchObject({ ok: true, value: { guarded: 1 } });
        const row = Papa.parse<string[]>(readFileSync(target, "utf8")).data[1];
        expect(row?.slice(0, 3)).toEqual(["+1555@x.example", `'${FORMULA}`, "@ann"]);
      }
    },
  );

  it("keeps a formula of a CSV, byte for byte", async () => {
    const target = join(targetFolder(), "out.csv");
    const text = "email,note\na@x.example,=1+1\n";
    await writeOne(await listOf(Buffer.from(text)), { format: exact }, { target });
    expect(readFileSync(target, "utf8")).toBe(text);
  });
});
