import { expect, test } from "vitest";
import { everyTransition } from "./every-transition.ts";
import { outcomesOf } from "./outcomes.ts";

test("fields, credits and what comes next of every transition are those of outcomes.txt (vitest -u writes it again)", async () => {
  await expect(outcomesOf(everyTransition())).toMatchFileSnapshot("outcomes.txt");
});
