import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import iconv from "iconv-lite";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { openList } from "../../../../electron/engine/lists/index.ts";
import { LONG } from "../../../support/long.ts";
import { readWorkbook } from "../../../support/read-workbook.ts";
import { cleanedFile } from "../cleaned-file.ts";
import { targetFolder, writeOne } from "../write-one.ts";

/** The quote before `abc` is none only because of the row below it; that of `q` would close it if that row were gone. */
const TEXT =
  'Email,Name\nkept-ann@a.example,"abc\nbob@b.example,x"y\nkept-eve@c.example,q"\nkept-kim@d.example,Kim\n';

async function copied(text: string | Buffer, request: Parameters<typeof writeOne>[1]) {
  const target = join(targetFolder(), "out.csv");
  const { outcome } = await writeOne(await cleanedFile(text), request, { target });
  if (!outcome.ok) throw new Error(outcome.problem.detail);
  return { bytes: readFileSync(target), ...outcome.value };
}

const kept = { filter: { columns: [{ column: 0, op: "contains" as const, value: "kept" }] } };

describe("a quote that opens in one row and is none only because of a later one", () => {
  it("stays as it is in a copy of all rows", async () => {
    const { bytes, requoted } = await copied(TEXT, {});
    expect(bytes.toString()).toBe(TEXT);
    expect(requoted).toBe(0);
  });

  it.each(["UTF-8", "UTF-16LE"])(
    "swallows no row when the later one is left out, in %s, and the row is counted",
    async (encoding) => {
      const text = iconv.encode(TEXT, encoding, { addBOM: /^utf/i.test(encoding) });
      const { bytes, rows, requoted } = await copied(text, kept);
      const said = iconv.decode(bytes, encoding);
      expect(said).toBe(
        'Email,Name\nkept-ann@a.example,"""abc"\nkept-eve@c.example,q"\nkept-kim@d.example,Kim\n',
      );
      expect({ rows, requoted }).toEqual({ rows: 3, requoted: 1 });
      expect(Papa.parse<string[]>(said.trim()).data).toHaveLength(4);
    },
  );

  it("is closed in the header and above it as well", async () => {
    const text =
      'Report "A"\n"of May\nEmail,"Na\nann@a.example,b"c\nkept-bob@b.example,Bob\nkept-eve@c.example,E\n';
    const made = await cleanedFile(text, { options: { headerLine: 3 } });
    expect(made.preflight.rows).toBe(3);
    const folder = targetFolder();
    const { outcome } = await writeOne(made, kept, { target: join(folder, "o.csv") });
    expect(outcome).toMatchObject({ ok: true, value: { rows: 2 } });
    expect(readFileSync(join(folder, "o.csv"), "utf8")).toBe(
      'Report "A"\n"""of May"\nEmail,"""Na"\nkept-bob@b.example,Bob\nkept-eve@c.example,E\n',
    );
    await writeOne(
      made,
      { format: { kind: "xlsx", formulaGuard: true } },
      { target: join(folder, "o.xlsx") },
    );
    expect(readWorkbook(readFileSync(join(folder, "o.xlsx")))[0]?.slice(0, 3)).toEqual([
      ['Report "A"'],
      ['"of May'],
      ["Email", '"Na'],
    ]);
  });
});

describe("rows with quotes wherever they like", () => {
  const piece = fc.constantFrom('"', '"', '""', ",", ",", "\n", "a", "b");
  const text = fc.string({ unit: piece, maxLength: 8 });
  const lines = fc.array(fc.tuple(fc.boolean(), text, text), { minLength: 2, maxLength: 8 });
  const options = { delimiter: ",", hasHeader: true, column: 0 };
  const cellsOf = ({ list }: { list: Parameters<typeof openList>[0] }) => {
    const opened = openList(list);
    const rows = Array.from({ length: opened.rows }, (_, row) => opened.cells(row));
    opened.close();
    return rows;
  };

  it("are the same rows in a copy of some of them, with and without verdicts", async () => {
    let looked = 0;
    await fc.assert(
      fc.asyncProperty(lines, fc.boolean(), async (all, withVerdicts) => {
        const body = all.map(([isKept, before, behind], at) => {
          return `${isKept ? "kept" : "lost"}-${at}@firm.example,${before},${behind}`;
        });
        const file = `Email,A,B\nkept@firm.example,a,b\n${body.join("\n")}\nlost@firm.example,a,b\n`;
        const made = await cleanedFile(file, { options }).catch(() => null);
        // A quote that the file never closes is refused.
        if (made === null) return;
        const before = cellsOf(made.built).filter(([cell = ""]) => cell.includes("kept"));
        const target = join(targetFolder(), "out.csv");
        const { outcome } = await writeOne(made, { ...kept, withVerdicts }, { target });
        expect(outcome).toMatchObject({ ok: true, value: { rows: before.length } });
        const again = await cleanedFile(readFileSync(target), { options });
        looked++;
        const width = made.preflight.columns.length;
        const added = again.preflight.columns.filter(({ name }) =>
          /^(Verif|Syntax|ISP|Role|Disp|Trap)/.test(name),
        );
        const own = (cells: readonly string[]) => [
          ...cells.slice(0, width),
          ...cells.slice(width + added.length),
        ];
        // Short rows are filled up where verdicts follow.
        const unfilled = (cells: readonly string[]) =>
          cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
        expect(cellsOf(again.built).map((cells) => unfilled(own(cells)))).toEqual(before.map(unfilled));
      }),
      { numRuns: LONG ? 120 : 20 },
    );
    expect(looked).toBeGreaterThan(3);
  });
});
