import { describe, expect, it } from "vitest";
import { countedWords, progressOf } from "../../../../../renderer/views/clean/ProgressBar.tsx";
import type { Cleaning } from "../../../../../shared/bridge/cleanings.ts";
import { verdictTotal } from "../../../../../shared/cleaning-state.ts";
import { cleaning } from "../../../../fixtures/cleaning.ts";

const counts = { deliverable: 62, accept_all: 43, unknown: 40, undeliverable: 45 };
const skipped = {
  duplicate: 0,
  malformed: 0,
  empty: 0,
  known: 0,
  suppressed: 0,
  erased: 0,
  beyondLimit: 0,
  elsewhere: 0,
};
const over = { state: "done", stage: "done", unique: 190, counts } as const;

function of(changes: Partial<Cleaning>): string {
  return countedWords(cleaning(changes)).join(", ");
}

describe("the counts on a cleaning's card", () => {
  it.each([
    [
      "all known",
      { uploaded: 0, credits: 0, skipped: { ...skipped, known: 190 } },
      "190 addresses already known",
    ],
    [
      "a results file",
      { state: "imported", uploaded: 0, skipped: { ...skipped, known: 190 } },
      "190 addresses with a verdict",
    ],
  ] as const)("add up to the verdict counts next to them: %s", (_, changes, words) => {
    expect(of({ ...over, ...changes })).toBe(words);
    const said = [...words.matchAll(/\d+/g)].reduce((sum, [n]) => sum + Number(n), 0);
    expect(said).toBe(verdictTotal(counts));
  });

  it("show how many of the paid addresses are done, and how many were known", () => {
    const under = { uploaded: 138, verified: 88, skipped: { ...skipped, known: 52 } };
    expect(of(under)).toBe("88 of 138 addresses verified, 52 already known");
    expect(of({ ...under, stage: "preparing" })).toBe("52 already known");
    expect(progressOf(cleaning(under)).percent).toBeCloseTo((88 / 138) * 100);
  });
});
