import { describe, expect, it } from "vitest";
import { gotSlower } from "../../bench/report/compare.ts";
import { atLeast, atMost, isMet, type Line } from "../../bench/report/line.ts";
import { figuresIn, reportOf, tableOf } from "../../bench/report/markdown.ts";

function line(own: Partial<Line>): Line {
  return {
    task: "import",
    peer: "sqlite3",
    winnow: "50.0 ms",
    other: "100 ms",
    figure: 0.5,
    unit: "×",
    target: atMost(1.25),
    memory: "",
    ...own,
  };
}

describe("the report", () => {
  it("gives back the figures that were written", () => {
    const lines = [line({}), line({ peer: "(peak memory)", figure: 241.7, unit: "MB" })];
    expect(figuresIn(tableOf(lines))).toEqual([
      { task: "import", peer: "sqlite3", figure: 0.5 },
      { task: "import", peer: "(peak memory)", figure: 242 },
    ]);
  });

  it("says of what was not measured that it was not, and gives no figure back", () => {
    const table = tableOf([line({ figure: null, other: "not installed" })]);
    expect(table).toContain("not installed | not measured | ≤ 1.25 × |  |");
    expect(figuresIn(table)).toEqual([]);
  });

  it("keeps the remarks of the report before", () => {
    const first = reportOf([line({})], "a machine", 7, "");
    const remarked = first.replace("None.", "The disk is slow.");
    expect(reportOf([line({ figure: 2 })], "a machine", 7, remarked)).toContain("The disk is slow.");
  });

  it.each([
    [0.5, atMost(0.5), true],
    [0.51, atMost(0.5), false],
    [95, atLeast(95), true],
    [94.9, atLeast(95), false],
    [null, atMost(1), null],
    [1, null, null],
  ])("holds %s against %o: %s", (figure, target, met) => {
    expect(isMet({ figure, target })).toBe(met);
  });
});

describe("what got slower", () => {
  const before = [
    { task: "import", peer: "sqlite3", figure: 0.5 },
    { task: "scroll", peer: "(frames)", figure: 98 },
  ];

  it("is what lies beyond the noise, worst first, in either sense", () => {
    const now = [
      line({ figure: 0.8 }),
      line({ task: "scroll", peer: "(frames)", figure: 40, unit: "%", target: atLeast(95) }),
    ];
    const [first, second] = gotSlower(now, before);
    expect(first).toContain("scroll (frames): 40.0 %, was 98.0 % (2.45 times)");
    expect(second).toContain("import against sqlite3: 0.80 ×, was 0.50 × (1.60 times)");
  });

  it.each([
    ["noise", line({ figure: 0.56 })],
    ["quicker", line({ figure: 0.1 })],
    ["not measured", line({ figure: null })],
    ["new", line({ task: "export", figure: 9 })],
  ])("is not what is %s", (_what, now) => {
    expect(gotSlower([now], before)).toEqual([]);
  });
});
