import { describe, expect, test } from "vitest";
import {
  createFaults,
  FAULT_NAMES,
  FAULTS,
  OPERATIONS,
  parseFault,
} from "../../../electron/sandbox/faults.ts";

describe("which requests a fault hits", () => {
  test("those of the operations it is for", () => {
    const faults = createFaults([{ name: "bom" }]);
    expect(OPERATIONS.filter((operation) => faults.take(operation, "rich").has("bom"))).toEqual(["download"]);
  });

  test("those of a named operation and account only", () => {
    const faults = createFaults([{ name: "500-html", operation: "start", account: "small" }]);
    expect(faults.take("start", "rich").size).toBe(0);
    expect(faults.take("status", "small").size).toBe(0);
    expect(faults.take("start", "small").has("500-html")).toBe(true);
  });

  test("those to no operation, where it touches every one", () => {
    const faults = createFaults([{ name: "not-found-html" }, { name: "job-id-path" }]);
    expect([...faults.take(null, "rich").keys()]).toEqual(["not-found-html"]);
  });

  test("of those that are looked at; the others are not counted", () => {
    const faults = createFaults([{ name: "drop-after", times: 1 }, { name: "bom" }]);
    expect([...faults.take("download", null, (name) => name === "bom").keys()]).toEqual(["bom"]);
    expect(faults.take("status", null).has("drop-after")).toBe(true);
  });

  test("so many, after so many that pass", () => {
    const faults = createFaults([{ name: "drop-after", operation: "status", skip: 1, times: 2 }]);
    const hits = [1, 2, 3, 4].map(() => faults.take("status", null).has("drop-after"));
    expect(hits).toEqual([false, true, true, false]);
  });

  test("none once it is taken away", () => {
    const faults = createFaults([]);
    const remove = faults.add({ name: "latency", value: 5 });
    faults.add({ name: "bom" });
    expect(faults.take("balance", null)).toEqual(new Map([["latency", 5]]));
    remove();
    expect(faults.take("balance", null).size).toBe(0);
    faults.clear();
    expect(faults.take("download", null).size).toBe(0);
  });
});

describe("a fault on the command line", () => {
  test.each([
    ["bom", { name: "bom" }],
    ["latency=50", { name: "latency", value: 50 }],
    ["drop-after:start", { name: "drop-after", operation: "start" }],
    ["drop-after:start:1", { name: "drop-after", operation: "start", times: 1 }],
    ["500-html:*:3", { name: "500-html", times: 3 }],
    ["drop-after@small:start", { name: "drop-after", account: "small", operation: "start" }],
    ["latency=50:status:2", { name: "latency", value: 50, operation: "status", times: 2 }],
  ])("%s", (text, rule) => {
    expect(parseFault(text)).toEqual(rule);
  });

  test.each([
    ["", "There is no fault named ''. --list-faults shows them all."],
    ["toString", "There is no fault named 'toString'. --list-faults shows them all."],
    ["latency=", "The value of 'latency' is a number."],
    ["latency=soon", "The value of 'latency' is a number."],
    ["bom:everything", "An operation is one of upload, status, start, download, delete, balance, verify."],
    ["bom:download:often", "How often a fault happens is a whole number."],
    ["bom:download:-1", "How often a fault happens is a whole number."],
  ])("refused: '%s'", (text, sentence) => {
    expect(parseFault(text)).toBe(sentence);
  });
});

test("every fault touches an operation and says what it does", () => {
  for (const name of FAULT_NAMES) {
    expect(FAULTS[name].operations.length).toBeGreaterThan(0);
    expect(FAULTS[name].about).not.toBe("");
  }
});
