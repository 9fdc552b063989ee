import { describe, expect, it } from "vitest";
import { reportPage } from "../../../../electron/engine/exports/report.ts";
import type { Summary } from "../../../../shared/bridge/results.ts";
import { cleaning } from "../../../fixtures/cleaning.ts";

const done = cleaning({
  name: '<script>alert("x")</script>.csv',
  accountLabel: "Acme & Sons",
  createdAt: Date.UTC(2026, 0, 2),
  finishedAt: Date.UTC(2026, 0, 3),
  state: "done",
  stage: "done",
  rows: 1200,
  unique: 1100,
  uploaded: 1000,
  verified: 1000,
  credits: 1000,
  skipped: {
    duplicate: 60,
    malformed: 30,
    empty: 10,
    known: 100,
    suppressed: 0,
    beyondLimit: 0,
    elsewhere: 0,
  },
  counts: { deliverable: 700, accept_all: 150, unknown: 50, undeliverable: 200 },
  missing: 2,
  spent: 1000,
});

const summary: Summary = {
  cleaningId: "c1",
  columns: ["Email"],
  addressColumn: 0,
  rows: 1200,
  verdictRows: { deliverable: 740, accept_all: 160, unknown: 55, undeliverable: 205 },
  noneRows: 40,
  verdictAddresses: done.counts,
  flagRows: { syntax_error: 0, free: 600, role: 20, disposable: 5, trap: 1, unwanted: 0 },
  classRows: { first: 1100, repeated: 60, malformed: 30, empty: 10, suppressed: 0, beyond_limit: 0 },
  domains: [
    { domain: "<b>.example", verified: 30, undeliverable: 20, risky: 5 },
    { domain: "fine.example", verified: 9, undeliverable: 0, risky: 1 },
  ],
  saved: 200,
  missing: 2,
  marks: { keep: 0, drop: 0 },
};

describe("the printable report", () => {
  const page = reportPage(done, summary, new Date(Date.UTC(2026, 0, 4)));

  it("shows the counts, which add up to the rows", () => {
    const rows = [...page.matchAll(/<tr><td><i[^>]*>[^<]*<\/i>[^<]+<\/td><td>([\d,]+)<\/td>/g)];
    const sum = rows.reduce((total, [, count = ""]) => total + Number(count.replace(",", "")), 0);
    expect(sum).toBe(1200);
    expect(page).toContain("<td>All rows</td><td>1,200</td>");
    expect(page).toContain("<td>Invalid rows, not paid for</td><td>30</td>");
    expect(page).toContain("<td>Empty rows, not paid for</td><td>10</td>");
    expect(page).toContain("<td>Addresses verified</td><td>1,000</td>");
    expect(page).toContain("<td>Credits spent</td><td>1,000</td>");
    expect(page).not.toContain("not verified yet");
  });

  it("says that a cleaning is running, and counts only what was verified and spent so far", () => {
    const half = { ...done, state: "running" as const, finishedAt: null, verified: 400, spent: 500 };
    const underWay = reportPage(half, summary, new Date(Date.UTC(2026, 0, 4)));
    expect(underWay).not.toContain("Cleaned on");
    expect(underWay).toContain("Under way: not all results are here</strong>, as of 4 Jan 2026");
    expect(underWay).toContain("<td>Addresses verified</td><td>400</td>");
    expect(underWay).toContain("<td>Addresses not verified yet</td><td>600</td>");
    expect(underWay).toContain("<td>Credits spent</td><td>500</td>");
  });

  it.each([
    ["cancelled", {}, "Cancelled on 3 Jan 2026"],
    [
      "done",
      { unverified: { parts: 1, addresses: 5, rows: 6 } },
      "Ended on 3 Jan 2026 without results for all addresses",
    ],
    ["imported", {}, "Results taken in on 3 Jan 2026"],
  ] as const)("does not say that a cleaning was cleaned when it is %s (%j)", (state, more, words) => {
    const ended = reportPage({ ...done, state, ...more }, summary, new Date(Date.UTC(2026, 0, 4)));
    expect(ended).toContain(words);
    expect(ended).not.toContain("Cleaned on");
  });

  it("shows the list's own words as text, never as markup, and loads and runs nothing", () => {
    expect(page).not.toContain("<script");
    expect(page).not.toContain("<b>.example");
    expect(page).toContain("Acme &#38; Sons");
    expect(page).not.toMatch(/src=|href=|url\(|@import/);
  });

  it("says that a sandbox's verdicts are made up", () => {
    expect(page).not.toContain("made up");
    expect(reportPage({ ...done, sandbox: true }, summary, new Date(0))).toContain("made up");
  });
});
