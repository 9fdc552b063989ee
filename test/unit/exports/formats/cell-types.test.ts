import { readFileSync } from "node:fs";
import { join } from "node:path";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { type SheetMade, workbook } from "../../../fixtures/workbooks.ts";
import { cleanedFile } from "../cleaned-file.ts";
import { targetFolder, writeOne } from "../write-one.ts";

const xlsx = { kind: "xlsx", formulaGuard: true } as const;

const cleaned = (bytes: Uint8Array | string, name = "list.xlsx") => cleanedFile(bytes, { name });

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

test("a workbook's numbers, dates and booleans keep their types in a workbook, and texts stay texts", async () => {
  const target = join(targetFolder(), "out.xlsx");
  const { outcome } = await writeOne(await cleaned(workbook([people])), { format: xlsx }, { target });
  expect(outcome).toMatchObject({ ok: true, value: { rows: 2, values: 2, asText: 1 } });
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

test("the cells of a CSV stay texts even if they look like numbers or dates, and no types are reported", async () => {
  const target = join(targetFolder(), "out.xlsx");
  const list = await cleaned("Email,Age\na@a.example,31\n", "list.csv");
  const { outcome } = await writeOne(list, { format: xlsx }, { target });
  expect(outcome).toMatchObject({ ok: true, value: { asText: 0, values: 0 } });
  expect(cellsOf(target).get("B2")).toEqual({ type: "inlineStr", format: "49", value: "31" });
});

/** Numbers, each with its text in the format of a date, of a date and time, and of a duration. */
const TIMES: [number: string, date: string, dateAndTime: string, duration: string][] = [
  ["1", "1900-01-01", "1900-01-01 00:00:00", "24:00:00"],
  ["60", "1900-02-29", "1900-02-29 00:00:00", "1440:00:00"],
  ["0.3333333333", "1899-12-31 08:00:00", "1899-12-31 08:00:00", "08:00:00"],
  ["45292.1229976852", "2024-01-01 02:57:07", "2024-01-01 02:57:07", "2024-01-01 02:57:07"],
  ["2958466", "2958466", "2958466", "2958466"],
];

test.each(TIMES)(
  "the date and time %s is written as text and reads back to the millisecond",
  async (...row) => {
    const [number, ...texts] = row;
    const cells = [1, 3, 4].map((style) => ({ number, style }));
    const bytes = unzipSync(
      workbook([
        {
          name: "S",
          rows: [
            ["Email", "Day", "Seen", "Took"],
            ["a@a.example", ...cells],
          ],
        },
      ]),
    );
    const styles = strFromU8(bytes["xl/styles.xml"] ?? new Uint8Array());
    const durations = styles.replace("</cellXfs>", '<xf numFmtId="46"/></cellXfs>');
    const made = await cleaned(zipSync({ ...bytes, "xl/styles.xml": strToU8(durations) }));
    const target = join(targetFolder(), "out.xlsx");
    const { outcome } = await writeOne(made, { format: xlsx }, { target });
    expect(outcome).toMatchObject({ ok: true, value: { asText: 0 } });
    expect(readFileSync(made.built.list.records, "utf8")).toBe(
      `\uFEFFEmail,Day,Seen,Took\r\na@a.example,${texts.join(",")}\r\n`,
    );
    const back = cellsOf(target);
    for (const at of ["B2", "C2", "D2"]) {
      expect(back.get(at)?.type).toBe("n");
      expect(Math.abs(Number(back.get(at)?.value) - Number(number)) * 86_400_000).toBeLessThanOrEqual(0.501);
    }
  },
);

test("dates of the 1904 system are written as the same days", async () => {
  const made = unzipSync(
    workbook([
      {
        name: "S",
        rows: [
          ["Email", "Day"],
          ["a@a.example", { number: 60, style: 1 }],
          ["b@a.example", { number: 2958000, style: 1 }],
        ],
      },
    ]),
  );
  const book = strFromU8(made["xl/workbook.xml"] ?? new Uint8Array());
  const bytes = zipSync({
    ...made,
    "xl/workbook.xml": strToU8(book.replace("<workbookPr/>", '<workbookPr date1904="1"/>')),
  });
  const target = join(targetFolder(), "out.xlsx");
  const { outcome } = await writeOne(await cleaned(bytes), { format: xlsx }, { target });
  expect(cellsOf(target).get("B2")).toMatchObject({ type: "n", value: "1522" });
  // 2958000 days after 1904 is beyond the year 9999, and therefore not a valid date in either date system.
  expect(cellsOf(target).get("B3")).toMatchObject({ type: "inlineStr", value: "2958000" });
  expect(outcome).toMatchObject({ ok: true, value: { asText: 1 } });
});

test("dates in ISO 8601 are read in the format of their cells, and written back as dates", async () => {
  const cell = (at: string, style: number, value: string) => ({
    xml: `<c r="${at}" t="d" s="${style}"><v>${value}</v></c>`,
  });
  const sheet: SheetMade = {
    name: "S",
    rows: [
      ["Email", "Day", "Seen", "Midnight", "General"],
      [
        "a@a.example",
        cell("B2", 1, "2024-01-01"),
        cell("C2", 3, "2024-01-01T18:00:00"),
        cell("D2", 3, "2024-01-01T00:00:00"),
        cell("E2", 0, "2024-01-01T18:00:00"),
      ],
    ],
  };
  const made = await cleaned(workbook([sheet]));
  const target = join(targetFolder(), "out.xlsx");
  const { outcome } = await writeOne(made, { format: xlsx }, { target });
  expect(outcome).toMatchObject({ ok: true, value: { asText: 1 } });
  expect(readFileSync(made.built.list.records, "utf8")).toContain(
    "a@a.example,2024-01-01,2024-01-01 18:00:00,2024-01-01 00:00:00,2024-01-01 18:00:00\r\n",
  );
  expect(Object.fromEntries(cellsOf(target))).toMatchObject({
    B2: { type: "n", format: "14", value: "45292" },
    C2: { type: "n", format: "22", value: "45292.75" },
    D2: { type: "n", format: "22", value: "45292" },
  });
});
