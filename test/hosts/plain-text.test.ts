import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonLine, plainLine, problemLine } from "../../electron/hosts/plain-text.ts";
import { PROBLEM_CODES, type Problem, problem } from "../../shared/problems.ts";
import { sentences } from "../../shared/sentences.ts";

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

describe("joined sentences", () => {
  it.each<[(string | undefined)[], string]>([
    [
      ["Which column contains the addresses?", "Several could."],
      "Which column contains the addresses? Several could.",
    ],
    [["The file is empty", "It contains no rows", undefined], "The file is empty. It contains no rows."],
    [["He said “stop.”", "", "Go on!"], "He said “stop.” Go on!"],
  ])("get punctuation between them: %j", (parts, line) => {
    expect(sentences(...parts)).toBe(line);
  });

  it("are punctuated correctly for every problem", () => {
    // Values differ by problem; a value without an entry here is text.
    const make = problem as (code: Problem["code"], values: unknown) => Problem;
    const lists: Record<string, unknown> = {
      unclear: [],
      encodings: [],
      columns: ["2"],
      sheets: ["2"],
      files: ["2"],
      names: ["2"],
      looksLike: [{ source: "2", name: "2" }],
    };
    const codes: Record<string, unknown> = { kind: "pdf", contents: "list" };
    const values = new Proxy({}, { get: (_, name) => lists[String(name)] ?? codes[String(name)] ?? "2" });
    for (const code of PROBLEM_CODES)
      expect(problemLine(make(code, values)), code).not.toMatch(/[.?!][.?!]|\s\.|[^.?!”)'…:]$/);
  });
});
