import { describe, expect, it } from "vitest";
import { createDateReader, findDateOrder } from "../../../electron/engine/vocabularies/index.ts";
import type { DateOrder } from "../../../shared/date-order.ts";

const NOW = Date.UTC(2026, 10, 29);
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString().slice(0, 16));
const parse = (text: string, order: DateOrder = "day_first") =>
  iso(createDateReader(NOW, () => order).read(text));
const find = (
  dates: readonly string[],
  { others = [], delimiter = "," }: { others?: string[]; delimiter?: string } = {},
) => findDateOrder({ dates, others, delimiter, now: NOW });

describe("a date", () => {
  it.each([
    // Excel, in the forms of its locales.
    ["11/20/2026 8:11:00 AM", "2026-11-20T08:11"],
    ["11/20/2026 12:11 AM", "2026-11-20T00:11"],
    ["11/20/2026 12:11 PM", "2026-11-20T12:11"],
    ["03/25/2019 8:11 AM", "2019-03-25T08:11"],
    ["25/03/2019 08:11", "2019-03-25T08:11"],
    ["11/20/26", "2026-11-20T00:00"],
    ["11/20/99", "1999-11-20T00:00"],
    ["20.11.2026 08:11", "2026-11-20T08:11"],
    ["20-Nov-2026", "2026-11-20T00:00"],
    ["20-Nov-26", "2026-11-20T00:00"],
    ["46346.340972", "2026-11-20T08:11"],
    ["46346", "2026-11-20T00:00"],
    // Services.
    ["14 May 20 14:18 +0200", "2020-05-14T12:18"],
    ["1st-Mar-2020", "2020-03-01T00:00"],
    ["20. Nov. 2026 08:11", "2026-11-20T08:11"],
    ["20 Nov 2026 at 08:11", "2026-11-20T08:11"],
    ["2026-11-20 08:11:00 CET", "2026-11-20T08:11"],
    ["11/20/2026 8:11 AM EST", "2026-11-20T08:11"],
    ["20/11/2026 8:11 Uhr", "2026-11-20T08:11"],
    ["2026-11-20 08:11:00 America/New_York", "2026-11-20T08:11"],
    ["Sat Nov 21 2026 01:02:03 GMT+0100 (Central European Standard Time)", "2026-11-21T00:02"],
    ["20261120T081100Z", "2026-11-20T08:11"],
    ["2026-11-20 08:11:22+00", "2026-11-20T08:11"],
    ["2026-11-20 08:11:22-05", "2026-11-20T13:11"],
    ["20/11/2026 08:11 +0530", "2026-11-20T02:41"],
    ["Fri, 20 Nov 2026 08:11:00 CEST", "2026-11-20T08:11"],
    ["Nov 20, 2026 08:11 UTC", "2026-11-20T08:11"],
    ["Nov 20, 2026, 8:11 p.m.", "2026-11-20T20:11"],
    ["November 20th, 2026", "2026-11-20T00:00"],
    ["Fri, 20 Nov 2026 08:11:00 +0100", "2026-11-20T07:11"],
    ["Fri Nov 20 08:11:00 UTC 2026", "2026-11-20T08:11"],
    ["20-11-2026 08:11:00", "2026-11-20T08:11"],
    ["2026-11-20T08:11:00.123456789+02:00", "2026-11-20T06:11"],
    ["2026-11-20 08:11:00 +0000", "2026-11-20T08:11"],
    ["2026-11-20 08:11:00.000000 UTC", "2026-11-20T08:11"],
    ["2026/11/20 8:11", "2026-11-20T08:11"],
    ["20261120081100", "2026-11-20T08:11"],
    ["1763626260", "2025-11-20T08:11"],
    ["1763626260123", "2025-11-20T08:11"],
  ])("is read from %s", (text, expected) => {
    expect(parse(text)).toBe(expected);
  });

  it.each([
    "",
    "13/13/2026",
    "31/02/2026",
    "2026-02-30",
    "25:00",
    "Mar 3",
    "May I",
    "12345",
    "Jun-25",
    "garbage",
    "99999999",
    "11/20/2026 25:00",
    "2027-01-01",
  ])("is not read from %j", (text) => {
    expect(parse(text)).toBeNull();
  });

  it("begins with the day or the month by the order of the file, with dots always with the day", () => {
    expect(parse("03/04/2026", "day_first")).toBe("2026-04-03T00:00");
    expect(parse("03/04/2026", "month_first")).toBe("2026-03-04T00:00");
    expect(parse("03.04.2026", "month_first")).toBe("2026-04-03T00:00");
  });

  it("is left unread, and reported, if day and month cannot be told apart", () => {
    const dates = createDateReader(NOW, () => null);
    expect(iso(dates.read("05/05/2026"))).toBe("2026-05-05T00:00");
    expect(dates.unclear).toBeNull();
    expect(dates.read("03/04/2026")).toBeNull();
    expect(dates.unclear).toBe("03/04/2026");
  });
});

describe("the order of day and month", () => {
  it.each<[string, readonly string[], DateOrder | null]>([
    ["a day over 12", ["03/04/2026", "25/03/2026"], "day_first"],
    ["a day over 12 in second place", ["03/04/2026", "03/25/2026 10:00"], "month_first"],
    ["both, which decide nothing", ["03/04/2026", "25/03/2026", "03/25/2026"], null],
    ["a day over 12 after a two-digit year", ["01-05-25", "02-15-25"], "month_first"],
    ["a month that would be in the future, with AM", ["12/11/2026 10:15 AM"], "day_first"],
    ["AM, which Australia writes too", ["03/04/2026 8:11 AM"], null],
    ["a day that would be in the future", ["12/10/2025", "12/11/2026"], "day_first"],
    ["a month that would be in the future", ["11/12/2026"], "month_first"],
    ["nothing else", ["03/04/2026", "2026-03-25", "25.03.2026"], null],
  ])("is found by %s", (_by, dates, expected) => {
    expect(find(dates)).toBe(expected);
  });

  it("is found by other columns, then by the semicolons of countries that write the day first", () => {
    expect(find(["03/04/2026"], { others: ["ann", "3/31/2020"], delimiter: ";" })).toBe("month_first");
    expect(find(["03/04/2026"], { delimiter: ";" })).toBe("day_first");
  });
});
