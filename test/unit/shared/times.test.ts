import { describe, expect, it } from "vitest";
import { daysLeft, fromNow, timesFor } from "../../../shared/times.ts";

const NOW = Date.UTC(2026, 10, 21, 12);

describe("a date and time", () => {
  const at = new Date(2026, 10, 3, 14, 5).getTime();
  it.each(["de-DE", "en-GB", ""])(
    "is in English, day first, with 24 hours, for the language %j",
    (language) => {
      const { moment, date, clock } = timesFor(language);
      expect([moment(at), date(at), clock(at, at), clock(at, at + 864e5)]).toEqual([
        "3 Nov 2026, 14:05",
        "3 Nov 2026",
        "14:05",
        "3 Nov 2026, 14:05",
      ]);
    },
  );
  it.each(["en-US", "en"])("is in American form for the language %s", (language) => {
    const { moment, date, clock } = timesFor(language);
    expect([moment(at), date(at), clock(at, at)].map((text) => text.replaceAll("\u202f", " "))).toEqual([
      "Nov 3, 2026, 2:05 PM",
      "Nov 3, 2026",
      "2:05 PM",
    ]);
  });
});

describe("the days left", () => {
  it.each([
    [NOW - 1, null],
    [NOW, null],
    [NOW + 1, 1],
    [NOW + 86_400_000, 1],
    [NOW + 86_400_001, 2],
  ])("are counted until %i", (at, days) => expect(daysLeft(at, NOW)).toBe(days));
});

describe("a relative time", () => {
  it.each([
    [NOW, "this minute"],
    [NOW - 5 * 60_000, "5 minutes ago"],
    [NOW - 86_400_000, "yesterday"],
    [NOW + 2 * 86_400_000, "in 2 days"],
  ])("reads well for %i", (at, words) => expect(fromNow(at, NOW)).toBe(words));
});
