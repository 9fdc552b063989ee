import { describe, expect, it } from "vitest";
import { daysLeft, duration, fromNow } from "../../../../renderer/format/times.ts";

const NOW = Date.UTC(2026, 10, 21, 12);

describe("durations", () => {
  it.each([
    [0, "1 sec"],
    [12, "12 sec"],
    [75, "1 min 15 sec"],
    [1500, "25 min"],
    [3600, "1 hr"],
    [3900, "1 hr 5 min"],
  ])("%i seconds", (seconds, words) => expect(duration(seconds)).toBe(words));
});

describe("days left", () => {
  it.each([
    [NOW - 1, 0],
    [NOW + 1, 1],
    [NOW + 86_400_000, 1],
    [NOW + 86_400_001, 2],
  ])("until %i", (at, days) => expect(daysLeft(at, NOW)).toBe(days));
});

describe("from now", () => {
  it.each([
    [NOW, "this minute"],
    [NOW - 5 * 60_000, "5 minutes ago"],
    [NOW - 3 * 3_600_000, "3 hours ago"],
    [NOW - 86_400_000, "yesterday"],
    [NOW + 2 * 86_400_000, "in 2 days"],
  ])("%i", (at, words) => expect(fromNow(at, NOW)).toBe(words));
});
