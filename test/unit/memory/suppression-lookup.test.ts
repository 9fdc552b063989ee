import { expect, it } from "vitest";
import { type SuppressedPeople, suppressedAmong } from "../../../electron/engine/memory/index.ts";

/** Returns suppressed people of whom none was erased. */
function peopleAmong(entries: readonly string[]): SuppressedPeople {
  const has = (folded: string) =>
    entries.includes(folded) || entries.includes(folded.slice(folded.indexOf("@")));
  return { isEmpty: entries.length === 0, has, isErased: () => false };
}

it("an address is suppressed by an entry for it or for its domain", () => {
  const addresses = ["ann@firm.example", "bob@acme.example", "eve@firm.example"];
  const of = (...entries: string[]) =>
    suppressedAmong(peopleAmong(entries), addresses.length, (id) => addresses[id] ?? "");
  expect(of("ann@firm.example", "@acme.example")).toEqual(Uint8Array.of(1, 1, 0));
  expect(of("zoe@firm.example")).toBeNull();
});

it("a corrected address is also suppressed by its original spelling", () => {
  const addresses = ["ann@gmail.example", "bob@acme.example"];
  const among = (corrections: [string, string][]) => {
    const find = (address: string) => addresses.indexOf(address);
    return suppressedAmong(peopleAmong(["ann@gmial.example"]), 2, (id) => addresses[id] ?? "", {
      corrections: new Map(corrections),
      find,
    });
  };
  expect(among([["ann@gmial.example", "ann@gmail.example"]])).toEqual(Uint8Array.of(1, 0));
  expect(among([["ann@gmial.example", "bob@acme.example"]])).toEqual(Uint8Array.of(0, 1));
  expect(among([["bob@acne.example", "bob@acme.example"]])).toBeNull();
  expect(among([["ann@gmial.example", "gone@acme.example"]])).toBeNull();
});
