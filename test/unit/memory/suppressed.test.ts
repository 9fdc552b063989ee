import { expect, it } from "vitest";
import { suppressedAmong } from "../../../electron/engine/memory/index.ts";

it("an address is suppressed by itself or by its domain", () => {
  const addresses = ["ann@firm.example", "bob@acme.example", "eve@firm.example"];
  const of = (...entries: string[]) =>
    suppressedAmong(new Set(entries), addresses.length, (id) => addresses[id] ?? "");
  expect(of("ann@firm.example", "@acme.example")).toEqual(Uint8Array.of(1, 1, 0));
  expect(of("zoe@firm.example")).toBeNull();
});
