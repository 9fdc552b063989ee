import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { ENCODINGS } from "../../../../electron/engine/text/csv/encodings.ts";
import { cleanedFile } from "../cleaned-file.ts";
import { targetFolder, writeOne } from "../write-one.ts";

const csvIn = (encoding: string, bom = false) =>
  ({ kind: "csv", delimiter: ";", encoding, bom, newline: "\n", formulaGuard: false }) as const;

const BLANKS = "\u0085\u00a0\u1680\u2000\u2003\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

describe("characters that an encoding lacks", () => {
  it.each(ENCODINGS.map(({ name }) => name).filter((_, at) => at % 4 === 0))(
    "are reported as the number of cells that lost any, in %s",
    async (name) => {
      const cells = [...BLANKS, "—", "é", "Ж", "漢", "😀"].map((sign) => `x${sign}y`);
      const rows = cells.map((cell, at) => `p${at}@firm.example,${cell}`).join("\n");
      const made = await cleanedFile(`Email,Name\n${rows}\n`);
      const target = join(targetFolder(), "out.csv");
      const { outcome } = await writeOne(made, { format: csvIn(name) }, { target });
      const back = iconv.decode(readFileSync(target), name).split("\n").slice(1, -1);
      const lost = cells.filter((cell, at) => back[at] !== `p${at}@firm.example;${cell}`);
      expect(outcome).toMatchObject({ ok: true, value: { rows: cells.length, replaced: lost.length } });
      if (/^utf|^gb18030/i.test(name)) expect(lost).toEqual([]);
    },
  );
});

describe("the encoding of an export", () => {
  it("is refused when it is not a supported encoding", async () => {
    const target = join(targetFolder(), "out.csv");
    const made = await cleanedFile("Email,Name\nann@a.example,Ann\n");
    const { outcome } = await writeOne(made, { format: csvIn("toString") }, { target });
    expect(outcome).toMatchObject({ ok: false, problem: { code: "encoding_unknown" } });
    expect(existsSync(target)).toBe(false);
  });
});
