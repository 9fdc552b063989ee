import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { listTasks, openList } from "../../../electron/engine/lists/index.ts";
import { beginResults } from "../../../electron/engine/results/index.ts";
import { layoutOf } from "../../../electron/engine/store/index.ts";
import { opendocument, textCell } from "../../fixtures/opendocument.ts";
import { type SheetMade, workbook } from "../../fixtures/workbooks.ts";
import { makeDataDir } from "../results/build-list.ts";
import { targetFolder, writeOne } from "./write-one.ts";

const xlsx = { kind: "xlsx", formulaGuard: true } as const;

/** A workbook that was read, with a cleaning of it. */
async function cleaned(bytes: Uint8Array | string, name = "list.xlsx") {
  const dataDir = makeDataDir();
  const list = layoutOf(dataDir).list("l1");
  mkdirSync(list.dir, { recursive: true });
  writeFileSync(list.original, bytes);
  const input = { listId: "l1", list, name, options: {}, corrections: [] };
  const read = await listTasks["lists.read"](input, { progress: () => undefined });
  if (!read.ok) throw new Error(read.problem.detail);
  const cleaning = layoutOf(dataDir).cleaning("c1");
  const opened = openList(list);
  beginResults(cleaning.results, { fate: new Uint16Array(opened.addresses).fill(1), known: null });
  return { built: { list, dataDir, meta: opened.meta, addresses: [] }, cleaning };
}

/** The cells of the written workbook, as its own XML has them: reference → type, number format and value. */
function cellsOf(path: string): Map<string, { type: string; format: string; value: string }> {
  const parts = unzipSync(readFileSync(path));
  const text = (name: string) => strFromU8(parts[name] ?? new Uint8Array());
  const styles = text("xl/styles.xml");
  const codes = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
  );
  const xfs = [...(/<cellXfs.*<\/cellXfs>/.exec(styles)?.[0] ?? "").matchAll(/numFmtId="(\d+)"/g)].map(
    ([, id]) => id,
  );
  const cells = text("xl/worksheets/sheet1.xml").matchAll(/<c r="([A-Z]+\d+)"([^>]*)>(.*?)<\/c>/g);
  return new Map(
    [...cells].map(([, at = "", attributes = "", inner = ""]) => {
      const id = xfs[Number(/s="(\d+)"/.exec(attributes)?.[1] ?? 0)];
      return [
        at,
        {
          type: /t="(\w+)"/.exec(attributes)?.[1] ?? "n",
          format: codes.get(id) ?? id ?? "",
          value: inner.replace(/<[^>]*>/g, ""),
        },
      ];
    }),
  );
}

const people: SheetMade = {
  name: "People",
  rows: [
    ["Email", "Id", "Since", "Seen", "Share", "Code", "Yes", "Sum", "Broken"],
    [
      "ann@a.example",
      { number: 42, style: 2 },
      { number: 45_292, style: 1 },
      { number: 45_292.75, style: 3 },
      { number: "12.5" },
      "00012",
      { xml: '<c r="G2" t="b"><v>1</v></c>' },
      { xml: '<c r="H2"><f>1+1</f><v>2</v></c>' },
      { xml: '<c r="I2" t="e"><v>#N/A</v></c>' },
    ],
    [
      "bob@b.example",
      "none",
      null,
      null,
      { number: 7 },
      { number: 12 },
      null,
      { xml: '<c r="H3" t="str"><f>"a"</f><v>a</v></c>' },
    ],
  ],
};

test("numbers, dates and truth values of a workbook are that again in a workbook, and texts are texts", async () => {
  const target = join(targetFolder(), "out.xlsx");
  const { outcome } = await writeOne(await cleaned(workbook([people])), { format: xlsx }, { target });
  expect(outcome).toMatchObject({ ok: true, value: { rows: 2, values: 2, asText: 1, typesLost: false } });
  const cells = cellsOf(target);
  const text = (value: string) => ({ type: "inlineStr", format: "49", value });
  expect(Object.fromEntries(cells)).toMatchObject({
    A2: text("ann@a.example"),
    B2: { type: "n", format: "00000", value: "42" },
    C2: { type: "n", format: "14", value: "45292" },
    D2: { type: "n", format: "22", value: "45292.75" },
    E2: { type: "n", format: "0", value: "12.5" },
    F2: text("00012"),
    G2: { type: "b", format: "0", value: "1" },
    H2: { type: "n", format: "0", value: "2" },
    I2: text("#N/A"),
    B3: text("none"),
    E3: { type: "n", format: "0", value: "7" },
    F3: { type: "n", format: "0", value: "12" },
    H3: text("a"),
  });
});

test("chosen columns in another order, and rows in another, keep what their cells were", async () => {
  const target = join(targetFolder(), "out.xlsx");
  const request = {
    format: xlsx,
    columns: [4, 0],
    sort: { by: { kind: "row" as const }, descending: true },
    withVerdicts: true,
  };
  const { outcome } = await writeOne(await cleaned(workbook([people])), request, { target });
  expect(outcome).toMatchObject({ ok: true, value: { asText: 0, values: 0 } });
  expect(Object.fromEntries(cellsOf(target))).toMatchObject({
    A2: { type: "n", value: "7" },
    B2: { type: "inlineStr", value: "bob@b.example" },
    A3: { type: "n", value: "12.5" },
  });
});

test("rows above the header do not shift what the cells below it were", async () => {
  const rows: SheetMade["rows"] = [
    ["Customers of May"],
    [],
    ["Email", "Age"],
    ["a@a.example", { number: 31 }],
    ["b@b.example", "old"],
  ];
  const target = join(targetFolder(), "out.xlsx");
  await writeOne(await cleaned(workbook([{ name: "S", rows }])), { format: xlsx }, { target });
  const cells = [...cellsOf(target).values()];
  expect(cells).toContainEqual({ type: "n", format: "0", value: "31" });
  expect(cells).toContainEqual({ type: "inlineStr", format: "49", value: "old" });
});

test("an ODS workbook keeps its numbers and dates in XLSX", async () => {
  const row = (...cells: string[]) => `<table:table-row>${cells.join("")}</table:table-row>`;
  const rows =
    row(textCell("Email"), textCell("Age"), textCell("Since")) +
    row(
      textCell("a@a.example"),
      '<table:table-cell office:value-type="float" office:value="31"><text:p>31</text:p></table:table-cell>',
      '<table:table-cell office:value-type="date" office:date-value="2024-01-01"><text:p>1.1.24</text:p></table:table-cell>',
    );
  const target = join(targetFolder(), "out.xlsx");
  const bytes = opendocument(`<table:table table:name="S">${rows}</table:table>`);
  await writeOne(await cleaned(bytes, "list.ods"), { format: xlsx }, { target });
  expect(Object.fromEntries(cellsOf(target))).toMatchObject({
    B2: { type: "n", format: "0", value: "31" },
    C2: { type: "n", format: "14", value: "45292" },
  });
});

test("a CSV's cells are texts, whatever they look like, and nothing is said of types", async () => {
  const target = join(targetFolder(), "out.xlsx");
  const list = await cleaned("Email,Age\na@a.example,31\n", "list.csv");
  const { outcome } = await writeOne(list, { format: xlsx }, { target });
  expect(outcome).toMatchObject({ ok: true, value: { asText: 0, values: 0, typesLost: false } });
  expect(cellsOf(target).get("B2")).toEqual({ type: "inlineStr", format: "49", value: "31" });
});
