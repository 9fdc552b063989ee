import { describe, expect, test } from "vitest";
import type { ReadOptions } from "../../../shared/bridge/lists.ts";
import { workbook } from "../../fixtures/workbooks.ts";
import { exportedBytes, readOpen } from "./reading.ts";

const PEOPLE = 20;
/** Two addresses per row, and a third in one of the rows. */
const rows = Array.from({ length: PEOPLE }, (_, at) => [
  `p${at}@firm.example`,
  `p${at}@home.example`,
  ...(at === 7 ? ["third@home.example"] : []),
]);
const headed = [["Email", "Second email"], ...rows];
const csv = (lines: readonly (readonly string[])[], delimiter = ";") =>
  `${lines.map((cells) => cells.join(delimiter)).join("\n")}\n`;

describe("a table of addresses with one longer row", () => {
  test.each<[string, Uint8Array | string, ReadOptions]>([
    ["guessed", csv(headed), {}],
    ["with its delimiter given", csv(headed), { delimiter: ";" }],
    ["as a workbook", workbook([{ name: "Sheet1", rows: headed }]), {}],
    ["with half of its rows shorter", csv(headed.map((cells, at) => cells.slice(0, at > 10 ? 1 : 2))), {}],
  ])("has one row per line and leads to no question: %s", async (_how, bytes, options) => {
    const { preflight, list } = await readOpen(bytes, { column: 0, ...options });
    expect(preflight).toMatchObject({ rows: PEOPLE, unique: PEOPLE, malformed: 0 });
    expect(preflight.columns.slice(0, 2).map(({ name }) => name)).toEqual(["Email", "Second email"]);
    expect(list.rows).toBe(PEOPLE);
    expect(preflight.rowsAre).toBeUndefined();
  });
});

describe("lines of addresses without a header", () => {
  const uneven = "a@x.example;b@x.example\nc@x.example;d@x.example\ne@x.example\n";
  const even = "a@x.example;b@x.example\nc@x.example;d@x.example\n";

  test.each<[string, string, ReadOptions, number]>([
    ["uneven", uneven, {}, 5],
    ["uneven, behind a sep= line", `sep=;\n${uneven}`, {}, 3],
    ["even", even, {}, 2],
  ])("are read as rows or as single addresses: %s", async (_how, text, options, rows) => {
    const { preflight } = await readOpen(text, options);
    expect(preflight).toMatchObject({ rows, rowsAre: rows === 5 ? "addresses" : "lines" });
  });

  test.each<[string, ReadOptions["rows"], number]>([
    [uneven, "lines", 3],
    [uneven, "addresses", 5],
  ])("are read as the user answered the question: %j as %s", async (text, answer, count) => {
    const { preflight, list } = await readOpen(text, { rows: answer, column: 0 });
    expect(preflight).toMatchObject({ rows: count, unique: count, rowsAre: answer });
    expect(exportedBytes(list).toString()).toBe(text);
  });

  test.each(["a@x.example, b@x.example, c@x.example", "a@x.example b@x.example\nc@x.example\n"])(
    "are read as addresses, without a question, when they form no table: %j",
    async (text) => {
      const { preflight } = await readOpen(text);
      expect(preflight).toMatchObject({ rows: 3, unique: 3, rowsAre: "addresses" });
    },
  );
});
