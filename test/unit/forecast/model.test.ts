import { describe, expect, it } from "vitest";
import { meanOf } from "../../../electron/engine/forecast/beta.ts";
import { budgetOf, forecastOf } from "../../../electron/engine/forecast/forecast-summary.ts";
import { calibrate, isWithin, type Observed, rateOf } from "../../../electron/engine/forecast/model.ts";
import { atDomain } from "../../../electron/engine/forecast/planned.ts";
import { score } from "./scores.ts";

const SEEDS = Array.from({ length: 40 }, (_, at) => at + 1);

it(`the model forecasts simulated worlds better than simpler rates do (seeds 1 to ${SEEDS.length})`, () => {
  const { covered, coveredGroups, loss, kept } = score(SEEDS);
  // By chance, a 90 % interval covers 80 to 98 % of 40 worlds.
  expect(covered).toBeGreaterThanOrEqual(0.8);
  expect(covered).toBeLessThanOrEqual(0.98);
  expect(coveredGroups).toBeGreaterThanOrEqual(0.9);
  expect(loss.model).toBeLessThan(loss.pooled);
  expect(loss.model).toBeLessThan(loss.raw);
  expect(kept.model).toBeGreaterThan(kept.pooled);
  expect(kept.model).toBeGreaterThan(kept.raw);
});

/** Returns observations of accept-all addresses: how many were sent to and bounced per domain. */
const sent = (domains: Record<string, [sent: number, bounced: number]>, host = "microsoft"): Observed[] =>
  Object.entries(domains).map(([domain, [count, bounced]]) => ({
    ...{ verdict: "accept_all" as const, host, domain, sent: count, bounced },
  }));
const planned = (domain: string, addresses: number, host = "microsoft") =>
  atDomain({ verdict: "accept_all", host, domain }, addresses);

describe("the rate of an address", () => {
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, at): [string, [number, number]] => [`d${at}.example`, [100, 3]]),
  );
  const calibration = calibrate(sent({ ...many, "bad.example": [100, 60], "few.example": [20, 15] }));
  const rate = (domain: string, host?: string) => meanOf(rateOf(calibration, planned(domain, 1, host)));

  it("is its domain's rate if enough was sent there", () => {
    expect(rate("bad.example")).toBeGreaterThan(0.4);
    expect(rate("d1.example")).toBeLessThan(0.05);
  });
  it("is its mail host's rate if little was sent to the domain, and its verdict's rate at an unknown host", () => {
    expect(rate("few.example")).toBe(rate("new.example"));
    expect(rate("new.example")).toBeGreaterThan(0.02);
    expect(rate("new.example")).toBeLessThan(0.15);
    expect(rate("new.example", "mimecast")).toBeGreaterThan(0);
  });
  it("is reported per mail host as the sum of the expected bounces of its domains", () => {
    const expected = (one: { host: string; domain: string | null; addresses: number }) =>
      one.addresses * meanOf(rateOf(calibration, { ...one, verdict: "accept_all" }));
    const own = ["d1.example", "d2.example"].map((domain, at) => planned(domain, 100 * (at + 1)));
    const other = planned("d1.example", 7, "elsewhere");
    const told = forecastOf(calibration, [...own, other, { ...other, verdict: "none" }]);
    expect(told).toMatchObject({ addresses: 314, unverified: 7 });
    expect(told.groups.map(({ standing, mailHost }) => `${standing} ${mailHost}`).sort()).toEqual([
      "accept_all microsoft",
      "accept_all null",
      "none null",
    ]);
    const group = told.groups.find(({ mailHost }) => mailHost === "microsoft");
    expect(group?.addresses).toBe(300);
    expect(group?.expected).toBeCloseTo(own.reduce((sum, one) => sum + expected(one), 0));
  });
  it("is a rule of thumb, and marked as one, if nothing comparable was sent", () => {
    const told = forecastOf(calibration, [{ ...planned("a.example", 500), verdict: "unknown" }]);
    expect(told).toMatchObject({
      byRule: 500,
      groups: [{ standing: "unknown", isRule: true, sent: 0 }],
    });
    const known = forecastOf(calibration, [planned("d1.example", 500)]);
    expect(known).toMatchObject({ byRule: 0, groups: [{ isRule: false, sent: 100, bounced: 3 }] });
  });
});

describe("a bounce budget", () => {
  const calibration = calibrate(sent({ "good.example": [5000, 10], "bad.example": [5000, 2500] }));
  const list = [planned("good.example", 1000), planned("bad.example", 100)];

  it("keeps the addresses least likely to bounce until the upper bound reaches the budget, and lists the others", () => {
    const { kept, left, rate } = budgetOf(calibration, list, 0.02);
    expect(kept).toMatchObject({ addresses: 1000 });
    expect(kept.bounds?.high).toBeLessThanOrEqual(0.02);
    expect(left.groups).toMatchObject([{ domains: [{ domain: "bad.example", addresses: 100 }] }]);
    expect(rate).not.toBeNull();
    expect(isWithin(calibration, list, 0.02)).toBe(false);
  });
  it("keeps all addresses if they are within the budget, and none if the budget is too low for any", () => {
    expect(budgetOf(calibration, list, 0.5)).toMatchObject({
      kept: { addresses: 1100 },
      left: { addresses: 0 },
    });
    expect(budgetOf(calibration, list, 0.0001)).toMatchObject({ rate: null, kept: { bounds: null } });
  });
});
