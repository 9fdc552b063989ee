import { expect, test } from "vitest";
import { parseFlag, parseVerdict } from "../../../electron/engine/service/index.ts";

test.each([
  ["deliverable", "deliverable", true],
  ["Deliverable", "deliverable", true],
  [' "UNDELIVERABLE" ', "undeliverable", true],
  ['\t"unknown"', "unknown", true],
  ["accept_all", "accept_all", true],
  ["accept-all", "accept_all", true],
  ["Accept All", "accept_all", true],
  ["accept  all", "accept_all", true],
  ["", "unknown", false],
  ["risky", "unknown", false],
  ["acceptall!", "unknown", false],
  ["not deliverable", "unknown", false],
])("the verdict %j is %s (known: %s)", (raw, verdict, known) => {
  expect(parseVerdict(raw)).toEqual({ verdict, known });
});

test.each([
  ["Y", true],
  ["y", true],
  ["1", true],
  ["true", true],
  ['"Y"', true],
  [" TRUE ", true],
  ["N", false],
  ["0", false],
  ["False", false],
  ['"N"', false],
  ["", false],
  ['""', false],
  ["2", null],
  ["maybe", null],
])("the flag %j is %s", (raw, flag) => {
  expect(parseFlag(raw)).toBe(flag);
});
