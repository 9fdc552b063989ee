import { expect, test } from "vitest";
import { LIMITS } from "../../electron/sandbox/index.ts";
import { CASES, titleOf } from "./cases.ts";
import { SPEC_ROWS } from "./spec-rows.ts";

test("every row of the specification has a case", () => {
  const covered = new Set<string>(CASES.flatMap((one) => one.rows));
  expect(Object.keys(SPEC_ROWS).filter((row) => !covered.has(row))).toEqual([]);
});

test("every case refers to a row and has a unique name", () => {
  expect(CASES.filter((one) => one.rows.length === 0).map(titleOf)).toEqual([]);
  expect(new Set(CASES.map(titleOf)).size).toBe(CASES.length);
});

// Cases at a limit lower it: a list beside 500 others takes long to set up.
test("the sandbox has the documented limits unless a test lowers them", () => {
  expect(LIMITS).toMatchObject({
    fileBytes: 10_000_000,
    addresses: 500_000,
    unverifiedLists: 500,
    activeVerifications: 100,
    checksPerMinute: 120,
  });
});
