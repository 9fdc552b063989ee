import { describe, expect, it } from "vitest";
import { atServiceWords, isPurged, staleWords } from "../../../../../renderer/components/cleaning/age.ts";
import { cleaning } from "../../../../fixtures/cleaning.ts";

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

describe("how long the service keeps a list", () => {
  it.each([
    [1, "29 days left at the service", false],
    [29, "1 day left at the service", false],
    [31, "No longer at the service", true],
  ])("%i days on", (days, words, purged) => {
    expect(atServiceWords(done, DONE + days * DAY)).toBe(words);
    expect(isPurged(done, DONE + days * DAY)).toBe(purged);
  });
});

describe("verdicts that are no longer fresh", () => {
  it.each([
    [89, null],
    [90, null],
    [95, expect.stringContaining("95 days ago")],
  ])("%i days on", (days, words) => expect(staleWords(done, 90, DONE + days * DAY)).toEqual(words));

  it("are said of no list that has none yet, nor where verdicts are never taken as known", () => {
    const running = cleaning({ state: "running", finishedAt: null });
    expect(staleWords(running, 90, DONE + 4000 * DAY)).toBeNull();
    expect(staleWords(done, 0, DONE + 4000 * DAY)).toBeNull();
  });
});
