import { describe, expect, it } from "vitest";
import {
  exportName,
  formatOf,
  intentOf,
  PRESETS,
} from "../../../../../../renderer/views/results/export/export-choices.ts";
import { type ExportFilter, exportFilterSchema } from "../../../../../../shared/bridge/exports.ts";
import { fileOf } from "../../../../../../shared/bridge/segment-files.ts";

describe("the preset", () => {
  it.each(PRESETS)("%s has a filter that the engine accepts", (preset) => {
    expect(exportFilterSchema.safeParse(intentOf(preset, {}).filter).success).toBe(true);
  });

  it.each([
    ["safe", ["safe"]],
    ["recommended", ["safe", "risky"]],
    ["risky", ["risky"]],
    ["do_not_send", ["do_not_send"]],
    ["not_verified", ["not_verified"]],
  ] as const)("%s writes the segments %j", (preset, segments) => {
    expect(intentOf(preset, { search: "acme" }).filter).toEqual(fileOf(...segments));
  });

  const mailable = { leaveOutMarked: "drop" as const, leaveOutUnwanted: true };

  it('"screen" writes the filter on screen in its order, without rows that must not be mailed', () => {
    const filter = { verdicts: ["unknown" as const], search: "acme" };
    expect(intentOf("screen", filter)).toMatchObject({ asSorted: true, split: "one" });
    expect(intentOf("screen", filter).filter).toEqual({ ...filter, ...mailable });
  });

  it.each<[name: string, onScreen: ExportFilter, filter: ExportFilter]>([
    ["every row", {}, mailable],
    ["rows marked keep", { overridden: "keep" }, { overridden: "keep", ...mailable }],
    ["rows marked drop", { overridden: "drop" }, { overridden: "drop", leaveOutUnwanted: true }],
    ["unwanted rows", { flags: ["unwanted"] }, { flags: ["unwanted"], leaveOutMarked: "drop" }],
    ["rows not to be mailed", { segments: ["do_not_send"] }, { segments: ["do_not_send"] }],
  ])('"screen" writes what is shown: %s', (_, onScreen, filter) => {
    expect(intentOf("screen", onScreen).filter).toEqual(filter);
  });

  it('"selected" leaves suppressed rows out unless rows that must not be mailed are shown', () => {
    const selected = { rows: [1, 2], except: [] };
    const own = (onScreen: ExportFilter) => intentOf("selected", { ...onScreen, selected }).filter;
    expect(own({ search: "acme" })).toEqual({ selected });
    expect(own({ segments: ["safe"] })).toEqual({ selected });
    expect(own({ segments: ["do_not_send"] })).toEqual({ selected, leaveOutSuppressed: false });
  });
});

describe("the name of an exported file", () => {
  it.each([
    ["contacts.csv", "recommended", "csv", "contacts-clean.csv"],
    ["Contacts.XLSX", "safe", "xlsx", "Contacts-safe.xlsx"],
    ["contacts.csv", "per_verdict", "csv", "contacts-by-verdict.zip"],
    ["contacts.csv", "screen", "csv", "contacts-all-rows.csv"],
    ["contacts.csv", "selected", "csv", "contacts-selection.csv"],
    ["Pasted addresses", "do_not_send", "csv", "Pasted addresses-do-not-send.csv"],
  ] as const)("%s", (list, preset, extension, name) => {
    expect(exportName(list, intentOf(preset, {}), extension)).toBe(name);
  });
});

describe("the format of an export", () => {
  it("has no formula guard for an exact copy", () => {
    expect(formatOf("exact", ",", true)).toEqual({ kind: "exact" });
  });
});
