import { describe, expect, test } from "vitest";
import { FAULT_NAMES, FAULTS, parseFault } from "../../../electron/sandbox/faults.ts";

describe("a fault on the command line", () => {
  test.each([
    ["bom", { name: "bom" }],
    ["latency=50", { name: "latency", value: 50 }],
    ["drop-after:start:1", { name: "drop-after", operation: "start", times: 1 }],
    ["drop-after@small:start", { name: "drop-after", account: "small", operation: "start" }],
  ])("parses: %s", (text, rule) => {
    expect(parseFault(text)).toEqual(rule);
  });

  test.each(["", "gremlins", "latency=", "bom:everything", "bom:download:-1"])("is refused: '%s'", (text) => {
    expect(parseFault(text)).toBeNull();
  });
});

test("every fault has an operation and a description", () => {
  for (const name of FAULT_NAMES) {
    expect(FAULTS[name].operations.length).toBeGreaterThan(0);
    expect(FAULTS[name].about).not.toBe("");
  }
});
