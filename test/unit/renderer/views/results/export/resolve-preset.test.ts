import { describe, expect, it } from "vitest";
import {
  resolvePreset,
  savedColumns,
} from "../../../../../../renderer/views/results/export/resolve-preset.ts";
import { type ExportPreset, exportPresetSchema } from "../../../../../../shared/bridge/app.ts";
import type { ResultFilter } from "../../../../../../shared/bridge/results.ts";

const MARCH = { names: ["Email", "Name", "Unsubscribed"], address: 0 };
const STILL: ResultFilter = { columns: [{ column: 2, op: "is_empty", value: "" }] };

function saved(list = MARCH, filter = STILL, written: number[] | null = null): ExportPreset {
  return exportPresetSchema.parse({
    name: "Still subscribed",
    format: { kind: "exact" },
    withVerdicts: false,
    split: "one",
    ...savedColumns(list, filter, written),
  });
}

describe("a preset that filters on a column", () => {
  it.each([
    ["in another place", ["Email", "Unsubscribed", "Name"], 1],
    ["in other letters", ["Email", " unsubscribed ", "Name"], 1],
  ])("finds the column by its name %s", (_where, names, column) => {
    const fit = resolvePreset(saved(), { names, address: 0 });
    expect(fit).toMatchObject({ ok: true, filter: { columns: [{ column, op: "is_empty" }] } });
  });

  it("is not saved if it refers to something that only this list has", () => {
    const since = { cleaningId: "c1", listId: "l1" };
    expect(savedColumns(MARCH, { turned: { since, from: "deliverable", to: "unknown" } }, null)).toBeNull();
    expect(savedColumns(MARCH, { selected: { rows: [4], except: [] } }, null)).toBeNull();
    expect(savedColumns(MARCH, { cells: [{ column: 2, values: ["yes"] }] }, null)).toBeNull();
    expect(savedColumns(MARCH, { segments: ["risky"] }, null)).toEqual({ filter: { segments: ["risky"] } });
  });

  it("is refused for a list without that column", () => {
    expect(resolvePreset(saved(), { names: ["Email", "Name", "City"], address: 0 })).toEqual({
      ok: false,
      mismatch: { name: "Unsubscribed", found: 0, expected: 1 },
    });
  });
});

describe("a preset with chosen columns", () => {
  it("keeps their order, and finds the address column under any name", () => {
    const preset = saved(MARCH, {}, [1, 0]);
    expect(resolvePreset(preset, { names: ["City", "Mail", "Name"], address: 1 })).toMatchObject({
      ok: true,
      columns: [2, 1],
    });
    expect(resolvePreset(preset, { names: ["Mail"], address: 0 }).ok).toBe(false);
  });
});
