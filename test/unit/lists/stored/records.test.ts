import { expect, it } from "vitest";
import { readOpen } from "../reading.ts";

// Larger than the read-ahead buffer, with one record larger than the buffer, and blank lines between records.
const LINES = Array.from({ length: 12_000 }, (_, at) => `p${at}@x.example,"${"n".repeat(at % 90)}"\n`);
LINES[6_000] = `long@x.example,"${"n".repeat(300_000)}"\n`;

it("records are the same whether they are read in order, backwards or at random", async () => {
  const { list } = await readOpen(`Email,Note\n${LINES.join("\n")}`);
  expect(list.rows).toBe(LINES.length);
  const rows = LINES.map((_, row) => row);
  const anywhere = rows.map((row) => (row * 7_919) % LINES.length);
  for (const order of [rows, rows.toReversed(), anywhere, rows])
    expect(order.filter((row) => list.recordBytes(row).toString().trim() !== LINES[row]?.trim())).toEqual([]);
  const first = list.recordBytes(0);
  list.recordBytes(1);
  expect(first.toString()).toBe(LINES[0]);
});
