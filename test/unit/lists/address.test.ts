import fc from "fast-check";
import { expect, test } from "vitest";
import { readCell } from "../../../electron/engine/lists/address.ts";
import { hashText } from "../../../electron/engine/lists/byte-interner.ts";
import { checkSyntax, extractAddress } from "../../../electron/engine/lists/index.ts";
import { findPlainAddress, type PlainAddress } from "../../../electron/engine/lists/plain-address.ts";

test.each([
  ["ann@a.example", "ann@a.example"],
  ["  ann@a.example\t", "ann@a.example"],
  ["Ann B <ann@a.example>", "ann@a.example"],
  ['"B, Ann" <ann@a.example>', "ann@a.example"],
  ["Ann < ann@a.example >", "ann@a.example"],
  ["<ann@a.example>", "ann@a.example"],
  ["mailto:ann@a.example", "ann@a.example"],
  ["MAILTO:ann%2Bx@a.example?subject=Hi", "ann+x@a.example"],
  ["<mailto:ann@a.example>", "ann@a.example"],
  ['"ann@a.example"', "ann@a.example"],
  ["'ann@a.example'", "ann@a.example"],
  ["“ann@a.example”", "ann@a.example"],
  ["«ann@a.example»", "ann@a.example"],
  ["(ann@a.example)", "ann@a.example"],
  ["\u200Bann@a.example\uFEFF", "ann@a.example"],
  ["ann\u00AD@a.example", "ann@a.example"],
  ["\u00A0ann@a.example\u00A0", "ann@a.example"],
  ["ann＠a.example", "ann@a.example"],
  ["O'Brien@a.example", "O'Brien@a.example"],
  ['"a b"@a.example', '"a b"@a.example'],
  ['"a,b"@a.example', '"a,b"@a.example'],
  ["ann@a.example;", "ann@a.example"],
  ["", null],
  [" \t\u200B ", null],
  ["n/a", "n/a"],
  ["ann at a.example", "ann at a.example"],
])("the address meant by %j is %j", (cell, address) => {
  expect(extractAddress(cell)).toBe(address);
});

test.each([
  ["a@a.example, b@b.example", "a@a.example", 1],
  ["a@a.example;b@b.example\nc@c.example", "a@a.example", 2],
  ["n/a, b@b.example", "b@b.example", 0],
  ["Doe, John <j@x.example>", "j@x.example", 0],
] as const)("of several in %j the first is taken, the others are counted", (cell, address, others) => {
  expect(readCell(cell)).toEqual({ address, others });
});

test("the quick way and the careful way agree on every cell", () => {
  const piece = fc.constantFrom(
    "a",
    "Z",
    "9",
    ".",
    "-",
    "_",
    "+",
    "@",
    " ",
    "example",
    "com",
    "'",
    "ö",
    "..",
    "x".repeat(63),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const cell = pieces.join("");
      const bytes = new TextEncoder().encode(cell);
      const found: PlainAddress = { start: 0, end: 0, at: 0, hash: 0, domainHash: 0 };
      if (!findPlainAddress(bytes, 0, bytes.length, found)) return;
      const address = new TextDecoder().decode(bytes.subarray(found.start, found.end));
      expect(extractAddress(cell)).toBe(address);
      expect(checkSyntax(address)).toBeNull();
      expect(found.hash).toBe(hashText(address));
      expect(found.domainHash).toBe(hashText(address.slice(found.at - found.start + 1)));
    }),
    { numRuns: 5000 },
  );
});
