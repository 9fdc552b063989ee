import { describe, expect, it } from "vitest";
import type { Bridge } from "../../../../renderer/bridge.ts";
import { addressesIn, createChecksStore } from "../../../../renderer/stores/checks.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";

describe("pasted addresses", () => {
  it.each([
    ["", []],
    ["ann@a.example", ["ann@a.example"]],
    [
      "ann@a.example, bob@b.example;carl@c.example\nd@d.example",
      ["ann@a.example", "bob@b.example", "carl@c.example", "d@d.example"],
    ],
    ["Ann@A.example ann@a.example", ["Ann@A.example"]],
    ["<ann@a.example>", ["ann@a.example"]],
  ])("%j", (text, addresses) => expect(addressesIn(text)).toEqual(addresses));
});

describe("checks", () => {
  it("are all handed over at once and come back one by one, failures beside answers", async () => {
    const bridge = {
      call: async (_name: string, input: { address: string }) =>
        input.address.startsWith("bad")
          ? fail(problem("service_timeout", { host: "x" }))
          : ok({ address: input.address, verdict: "deliverable" }),
    } as unknown as Bridge;
    const store = createChecksStore(bridge);
    const done = store.getState().check("a-1", ["ann@a.example", "bad@b.example"]);
    expect(store.getState().asked.map((one) => one.state)).toEqual(["asked", "asked"]);
    await done;
    expect(store.getState().asked.map((one) => one.state)).toEqual(["answered", "failed"]);
  });

  it("asked again take the place of what was there", async () => {
    const bridge = { call: async () => ok({ verdict: "unknown" }) } as unknown as Bridge;
    const store = createChecksStore(bridge);
    await store.getState().check("a-1", ["ann@a.example"]);
    await store.getState().check("a-1", ["ANN@a.example"], true);
    expect(store.getState().asked.map((one) => one.address)).toEqual(["ANN@a.example"]);
  });
});
