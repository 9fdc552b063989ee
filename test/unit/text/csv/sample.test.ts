import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sandboxVerdict } from "../../../../electron/sandbox/verdicts.ts";
import { emptyVerdictCounts } from "../../../../shared/verdicts.ts";
import { sampleList } from "../../../fixtures/sample-list.ts";
import { readOpen } from "../../lists/reading.ts";

test("the sample list matches its generator and covers every kind of row and verdict", async () => {
  const bytes = readFileSync(new URL("../../../../resources/sample.csv", import.meta.url));
  expect(bytes.equals(sampleList())).toBe(true);
  const { preflight, list } = await readOpen(bytes);
  expect(preflight).toMatchObject({ rows: 1000, addressColumn: 3, bom: true, newline: "\r\n" });
  expect(preflight.columns).toHaveLength(7);
  for (const kind of ["repeated", "malformed", "empty", "role", "disposable", "free", "typos"] as const) {
    expect(preflight[kind], kind).toBeGreaterThan(5);
  }
  const verdicts = emptyVerdictCounts();
  for (let id = 0; id < list.addresses; id++) verdicts[sandboxVerdict(list.address(id)).verdict]++;
  for (const [verdict, count] of Object.entries(verdicts)) expect(count, verdict).toBeGreaterThan(50);
  const phones = Array.from({ length: list.rows }, (_, row) => list.cells(row)[5] ?? "");
  expect(phones.some((phone) => phone.startsWith("+44"))).toBe(true);
  expect(phones.some((phone) => phone.startsWith("0"))).toBe(true);
});
