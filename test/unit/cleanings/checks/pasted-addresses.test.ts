import { describe, expect, it } from "vitest";
import { readPasted } from "../../../../electron/engine/cleanings/checks/pasted-addresses.ts";

describe("pasted addresses", () => {
  it.each([
    ["", []],
    [
      "ann@a.example, bob@b.example;carl@c.example\nd@d.example",
      ["ann@a.example", "bob@b.example", "carl@c.example", "d@d.example"],
    ],
    ["Ana Maria<ana@a.example>Bo <bo@b.example>", ["ana@a.example", "bo@b.example"]],
    ["Smith, Ann <ann@a.example>, Lee, Bo <bo@b.example>", ["ann@a.example", "bo@b.example"]],
    [
      "(ivy@i.example) [jack@j.example] kate@k.example.",
      ["ivy@i.example", "jack@j.example", "kate@k.example"],
    ],
    ["Zoé <zoé@z.example>; 李 <li@例え.jp>", ["zoé@z.example", "li@例え.jp"]],
  ])("are found in %j", (text, addresses) =>
    expect(readPasted(text)).toEqual({ addresses, broken: [], words: 0, rest: "" }),
  );

  it("report broken addresses and other words, and leave them in the text", () => {
    const text =
      "ann@a.example bob\nyves (at) acme.example\nkaputt@ Ana <ana@a.example>\nnot an address\nx@y/z@a.example";
    expect(readPasted(text)).toEqual({
      addresses: ["ann@a.example", "ana@a.example"],
      broken: ["kaputt@", "x@y/z@a.example"],
      words: 9,
      rest: "bob\nyves (at) acme.example\nkaputt@\nnot an address\nx@y/z@a.example",
    });
  });

  it.each(["ann @firm.com", "ann@gmail, com", "ann@ firm.com"])(
    "report a mistyped address as a whole: %s",
    (text) =>
      expect(readPasted(`${text}\nbob@b.example`)).toEqual({
        ...{ addresses: ["bob@b.example"], broken: [text], words: 1, rest: text },
      }),
  );

  it("are all removed from the text that remains", () => {
    const { rest } = readPasted("ann@a.example, [kaputt@], <nobody>; not an address");
    expect(readPasted(rest)).toMatchObject({ addresses: [], rest });
  });
});
