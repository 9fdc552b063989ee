import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import iconv from "iconv-lite";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { createFormulaGuard } from "../../../../electron/engine/exports/formats/formula-guard.ts";
import { LONG } from "../../../support/long.ts";
import { cleanedFile } from "../cleaned-file.ts";
import { targetFolder, writeOne } from "../write-one.ts";

const listOf = (bytes: Buffer) => cleanedFile(bytes, { options: { hasHeader: true } });

async function counted(text: string, encoding = "utf-8", bom = "") {
  const bytes = iconv.encode(bom + text, encoding, { addBOM: false });
  const made = await listOf(bytes);
  const target = join(targetFolder(), "out.csv");
  const { outcome } = await writeOne(made, {}, { target });
  if (!outcome.ok) throw new Error(outcome.problem.detail);
  expect(readFileSync(target).equals(bytes), "an exact copy").toBe(true);
  return outcome.value.formulas;
}

describe("an exact copy counts the cells that could run as formulas, and changes none", () => {
  it.each([
    ["nothing of the kind", "email,note\na@x.example,plain\nb@x.example,+44 20 7946 0958\n", 0],
    ["a formula", "email,note\na@x.example,=1+1\n", 1],
    ["one in quotes", 'email,note\na@x.example,"=1+1,2"\n', 1],
    ["one for whom a semicolon parts columns", "email,note\na@x.example,;=1+1\n", 1],
    ["one behind a line break in a cell", 'email,note\na@x.example,"x\n=1+1"\n', 1],
    ["one behind quotes of its own", 'email,note\na@x.example,"x;""=1+1"""\n', 1],
    ["one behind blanks", "email,note\na@x.example, \u00a0\u3000=1\n", 1],
    ["full-width signs", "email,note\na@x.example,＝1\nb@x.example,x;＠y\n", 2],
    ["a dash that does harm", "email,note\na@x.example,x;-cmd(1)\n", 1],
    ["its own delimiter within quotes", 'email,note\na@x.example,"x,=1"\n', 0],
    ["the last row without a line end", "email,note\na@x.example,x\nb@x.example,=1", 1],
  ])("%s", async (_what, text, count) => {
    expect(await counted(text)).toBe(count);
    expect(await counted(text, "utf-16le", "\ufeff")).toBe(count);
  });

  it("as a look at every cell does, whatever is in them", async () => {
    const cell = fc.oneof(
      fc.string({
        unit: fc.constantFrom(
          "=",
          "@",
          "+",
          "-",
          ";",
          "|",
          "\t",
          " ",
          '"',
          "\n",
          "1",
          "9",
          "a",
          "é",
          "(",
          "\u3000",
          "＝",
          "и",
        ),
        maxLength: 8,
      }),
      fc.constantFrom("+49 30 1234", "2024-08-09", "plain text", ""),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 25 }), async (rows) => {
        const table = rows.map(([a, b], at) => [`p${at}@x.example`, `n${a}`.slice(1), b]);
        const text = `${Papa.unparse([["email", "a", "b"], ...table], { newline: "\n", quotes: true })}\n`;
        const guard = createFormulaGuard(",");
        const expected = table.flat().filter((one) => {
          // A carriage return or a tab before text is harmless in a file that is left as it is: programs drop it.
          return (
            guard.isDangerous(one) &&
            !/^[ \n\v\f\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff]*[\t\r]/.test(one)
          );
        }).length;
        const formulas = await counted(text);
        const withTabs = table.flat().filter((one) => guard.isDangerous(one)).length;
        expect(formulas).toBeGreaterThanOrEqual(expected);
        expect(formulas).toBeLessThanOrEqual(withTabs);
      }),
      { numRuns: LONG ? 120 : 12 },
    );
  });

  it("finds each once in a file of many slices", async () => {
    const filler = "x".repeat(997);
    const rows = Array.from(
      { length: 9_000 },
      (_, n) => `p${n}@x.example,${filler},${n % 3 === 0 ? ";＝1" : "-"}`,
    );
    expect(await counted(`email,note,more\n${rows.join("\n")}\n`)).toBe(3_000);
  });
});

describe("CSV that is written anew", () => {
  const csv = { kind: "csv", delimiter: ",", encoding: "utf-8", bom: false, newline: "\n" } as const;
  const TEXT = 'email,note\na@x.example,x;=1+1\nb@x.example,"x, =1"\nc@x.example,"=2\n@y"\n';

  it("is guarded for other separators too", async () => {
    const target = join(targetFolder(), "out.csv");
    const { outcome } = await writeOne(
      await listOf(Buffer.from(TEXT)),
      { format: { ...csv, formulaGuard: true } },
      { target },
    );
    expect(outcome).toMatchObject({ ok: true, value: { guarded: 2, formulas: 0 } });
    const text = readFileSync(target, "utf8");
    expect(text).toBe('email,note\na@x.example,x;\'=1+1\nb@x.example,"x, =1"\nc@x.example,"\'=2\n\'@y"\n');
    // However it is opened, no cell begins with what runs.
    for (const delimiter of [",", ";", "\t", "|"]) {
      const cells = Papa.parse<string[]>(text, { delimiter }).data.flat();
      expect(cells.filter((cell) => /^\s*[=@]/.test(cell))).toEqual([]);
    }
  });
});
