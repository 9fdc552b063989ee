import { describe, expect, test } from "vitest";
import { createFaults, FAULT_NAMES, FAULTS, parseFault } from "../../../electron/sandbox/faults.ts";

describe("a fault", () => {
  test("hits only requests of its operation and account", () => {
    const faults = createFaults([{ name: "500-html", operation: "start", account: "small" }]);
    expect(faults.take("start", "rich").size).toBe(0);
    expect(faults.take("status", "small").size).toBe(0);
    expect(faults.take("start", "small").has("500-html")).toBe(true);
  });

  test("lets some requests pass first, then hits a fixed number", () => {
    const faults = createFaults([{ name: "drop-after", operation: "status", skip: 1, times: 2 }]);
    const hits = [1, 2, 3, 4].map(() => faults.take("status", null).has("drop-after"));
    expect(hits).toEqual([false, true, true, false]);
  });
});

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
