import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../../support/winnow.ts";
import { everyTransition } from "./every-transition.ts";
import { outcomesOf } from "./outcomes.ts";

const RECORDED = join(root, "test/unit/cleanings/part/outcomes.txt");
/** Lines that a failure shows: a diff of all of them takes longer than the comparison. */
const SHOWN = 5;

test("fields, credits and what comes next of every transition are those of outcomes.txt (WINNOW_DRAW=1 writes it again)", () => {
  const outcomes = outcomesOf(everyTransition());
  if (process.env.WINNOW_DRAW === "1") writeFileSync(RECORDED, outcomes);
  const recorded = new Set(readFileSync(RECORDED, "utf8").split("\n"));
  const lines = outcomes.split("\n");
  expect(lines.filter((line) => !recorded.has(line)).slice(0, SHOWN)).toEqual([]);
  expect(lines).toHaveLength(recorded.size);
});
