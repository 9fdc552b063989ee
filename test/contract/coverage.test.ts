import { readFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { root } from "../support/winnow.ts";
import { CASES } from "./cases.ts";

test("every row of the specification has a case, and every case refers to existing rows", () => {
  const rows = Papa.parse<string[]>(readFileSync(join(root, "test/contract/spec-rows.csv"), "utf8").trim());
  const names = rows.data.slice(1).flatMap(([name]) => name ?? []);
  expect(names.length).toBeGreaterThan(100);
  expect(new Set(CASES.flatMap((one) => one.rows))).toEqual(new Set(names));
});
