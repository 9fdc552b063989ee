import { expect, it } from "vitest";
import { linesOf } from "../../../../electron/engine/erase/blank.ts";
import { openRecords } from "../../../../electron/engine/exports/formats/record-source.ts";
import { readSamples } from "../../../../electron/engine/lists/detect/encoding.ts";
import { openList } from "../../../../electron/engine/lists/index.ts";
import { readRecords } from "../../../../electron/engine/lists/read/read-records.ts";
import { WarningCounter } from "../../../../electron/engine/lists/read/warnings.ts";
import { encodingNamed } from "../../../../electron/engine/text/index.ts";
import { unwrap } from "../../../support/unwrap.ts";
import { buildList } from "../../results/build-list.ts";

const HEAD = "email,name\n";
const RECORDS = ["ann@a.example,Ann\n", "\n", "bob@b.example,Bob\r\n", "x,\n"];
const ROWS = RECORDS.filter((record) => record !== "\n");
/** Beyond what 31 bits count, and such that the last record ends beyond 32 bits less one. */
const HOLES = [2 ** 31 + 5, 2 ** 32 - 1 - HEAD.length - RECORDS.join("").length];

/** Builds a list whose records follow a hole; between the first two is a blank line. */
function afterHole(hole: number) {
  const records = RECORDS.map((record) => Buffer.from(record));
  const { list, meta } = buildList({
    head: Buffer.from(HEAD),
    hole,
    records,
    addresses: RECORDS.map(() => null),
  });
  return { list, size: meta.recordsBytes, from: HEAD.length + hole };
}

it.each(HOLES)("the samples of a long file come from all of it: %d bytes", (hole) => {
  const { list, size } = afterHole(hole);
  const samples = readSamples(list.original);
  expect(samples).toMatchObject({ size, whole: false });
  expect(samples.head.toString("utf8", 0, HEAD.length)).toBe(HEAD);
  expect(samples.further.at(-1)?.toString()).toContain("bob@b.example");
});

it.each(HOLES)("records of a long file keep their places: after %d bytes", (hole) => {
  const { list, size, from } = afterHole(hole);
  const encoding = encodingNamed("UTF-8");
  if (encoding === null) throw new Error("no encoding");
  const { table } = unwrap(
    readRecords({
      path: list.original,
      name: "long.csv",
      encoding,
      dialect: { delimiter: ",", spacedQuotes: false, flow: false },
      from,
      firstLine: 2,
      size,
      column: 0,
      fields: 2,
      countedColumns: [],
      header: null,
      expectedRows: 3,
      mostRows: 3,
      corrections: new Map(),
      fixCells: false,
      oddities: new WarningCounter(),
      progress: () => undefined,
    }),
  );
  const source = openRecords(list.original, true);
  const found = ROWS.map((_, row) => source.bytes(table.recordStart[row] ?? 0, table.endOf(row)).toString());
  source.close();
  expect(found).toEqual(ROWS);
  expect(table.endOf(2)).toBe(size);
});

it.each(HOLES)("a list's records and the lines to erase are found after %d bytes", (hole) => {
  const { list, from } = afterHole(hole);
  const opened = openList(list);
  expect([0, 1, 2, 3].map((row) => opened.recordBytes(row).toString())).toEqual(RECORDS);
  opened.close();
  const second = from + RECORDS.slice(0, 2).join("").length;
  expect(linesOf(list.original, [{ start: second + 2, end: second + 4 }])).toMatchObject([
    { start: second, end: second + "bob@b.example,Bob".length },
  ]);
});
