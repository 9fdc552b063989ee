import { readFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
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
