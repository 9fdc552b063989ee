import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createColumnCounter } from "../../../electron/engine/lists/detect/consent-candidates.ts";
import { consentColumn, isOfLetters } from "../../../electron/engine/vocabularies/index.ts";

const pairsSchema = z.array(
  z.object({ program: z.string(), header: z.string(), values: z.record(z.string(), z.int()) }),
);
const { asks, silent } = z
  .object({ asks: pairsSchema, silent: pairsSchema })
  .parse(JSON.parse(readFileSync(new URL("../../fixtures/opt-out-columns.json", import.meta.url), "utf8")));
/** Columns that may be read wrongly, per 120. */
const MAX_WRONG = 2 / 120;

function findColumn(header: string, values: Readonly<Record<string, number>>) {
  const words = createColumnCounter();
  for (const [word, rows] of Object.entries(values)) words.add(word, rows);
  return consentColumn(0, header, words.counted());
}

function findMeanings(header: string, values: Readonly<Record<string, number>>) {
  const found = findColumn(header, values)?.words ?? [];
  return Object.fromEntries(found.map(({ word, meaning }) => [word, meaning]));
}

describe("a column of a real export", () => {
  it.each([
    ["asks whom to leave out", asks, true],
    ["asks nothing if it is about something else", silent, false],
  ])("%s", (_name, pairs, isAsked) => {
    const wrong = pairs.filter(({ header, values }) => (findColumn(header, values) !== null) !== isAsked);
    console.info(
      `${wrong.length} of ${pairs.length} columns wrong: ${wrong.map((one) => one.header).join(", ")}`,
    );
    expect(wrong.length / pairs.length, JSON.stringify(wrong, null, 1)).toBeLessThanOrEqual(MAX_WRONG);
  });
});

describe("the words of a column", () => {
  it.each([
    ["Email Opt Out", { yes: 1, no: 2 }, { yes: "unsubscribed", no: "nothing" }],
    ["NO EMAIL", { Y: 1, N: 1 }, { Y: "unsubscribed", N: "nothing" }],
    ["emailAddressIsOptedOut", { True: 1 }, { True: "unsubscribed" }],
    ["Confirmed Opt-Out Date", { "2024-03-01": 3 }, { "2024-03-01": "unsubscribed" }],
    // Unclear: these people may never have been asked.
    ["Accepts Marketing", { yes: 1, no: 2 }, { no: null, yes: "nothing" }],
    ["abonné", { oui: 1, non: 2 }, { non: null, oui: "nothing" }],
    [
      "Email Marketing Consent",
      { UNSUBSCRIBED: 1, SUBSCRIBED: 1 },
      { UNSUBSCRIBED: "unsubscribed", SUBSCRIBED: "nothing" },
    ],
    [
      "state",
      { cancelled: 12, bounced: 3, active: 840, complained: 1 },
      { cancelled: "unsubscribed", bounced: "perhaps_hard", complained: "complained", active: "nothing" },
    ],
    // The word alone does not say of what.
    ["Status", { active: 9, cancelled: 2 }, { cancelled: null, active: "nothing" }],
    ["Order status", { cancelled: 2, shipped: 9 }, {}],
    ["Column", { désabonné: 1, actif: 3 }, { désabonné: "unsubscribed", actif: "nothing" }],
    ["Tags", { "vip, unsubscribed": 1, vip: 2 }, { unsubscribed: "unsubscribed", vip: "nothing" }],
    ["Email Opt Out", { no: 2, "": 1, "?": 1 }, {}],
    ["Email Opt Out", { no: 2, "moved away": 1 }, { "moved away": null, no: "nothing" }],
  ] as const)("of %s %j mean %j", (header, values, expected) => {
    expect(findMeanings(header, values)).toEqual(expected);
  });

  it("become one value beyond 49, and if they are texts, without hiding those of known meaning", () => {
    const reasons = Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`reason ${i}`, 2]));
    const found = findColumn("Unsubscribe reason", {
      ...reasons,
      ["long ".repeat(20)]: 3,
      no: 1,
      unsubscribed: 1,
    });
    expect(found?.words).toHaveLength(50);
    expect(found?.words[0]).toMatchObject({ word: "unsubscribed", meaning: "unsubscribed" });
    expect(found?.words).toContainEqual({ word: "no", rows: 1, meaning: "nothing" });
    const others = found?.words.at(-1);
    expect(others).toMatchObject({ meaning: null, isOther: true, rows: (80 - 47) * 2 + 3 });
  });

  it("are all counted, also beyond a thousand distinct ones", () => {
    const reasons = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`reason ${i}`, 1]));
    const found = findColumn("Unsubscribe reason", { ...reasons, unsubscribed: 1 });
    expect(found?.words[0]).toMatchObject({ word: "unsubscribed", rows: 1 });
    expect(found?.words.reduce((sum, { rows }) => sum + rows, 0)).toBe(3_001);
  });

  it("may be many if they are labels", () => {
    const tags = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`tag ${i}, vip`, 1]));
    const found = findColumn("Tags", { ...tags, "vip, unsubscribed": 1 });
    expect(found?.hasItems).toBe(true);
    expect(found?.words[0]).toMatchObject({ word: "unsubscribed", rows: 1 });
    expect(findColumn("Notes", { ...tags, "vip, unsubscribed": 1 })).toBeNull();
  });

  it("needs few distinct values if the header says nothing", () => {
    const notes = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`note ${i}`, 1]));
    expect(findColumn("Notes", { ...notes, unsubscribed: 1 })).toBeNull();
    expect(findColumn("Notes", { unsubscribed: 1, note: 200 })).not.toBeNull();
  });
});

it.each([
  ["Do not allow Mails", ["Do not allow Emails", "Do not allow Mails"], true],
  ["Do Not Mail", ["Do Not Email", "Do Not Mail"], true],
  ["Do Not Mail", ["Do Not Phone", "Do Not Mail"], false],
  ["Do Not Email", ["Do Not Email", "Do Not Mail"], false],
])("the column %j is about letters beside %j: %s", (name, names, expected) => {
  expect(isOfLetters(name, names)).toBe(expected);
});
