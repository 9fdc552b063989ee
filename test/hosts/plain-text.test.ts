import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonLine, plainLine } from "../../electron/hosts/plain-text.ts";
import { problem } from "../../shared/problems.ts";

/** Characters that move the cursor, start an escape sequence, ring the bell or change the text direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const STEERS = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

describe("a line for a terminal", () => {
  it.each([
    ["\x1b[31mred\x1b[0m", "\u{fffd}[31mred\u{fffd}[0m"],
    ["\x1b]0;title\x07name", "\u{fffd}]0;title\u{fffd}name"],
    ["\u009b2Jgone", "\u{fffd}2Jgone"],
    ["two\r\nlines\tand\u2028more", "two lines and more"],
    ["abc\u202egnp.csv", "abc\u{fffd}gnp.csv"],
    ["half \ud83d pair", "half \u{fffd} pair"],
    ["Müller, 東京, می\u200cخواهم, 👩\u200d💻", "Müller, 東京, می\u200cخواهم, 👩\u200d💻"],
  ])("%j is shown as %j", (text, shown) => {
    expect(plainLine(text)).toBe(shown);
  });

  it("never contains control characters", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => !STEERS.test(plainLine(text))));
  });

  it("has no trait of problems as JSON that only the page understands", () => {
    const met = problem("account_unknown", { account: "a" });
    expect(met.chargeUnknown).toBe(true);
    expect(JSON.parse(jsonLine({ problem: met })).problem).not.toHaveProperty("chargeUnknown");
  });

  it("never contains control characters as JSON, and parses back exactly", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const line = jsonLine({ [text]: [text] });
        expect(line).not.toMatch(STEERS);
        expect(JSON.parse(line)).toEqual({ [text]: [text] });
      }),
    );
  });
});
