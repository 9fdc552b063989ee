import { describe, expect, it } from "vitest";
import { countedWords, progressOf } from "../../../../../renderer/views/clean/progress.ts";
import type { Cleaning } from "../../../../../shared/bridge/cleanings.ts";
import { judged, withoutVerdict } from "../../../../../shared/judged.ts";
import { cleaning } from "../../../../fixtures/cleaning.ts";

const counts = { deliverable: 62, accept_all: 43, unknown: 40, undeliverable: 45 };
const skipped = { duplicate: 0, malformed: 0, empty: 0, known: 0, suppressed: 0, beyondLimit: 0 };
const over = { state: "done", stage: "done", unique: 190, counts } as const;

function of(changes: Partial<Cleaning>): string {
  return countedWords(cleaning(changes)).join(", ");
}

describe("what a cleaning's card counts", () => {
  it.each([
    [
      "some known",
      { uploaded: 138, skipped: { ...skipped, known: 52 } },
      "138 addresses verified, 52 already known",
    ],
    [
      "all known",
      { uploaded: 0, credits: 0, skipped: { ...skipped, known: 190 } },
      "190 addresses already known",
    ],
    ["none known", { uploaded: 190 }, "190 addresses verified"],
    [
      "part of it lost",
      { state: "failed", uploaded: 250, skipped: { ...skipped, known: 52 } },
      "138 addresses verified, 52 already known",
    ],
    [
      "a results file",
      { state: "imported", uploaded: 0, skipped: { ...skipped, known: 190 } },
      "190 addresses with a verdict",
    ],
  ] as const)("adds up to the verdicts beside it: %s", (_, changes, words) => {
    expect(of({ ...over, ...changes })).toBe(words);
    const said = [...words.matchAll(/\d+/g)].reduce((sum, [n]) => sum + Number(n), 0);
    expect(said).toBe(judged(counts));
  });

  it("says while it is under way how many of those that are paid for are done, and what was known", () => {
    const under = { uploaded: 138, verified: 88, skipped: { ...skipped, known: 52 } };
    expect(of(under)).toBe("88 of 138 addresses verified, 52 already known");
    expect(of({ ...under, stage: "preparing" })).toBe("52 already known");
    expect(progressOf(cleaning(under)).percent).toBeCloseTo((88 / 138) * 100);
  });

  it("nothing was verified before it was cancelled", () => {
    const none = { deliverable: 0, accept_all: 0, unknown: 0, undeliverable: 0 };
    expect(of({ state: "cancelled", counts: none })).toBe("0 addresses verified");
  });

  it("counts the addresses that no verdict stands for", () => {
    expect(withoutVerdict({ unique: 240, counts })).toBe(50);
    expect(withoutVerdict({ unique: 190, counts })).toBe(0);
  });
});
