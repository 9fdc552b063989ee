import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import iconv from "iconv-lite";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import type { ListMeta } from "../../../../electron/engine/lists/index.ts";
import { createResults, openCleaning } from "../../../../electron/engine/results/index.ts";
import { readResults, writeResults } from "../../../../electron/engine/results/results-store.ts";
import { layoutOf, openColumns } from "../../../../electron/engine/store/index.ts";
import { FLAG_BIT, VERDICT_CODE } from "../../../../shared/verdicts.ts";
import { buildList } from "../../results/build-list.ts";
import { targetFolder, writeOne } from "../write-one.ts";

interface Form {
  encoding: string;
  bom: boolean;
  newline: ListMeta["newline"];
  /** Line end, if it differs from `newline`. */
  lineEnd?: string;
  delimiter: string;
  hasHeader: boolean;
  ended: boolean;
}

/** Builds a list of `rows` in `form`. Column 0 is the address; even addresses are deliverable, odd ones are not. */
function built(rows: readonly (readonly string[])[], form: Form) {
  const { encoding, newline, delimiter } = form;
  const encode = (text: string) => iconv.encode(text, encoding, { addBOM: false });
  const quote = (cell: string) =>
    /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const lineEnd = form.lineEnd ?? newline;
  const line = (cells: readonly string[], end = lineEnd) => encode(cells.map(quote).join(delimiter) + end);
  const bom = form.bom ? encode("\ufeff") : Buffer.alloc(0);
  const header = ["email", "name", "note"];
  const list = buildList({
    head: Buffer.concat([bom, form.hasHeader ? line(header) : Buffer.alloc(0)]),
    bomBytes: bom.length,
    records: rows.map((cells, row) => line(cells, row === rows.length - 1 && !form.ended ? "" : lineEnd)),
    addresses: rows.map(([address]) => address ?? ""),
    meta: { encoding, newline, delimiter, columns: header },
  });
  const cleaning = layoutOf(list.dataDir).cleaning("c1");
  createResults(cleaning.results, { fate: new Uint16Array(list.addresses.length).fill(1), known: null });
  const store = openColumns(cleaning.results);
  const results = readResults(store, list.addresses.length);
  for (let id = 0; id < list.addresses.length; id++) {
    results.verdict[id] = id % 2 === 0 ? VERDICT_CODE.deliverable : VERDICT_CODE.accept_all;
    results.flags[id] = id % 2 === 0 ? 0 : FLAG_BIT.free | FLAG_BIT.trap;
    results.verifiedAt[id] = 1_700_000_000_123 + id;
    results.source[id] = 1;
  }
  store.transaction(() => writeResults(store, results));
  store.close();
  return { built: list, cleaning };
}

const cell = fc.oneof(
  fc.constantFrom("", "é", 'a "quote"', "one\ntwo", "a,b;c\td", "00012", "+44 20", " padded "),
  fc.string({ maxLength: 5, unit: fc.constantFrom("a", "é", '"', ",", ";", "\t", "\n", " ") }),
);
const rows = fc.array(
  fc.tuple(fc.nat(12), fc.array(cell, { maxLength: 3 })).map(([n, cells]) => [`p${n}@x.example`, ...cells]),
  { minLength: 1, maxLength: 12 },
);
const form: fc.Arbitrary<Form> = fc
  .record({
    encoding: fc.constantFrom("UTF-8", "UTF-8", "windows-1252", "UTF-16LE", "UTF-16BE"),
    bom: fc.boolean(),
    newline: fc.constantFrom("\n", "\r\n", "\r"),
    delimiter: fc.constantFrom(",", ";", "\t"),
    hasHeader: fc.boolean(),
    ended: fc.boolean(),
  })
  .map((whole) => ({ ...whole, bom: whole.bom && whole.encoding !== "windows-1252" }));

describe("an exact export", () => {
  it("is identical to the original file when it contains all rows", async () => {
    await fc.assert(
      fc.asyncProperty(rows, form, async (table, given) => {
        const made = built(table, given);
        const target = join(targetFolder(), "out.csv");
        const { outcome } = await writeOne(made, {}, { target });
        expect(outcome).toMatchObject({ ok: true, value: { rows: table.length, guarded: 0 } });
        expect(readFileSync(target).equals(readFileSync(made.built.list.original))).toBe(true);
      }),
      { numRuns: 12 },
    );
  });

  it("contains the original records of some rows, in any order", async () => {
    await fc.assert(
      fc.asyncProperty(rows, form, fc.boolean(), async (table, given, descending) => {
        const made = built(table, given);
        const target = join(targetFolder(), "out.csv");
        const { outcome } = await writeOne(
          made,
          { filter: { verdicts: ["deliverable"] }, sort: { by: { kind: "address" }, descending } },
          { target },
        );
        const opened = openCleaning(made.built.list, made.cleaning.results, { readonly: true });
        const wanted = table
          .map((cells, row) => ({ address: cells[0] ?? "", row }))
          .filter(({ address }) => made.built.addresses.indexOf(address) % 2 === 0)
          .sort((a, b) =>
            a.address === b.address ? a.row - b.row : a.address < b.address !== descending ? -1 : 1,
          );
        const newline = iconv.encode(given.newline, given.encoding, { addBOM: false });
        const last = table.length - 1;
        const pieces = wanted.map(({ row }, at) => {
          const bytes = opened.list.recordBytes(row);
          return row === last && !given.ended && at < wanted.length - 1
            ? Buffer.concat([bytes, newline])
            : bytes;
        });
        const head = readFileSync(made.built.list.original).subarray(0, opened.list.rowStart[0]);
        opened.close();
        expect(outcome).toMatchObject({ ok: true, value: { rows: wanted.length } });
        expect(readFileSync(target).equals(Buffer.concat([head, ...pieces]))).toBe(true);
      }),
      { numRuns: 12 },
    );
  });

  it("keeps the original cells when it adds verdict columns", async () => {
    await fc.assert(
      fc.asyncProperty(rows, form, async (table, given) => {
        const made = built(table, given);
        const target = join(targetFolder(), "out.csv");
        await writeOne(made, { withVerdicts: true }, { target });
        const text = iconv.decode(readFileSync(target), given.encoding, { stripBOM: true });
        const parsed = Papa.parse<string[]>(text, { delimiter: given.delimiter, newline: given.newline });
        const lines = parsed.data.filter((cells) => cells.length > 1);
        const padded = (cells: readonly string[]) => Array.from({ length: 3 }, (_, at) => cells[at] ?? "");
        const expected = table.map((cells) => {
          const id = made.built.addresses.indexOf(cells[0] ?? "");
          const at = new Date(1_700_000_000_123 + id).toISOString();
          const verdict =
            id % 2 === 0 ? ["deliverable", "N", "N", "N", "N", "N"] : ["accept_all", "N", "Y", "N", "N", "Y"];
          return [...padded(cells), ...verdict, at, ...cells.slice(3)];
        });
        const header = [
          ...padded(["email", "name", "note"]),
          "Verification Result",
          "Syntax Error",
          "ISP",
          "Role",
          "Disposable",
          "Trap",
          "Verified At",
        ];
        expect(lines).toEqual(given.hasHeader ? [header, ...expected] : expected);
      }),
      { numRuns: 12 },
    );
  });
});
