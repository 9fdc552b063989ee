import { describe, expect, it } from "vitest";
import { formatOf } from "../../../../../../renderer/views/results/export/export-format.ts";
import { exportName, intentOf, PRESETS } from "../../../../../../renderer/views/results/export/presets.ts";
import { fileOf } from "../../../../../../shared/bridge/answer.ts";
import { exportFilterSchema, exportFormatSchema } from "../../../../../../shared/bridge/exports.ts";

describe("presets", () => {
  it.each(PRESETS)("%s asks for a filter that the engine knows", (preset) => {
    expect(exportFilterSchema.safeParse(intentOf(preset, {}).filter).success).toBe(true);
  });

  it.each([
    ["safe", ["safe"]],
    ["recommended", ["safe", "risky"]],
    ["risky", ["risky"]],
    ["do_not_send", ["do_not_send"]],
    ["not_verified", ["not_verified"]],
  ] as const)("%s is the file of %j", (preset, doors) => {
    expect(intentOf(preset, { search: "acme" }).filter).toEqual(fileOf(...doors));
  });

  const mailable = { leaveOutMarked: "drop" as const, leaveOutUnwanted: true };

  it("what is on screen is the very filter on screen, in its order, without what is not to be mailed", () => {
    const filter = { verdicts: ["unknown" as const], search: "acme" };
    expect(intentOf("screen", filter)).toMatchObject({ asSorted: true, split: "one" });
    expect(intentOf("screen", filter).filter).toEqual({ ...filter, ...mailable });
  });

  it("selected rows are those alone, whatever else is on screen, in its order, struck out or not", () => {
    const filter = { search: "acme" };
    const selected = { rows: filter, except: [3] };
    expect(intentOf("selected", { ...filter, selected })).toMatchObject({ asSorted: true, split: "one" });
    expect(intentOf("selected", { ...filter, selected }).filter).toEqual({ selected });
    expect(intentOf("screen", { ...filter, selected }).filter).toEqual({ ...filter, ...mailable });
  });

  it("selected rows behind the door of those not to be mailed are written suppressed or not", () => {
    const filter = { doors: ["do_not_send" as const] };
    const selected = { rows: [3], except: [] };
    expect(intentOf("selected", { ...filter, selected }).filter).toEqual({
      selected,
      leaveOutSuppressed: false,
    });
    expect(intentOf("selected", { doors: ["safe"], selected }).filter).toEqual({ selected });
  });

  it("what is on screen is what was struck out where that is asked for", () => {
    const filter = { overridden: "drop" as const };
    expect(intentOf("screen", filter).filter).toEqual({ ...filter, leaveOutUnwanted: true });
  });

  it("what is on screen is whom another service says not to mail where those are asked for", () => {
    const filter = { flags: ["unwanted" as const] };
    expect(intentOf("screen", filter).filter).toEqual({ ...filter, leaveOutMarked: "drop" });
  });

  it("what is on screen keeps what was struck out where all that is not to be sent to is asked for", () => {
    const filter = { doors: ["do_not_send" as const] };
    expect(intentOf("screen", filter).filter).toEqual(filter);
    expect(intentOf("screen", { doors: ["safe"] }).filter.leaveOutMarked).toBe("drop");
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
    ["contacts.csv", "screen", "csv", "contacts-all-rows.csv"],
    ["contacts.csv", "selected", "csv", "contacts-selection.csv"],
    ["Pasted addresses", "do_not_send", "csv", "Pasted addresses-do-not-send.csv"],
  ] as const)("%s", (list, preset, extension, name) => {
    expect(exportName(list, intentOf(preset, {}), extension)).toBe(name);
  });

  it("call nothing clean but what is recommended", () => {
    const filtered = { verdicts: ["undeliverable" as const] };
    const parts = PRESETS.map((preset) => intentOf(preset, filtered).part);
    expect(parts.filter((part) => part === "clean")).toHaveLength(1);
    expect(intentOf("recommended", filtered).part).toBe("clean");
    expect(intentOf("screen", filtered).part).toBe("filtered");
    expect(new Set(parts).size).toBe(PRESETS.length);
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
