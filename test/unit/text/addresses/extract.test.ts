import fc from "fast-check";
import { expect, test } from "vitest";
import { hashText } from "../../../../electron/engine/text/addresses/byte-interner.ts";
import { extractAddress, readCell } from "../../../../electron/engine/text/addresses/extract.ts";
import {
  findPlainAddress,
  type PlainAddress,
} from "../../../../electron/engine/text/addresses/plain-address.ts";
import { checkSyntax } from "../../../../electron/engine/text/addresses/syntax.ts";

test.each([
  ["ann@a.example", "ann@a.example"],
  ["Ann B <ann@a.example>", "ann@a.example"],
  ['"B, Ann" <ann@a.example>', "ann@a.example"],
  ["mailto:ann@a.example", "ann@a.example"],
  ["MAILTO:ann%2Bx@a.example?subject=Hi", "ann+x@a.example"],
  ['"ann@a.example"', "ann@a.example"],
  ["\u200Bann@a.example\uFEFF", "ann@a.example"],
  ["ann＠a.example", "ann@a.example"],
  ['"a,b"@a.example', '"a,b"@a.example'],
  [" \t\u200B ", null],
])("the cell %j is read as the address %j", (cell, address) => {
  expect(extractAddress(cell)).toBe(address);
});

test.each([
  ["a@a.example, b@b.example", "a@a.example"],
  ["a@a.example ::: b@b.example", "a@a.example"],
  ["Ann <a@a.example> Bob <b@b.example>", "a@a.example"],
  ['"a@a.example" <b@b.example>', "b@b.example"],
] as const)("of several addresses in %j one is proposed, and none is verified", (cell, address) => {
  expect(readCell(cell)).toMatchObject({ kind: "fixable", address, hasSeveral: true });
});

test.each([
  ["n/a, b@b.example", "b@b.example"],
  ["john, doe@firm.com", "doe@firm.com"],
  ["joe@mail.com, Inc.", "joe@mail.com"],
  ["Ann\nann@a.example\n+44 20", "ann@a.example"],
])("other text in %j is found beside %s", (cell, address) => {
  expect(readCell(cell)).toMatchObject({ kind: "address", address, isExtracted: true });
});

test.each([
  ["Doe, John <j@x.example>", "j@x.example"],
  ['"a@x.example" <A@x.example>', "A@x.example"],
  ["a@x.example<mailto:a@x.example>", "a@x.example"],
])("the cell %j is read as %s and contains nothing else", (cell, address) => {
  expect(readCell(cell)).toMatchObject({ kind: "address", address, isExtracted: false });
});

test.each([
  ["ann@firm.co,uk", "ann@firm.co.uk"],
  ["ann@gmail,com", "ann@gmail.com"],
  ["john,doe@firm.com", "john.doe@firm.com"],
  ["E: a@b.com", "a@b.com"],
  ["'a@b.com", "a@b.com"],
  ["a @b.com", "a@b.com"],
  ["a@@b.com", "a@b.com"],
  ["a(at)b.com", "a@b.com"],
  ["Doe, John j@x.com", "j@x.com"],
  ["ann@my\u2011firm.com", "ann@my-firm.com"],
  ['"ann"@firm.com', "ann@firm.com"],
  ["ann@a.example#mailto:ann@a.example#", "ann@a.example"],
  ["Smith, Ann#mailto:ann@a.example?subject=Hi##tip", "ann@a.example"],
  ["ann@a.example#http://ann@a.example#", "ann@a.example"],
  ['<a href="mailto:ann@a.example">Ann</a>', "ann@a.example"],
  ["<A class=x HREF='mailto:ann@a.example?subject=Hi'><b>ann@a.example</b></A>", "ann@a.example"],
  ["[ann@a.example](mailto:ann@a.example)", "ann@a.example"],
  ["[Ann](ann@a.example)", "ann@a.example"],
])("the cell %j is not an address, and %s is proposed", (cell, address) => {
  expect(readCell(cell)).toMatchObject({ kind: "fixable", address });
});

test.each(["; ", ", ", "\n", ";"])(
  "an address that a cell repeats after %j is proposed once",
  (separator) => {
    const cell = ["ann@a.example", "ANN@a.example", "Ann <ann@a.example>"].join(separator);
    expect(readCell(cell)).toMatchObject({ kind: "fixable", address: "ann@a.example", hasSeveral: false });
  },
);

test.each([
  "ann@a.example#mailto:bob@a.example#",
  '<a href="mailto:ann@a.example">bob@a.example</a>',
  "[ann@a.example](mailto:bob@a.example)",
])("no address is proposed for %j, whose text and link differ", (cell) => {
  expect(readCell(cell)).toMatchObject({ kind: "malformed" });
});

test.each([
  ["\u200Bann@a.example", true],
  ["ann@a.example\u00A0", true],
  ["ann＠a.example", true],
  ["ann@a.example;", true],
  ["  ann@a.example\t", false],
  ["Ann <ann@a.example>", false],
])("the cell %j is read as an address with certainty; isTrimmed: %s", (cell, isTrimmed) => {
  expect(readCell(cell)).toMatchObject({
    kind: "address",
    address: "ann@a.example",
    isExtracted: false,
    isTrimmed,
  });
});

test.each([
  "ann smith@firm.com",
  "c@@d",
  "nope",
  "a@b",
  "ann@ac me and more.com",
  '"a,b"@firm.com',
  "ann@[192.0.2.1]",
])("no correction is proposed for %j", (cell) => {
  expect(readCell(cell)).toMatchObject({ kind: "malformed" });
});

test("the fast path and the full reading agree on every cell", () => {
  const piece = fc.constantFrom(..."aZ9.-_+@ 'ö", "example", "com", "..", "x".repeat(63));
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
    { numRuns: 800 },
  );
});

test.each([
  ["a Persian domain", "ann@نامه\u200Cای.example"],
  ["a local part", "نامه\u200Cای@a.example"],
])("a joiner in %s is kept, because removing it would change the address", (_what, address) => {
  const read = { kind: "address", address, isExtracted: false };
  expect(readCell(address)).toEqual({ ...read, isTrimmed: false });
  expect(readCell(`Ann <\u200C${address}\u200D>`)).toMatchObject(read);
  expect(checkSyntax(address)).toBeNull();
});
