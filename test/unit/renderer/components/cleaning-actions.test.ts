import { describe, expect, it } from "vitest";
import { atServiceWords, isPurged, staleWords } from "../../../../renderer/components/cleaning-actions.ts";
import { cleaning } from "../../../fixtures/cleaning.ts";

const DAY = 86_400_000;
const DONE = Date.UTC(2026, 0, 1);
const done = cleaning({
  state: "done",
  stage: "done",
  createdAt: DONE,
  finishedAt: DONE,
  purgeAt: DONE + 30 * DAY,
  heldUntil: DONE + 31 * DAY,
});

describe("the note on how long the service keeps a list", () => {
  it.each([
    [1, "29 days left at the service", false],
    [29, "1 day left at the service", false],
    [31, "No longer at the service", true],
  ])("shows the remaining time %i days after the cleaning", (days, words, purged) => {
    expect(atServiceWords(done, DONE + days * DAY)).toBe(words);
    expect(isPurged(done, DONE + days * DAY)).toBe(purged);
  });
});

describe("the note that verdicts are no longer fresh", () => {
  it.each([
    [89, null],
    [90, null],
    [95, expect.stringContaining("95 days ago")],
  ])("appears only once the verdicts exceed the freshness limit: after %i days", (days, words) =>
    expect(staleWords(done, 90, DONE + days * DAY)).toEqual(words),
  );

  it("is not shown without verdicts or if verdicts are never reused", () => {
    const running = cleaning({ state: "running", finishedAt: null });
    expect(staleWords(running, 90, DONE + 4000 * DAY)).toBeNull();
    expect(staleWords(done, 0, DONE + 4000 * DAY)).toBeNull();
  });
});
