import { describe, expect, it } from "vitest";
import { daysLeft, duration, fromNow, timesFor } from "../../../shared/times.ts";

const NOW = Date.UTC(2026, 10, 21, 12);

describe("moments", () => {
  const at = new Date(2026, 10, 3, 14, 5).getTime();
  it.each(["de-DE", "en-GB", ""])(
    "are English, day first, with 24 hours, where the language is %j",
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
  it.each(["en-US", "en"])("are America's own where the language is %s", (language) => {
    const { moment, date, clock } = timesFor(language);
    expect([moment(at), date(at), clock(at, at)].map((text) => text.replaceAll("\u202f", " "))).toEqual([
      "Nov 3, 2026, 2:05 PM",
      "Nov 3, 2026",
      "2:05 PM",
    ]);
  });

  it("have seconds beside another of the same minute, and not beside the same one", () => {
    const { momentAmong } = timesFor("en-GB");
    const others = [at - 60_000, at, at + 7000];
    expect(others.map((one) => momentAmong(one, others))).toEqual([
      "3 Nov 2026, 14:04",
      "3 Nov 2026, 14:05:00",
      "3 Nov 2026, 14:05:07",
    ]);
    expect(momentAmong(at, [at])).toBe("3 Nov 2026, 14:05");
  });
});

describe("durations", () => {
  it.each([
    [0, "1 sec"],
    [75, "1 min 15 sec"],
    [3900, "1 hr 5 min"],
  ])("%i seconds", (seconds, words) => expect(duration(seconds)).toBe(words));
});

describe("days left", () => {
  it.each([
    [NOW - 1, null],
    [NOW, null],
    [NOW + 1, 1],
    [NOW + 86_400_000, 1],
    [NOW + 86_400_001, 2],
  ])("until %i", (at, days) => expect(daysLeft(at, NOW)).toBe(days));
});

describe("from now", () => {
  it.each([
    [NOW, "this minute"],
    [NOW - 5 * 60_000, "5 minutes ago"],
    [NOW - 86_400_000, "yesterday"],
    [NOW + 2 * 86_400_000, "in 2 days"],
  ])("%i", (at, words) => expect(fromNow(at, NOW)).toBe(words));
});
