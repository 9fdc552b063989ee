import { expect, it } from "vitest";
import { suppressedAmong } from "../../../electron/engine/memory/index.ts";

it("an address is suppressed by an entry for it or for its domain", () => {
  const addresses = ["ann@firm.example", "bob@acme.example", "eve@firm.example"];
  const of = (...entries: string[]) =>
    suppressedAmong(new Set(entries), addresses.length, (id) => addresses[id] ?? "");
  expect(of("ann@firm.example", "@acme.example")).toEqual(Uint8Array.of(1, 1, 0));
  expect(of("zoe@firm.example")).toBeNull();
});

it("a corrected address is also suppressed by its original spelling", () => {
  const addresses = ["ann@gmail.example", "bob@acme.example"];
  const among = (corrections: [string, string][]) => {
    const find = (address: string) => addresses.indexOf(address);
    const entries = new Set(["ann@gmial.example"]);
    return suppressedAmong(entries, 2, (id) => addresses[id] ?? "", {
      corrections: new Map(corrections),
      find,
    });
  };
  expect(among([["ann@gmial.example", "ann@gmail.example"]])).toEqual(Uint8Array.of(1, 0));
  expect(among([["ann@gmial.example", "bob@acme.example"]])).toEqual(Uint8Array.of(0, 1));
  expect(among([["bob@acne.example", "bob@acme.example"]])).toBeNull();
  expect(among([["ann@gmial.example", "gone@acme.example"]])).toBeNull();
});
