import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entriesIn } from "../../../electron/engine/memory/entries.ts";
import { readCell } from "../../../electron/engine/text/addresses/extract.ts";
import { foldAddress } from "../../../shared/fold-addresses.ts";

const PIECES = [
  ..."@.,;:'\"|/&<>()[]=+!?* \t\n\u200B\u00AD＠",
  ...["ann", "o'brien", "a|b", "x/y", "firm.example", "firm.co", "uk", "müller.example", "xn--p1ai"],
  ...[
    "mailto:",
    "?subject=x",
    "%2B",
    "E: ",
    '"a b"',
    "ann@firm.example",
    "bob@acme.example",
    "@acme.example",
  ],
] as const;
const cells = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(""));

describe("a cell of a suppression list", () => {
  it("yields the address that a list reads from the same cell, corrected or not", () => {
    fc.assert(
      fc.property(cells, (cell) => {
        const reading = readCell(cell);
        if (reading.kind !== "address") return;
        expect(entriesIn(cell).entries).toContain(foldAddress(reading.address));
      }),
      { numRuns: 500 },
    );
  });

  it("yields no other address if a list reads the cell with certainty", () => {
    fc.assert(
      fc.property(cells, (cell) => {
        const reading = readCell(cell);
        if (reading.kind !== "address" || reading.isExtracted || /^\*?@/u.test(reading.address)) return;
        expect(entriesIn(cell).entries).toEqual([foldAddress(reading.address)]);
      }),
      { numRuns: 500 },
    );
  });

  it.each<[cell: string, entries: string[], isPartial: boolean]>([
    ["ann@firm.example; bob@acme.example", ["ann@firm.example", "bob@acme.example"], false],
    ["@acme.example @firm.example", ["@acme.example", "@firm.example"], false],
    ["ann@firm.example @acme.example", ["ann@firm.example", "@acme.example"], false],
    ["domains: @acme.example", ["@acme.example"], false],
    ["john doe @acme.example", [], true],
    ["ann@firm.example/bob@acme.example", ["ann@firm.example", "bob@acme.example"], false],
    ["ann@firm.example and b@@acme", ["ann@firm.example"], true],
  ])("%s yields %j", (cell, entries, isPartial) => {
    expect(entriesIn(cell)).toMatchObject({ entries, isPartial });
  });

  it.each([
    ["@acme.example", "@acme.example"],
    ["*@acme.example", "@acme.example"],
    ["%@acme.example", "@acme.example"],
    ["acme.example", "@acme.example"],
    ["www.acme.example", "@acme.example"],
    ["https://www.acme.example/x?y=1", "@acme.example"],
    ["http://acme.example:8080", "@acme.example"],
    ["*.acme.example", "@*.acme.example"],
    ["%.acme.example", "@*.acme.example"],
    [".acme.example", "@*.acme.example"],
    ["@*.acme.example", "@*.acme.example"],
    ["*@*.Acme.example", "@*.acme.example"],
    ["www.example", "@www.example"],
    ["https://", null],
    ["*.", null],
  ])("%s means the domain %s", (cell, domain) => {
    const { entries, bare } = entriesIn(cell);
    expect(entries[0] ?? bare).toBe(domain);
  });

  it("is whole only if it contains nothing but an address", () => {
    expect(entriesIn("ann@firm.example")).toMatchObject({ entries: ["ann@firm.example"], isWhole: true });
    expect(entriesIn("from ann@firm.example")).toMatchObject({ isWhole: false });
  });

  it.each([
    ["Nov 20 08:11:02 mx postfix/qmgr[12]: 4XYZ: from=<news@us.example>, size=1234, nrcpt=1", []],
    [
      "4XYZ: to=<ann@x.example>, relay=mx.x.example[192.0.2.9]:25, dsn=5.1.1, status=bounced (host mx said: 550 <ann@x.example>: user unknown)",
      ["ann@x.example"],
    ],
    [
      "NOQUEUE: reject: RCPT: 550 5.1.1; from=<news@us.example> to=<ann@x.example> proto=ESMTP",
      ["ann@x.example"],
    ],
    ["2026-11-20 08:11:02 1r-0 <= news@us.example H=us.example", []],
    [
      "2026-11-20 08:11:03 1r-0 ** ann@x.example F=<news@us.example> R=dns: 550 user unknown",
      ["ann@x.example"],
    ],
  ])("yields the recipient in a line of a mail server's log, never the sender: %s", (line, expected) => {
    expect(entriesIn(line).entries).toEqual(expected);
  });
});
