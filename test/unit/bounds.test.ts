import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROBLEM_CODES } from "../../shared/problems.ts";
import { root } from "../support/winnow.ts";

const rows = readFileSync(join(root, "docs/bounds.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| what"))
  .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")));

/** Returns the constants in a cell of the form `path` `name`, `name`, …, each with its path. */
function named(cell: string): [path: string, name: string][] {
  const found: [string, string][] = [];
  let path = "";
  for (const [, code = ""] of cell.matchAll(/`([^`]+)`/g)) {
    if (code.includes("/")) path = code;
    else found.push([path, code]);
  }
  return found;
}

test.each(
  rows.flatMap(([what = "", , constants = ""]) => named(constants).map((one) => [what, ...one] as const)),
)("the bound of %s is defined where the table says: %s, %s", (_what, path, name) => {
  expect(existsSync(join(root, path))).toBe(true);
  expect(readFileSync(join(root, path), "utf8")).toMatch(
    new RegExp(`(const|function) ${name}\\b|^  (readonly )?${name}:`, "m"),
  );
});

test("every row of the table of bounds names a bound, a constant and what happens beyond it", () => {
  expect(rows.length).toBeGreaterThan(25);
  for (const [what, bound, constants = "", beyond] of rows) {
    expect([what, bound, beyond].every((cell) => (cell ?? "").length > 3)).toBe(true);
    expect(named(constants).length, what).toBeGreaterThan(0);
  }
});

test("every problem in the table of bounds exists", () => {
  const codes = rows.flatMap(([, , , beyond = ""]) =>
    [...beyond.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code),
  );
  for (const code of codes) expect(PROBLEM_CODES).toContain(code);
});
