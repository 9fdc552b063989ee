import { describe, expect, it } from "vitest";
import { formatOf } from "../../../../../renderer/views/results/export-format.ts";
import { exportName, intentOf, PRESETS } from "../../../../../renderer/views/results/presets.ts";
import { exportFormatSchema } from "../../../../../shared/bridge/exports.ts";
import { resultFilterSchema } from "../../../../../shared/bridge/results.ts";

describe("presets", () => {
  it.each(PRESETS)("%s asks for a filter that the engine knows", (preset) => {
    expect(resultFilterSchema.safeParse(intentOf(preset, {}).filter).success).toBe(true);
  });

  it("safe to send is deliverable alone", () => {
    expect(intentOf("safe", {}).filter.verdicts).toEqual(["deliverable"]);
  });

  it("recommended is all but undeliverable", () => {
    expect(intentOf("recommended", {}).filter.verdicts).toEqual(["deliverable", "accept_all", "unknown"]);
  });

  it("do not send never lets a mark 'keep' put an address on it", () => {
    expect(intentOf("do_not_send", {}).filter.applyOverrides).toBeUndefined();
  });

  it("what is on screen is the very filter on screen, in its order", () => {
    const filter = { verdicts: ["unknown" as const], search: "acme" };
    expect(intentOf("screen", filter)).toMatchObject({ filter, asSorted: true, split: "one" });
  });

  it("everything leaves no row out and brings the verdicts", () => {
    expect(intentOf("everything", { search: "acme" })).toMatchObject({ filter: {}, withVerdicts: true });
  });
});

describe("file names", () => {
  it.each([
    ["contacts.csv", "recommended", "csv", "contacts-clean.csv"],
    ["Contacts.XLSX", "safe", "xlsx", "Contacts-safe.xlsx"],
    ["contacts.csv", "per_verdict", "csv", "contacts-by-verdict.zip"],
    ["Pasted addresses", "do_not_send", "csv", "Pasted addresses-do-not-send.csv"],
  ] as const)("%s", (list, preset, extension, name) => {
    expect(exportName(list, preset, extension)).toBe(name);
  });
});

describe("formats", () => {
  it.each(["exact", "excel", "xlsx"] as const)("%s is one that the engine writes", (name) => {
    expect(exportFormatSchema.safeParse(formatOf(name, ";", true)).success).toBe(true);
  });
  it("an exact copy is never guarded", () => {
    expect(formatOf("exact", ",", true)).toEqual({ kind: "exact" });
  });
});
