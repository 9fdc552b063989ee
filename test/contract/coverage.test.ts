import { readFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { LIMITS } from "../../electron/sandbox/index.ts";
import { root } from "../support/winnow.ts";
import { CASES, titleOf } from "./cases.ts";

test("every row of the specification has a case, and every case refers to existing rows", () => {
  const rows = Papa.parse<string[]>(readFileSync(join(root, "test/contract/spec-rows.csv"), "utf8").trim());
  const names = rows.data.slice(1).flatMap(([name]) => name ?? []);
  expect(names.length).toBeGreaterThan(100);
  expect(new Set(CASES.flatMap((one) => one.rows))).toEqual(new Set(names));
});

test("every case refers to a row and has a unique name", () => {
  expect(CASES.filter((one) => one.rows.length === 0).map(titleOf)).toEqual([]);
  expect(new Set(CASES.map(titleOf)).size).toBe(CASES.length);
});

// Cases at a limit lower it, because 500 lists take long to set up.
test("the sandbox has the documented limits unless a test lowers them", () => {
  expect(LIMITS).toMatchObject({
    fileBytes: 10_000_000,
    addresses: 500_000,
    unverifiedLists: 500,
    activeVerifications: 100,
    checksPerMinute: 120,
  });
});
