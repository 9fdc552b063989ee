import { posix, win32 } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isUnusableName } from "../../../../electron/engine/exports/files/safe-name.ts";
import {
  createNamer,
  safeFileName,
  safeNameWith,
  stemOf,
} from "../../../../electron/engine/exports/index.ts";

const nasty = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc
    .array(fc.constantFrom(..."/\\:. \0\näaß😀\u202e", "..", "C:", "con", "NUL", "com1", "\ud800", ".csv"), {
      maxLength: 200,
    })
    .map((parts) => parts.join("")),
);

function expectSafe(name: string): void {
  for (const platform of ["linux", "win32"] as const) expect(isUnusableName(name, platform)).toBe(false);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  expect(name).not.toMatch(/^\.+$/);
  expect(posix.join("/chosen", name)).toBe(`/chosen/${name}`);
  expect(posix.dirname(posix.join("/chosen", name))).toBe("/chosen");
  expect(win32.dirname(win32.resolve("C:\\chosen", name))).toBe("C:\\chosen");
  expect(name.isWellFormed()).toBe(true);
}

describe("a file name made from data", () => {
  it("is valid on every system", () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const name = safeFileName(text);
        expectSafe(name);
        expect(safeFileName(name)).toBe(name);
      }),
      { numRuns: 300 },
    );
  });

  it("keeps its suffix intact", () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const name = safeNameWith(stemOf(text), "-not_verified.xlsx");
        expectSafe(name);
        expect(name.endsWith("-not_verified.xlsx")).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("is unique per folder, even if case and Unicode normalisation are ignored", () => {
    fc.assert(
      fc.property(fc.array(nasty, { maxLength: 12 }), (texts) => {
        const unique = createNamer();
        const names = texts.flatMap((text) => [unique(text), unique(text.toUpperCase()), unique(text)]);
        for (const name of names) expectSafe(name);
        const folded = names.map((name) => name.normalize("NFC").toLowerCase());
        expect(new Set(folded).size).toBe(names.length);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ["contacts.csv", "contacts.csv"],
    ["../../../../outside.csv", "_.._.._.._outside.csv"],
    ["C:\\Users\\x.csv", "C__Users_x.csv"],
    ["con", "_con"],
    ["clean.csv:stream", "clean.csv_stream"],
    ["..", "list"],
    ["", "list"],
  ])("%j becomes %j", (text, name) => {
    expect(safeFileName(text)).toBe(name);
  });
});

describe("a file name that the user chose", () => {
  it.each(["clean.csv:x", "nul", "com3.csv", "a?.csv", "clean.csv.", "clean.csv ", "a\0b"])(
    "is refused when Windows would create another file than %j",
    (name) => {
      expect(isUnusableName(name, "win32")).toBe(true);
    },
  );

  it("is accepted on other systems even if Windows refuses it", () => {
    for (const name of ["a:b.csv", "nul", " x ", "a?.csv"]) expect(isUnusableName(name, "linux")).toBe(false);
  });
});
