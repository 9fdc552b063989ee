import { describe, expect, it } from "vitest";
import { formatOf, intentOf } from "../../../../../../renderer/views/results/export/export-choices.ts";
import {
  formOf,
  intentOfChoice,
  resolvePresets,
  savedChoice,
  savedColumns,
} from "../../../../../../renderer/views/results/export/saved-presets.ts";
import { type ExportPreset, exportPresetSchema } from "../../../../../../shared/bridge/app.ts";
import type { ResultFilter } from "../../../../../../shared/bridge/results.ts";

const preset: ExportPreset = {
  name: "safe",
  filter: { verdicts: ["deliverable"], domains: ["acme.example"] },
  format: { kind: "xlsx", formulaGuard: false },
  withVerdicts: true,
  split: "one",
};

describe("a saved preset", () => {
  it("writes its own rows regardless of the filter on screen, even under the name of a built-in preset", () => {
    const saved = resolvePresets([preset], { names: ["Email", "Name"], address: 0 });
    const chosen = intentOfChoice(savedChoice("safe"), saved, { verdicts: ["unknown"] });
    expect(chosen).toEqual({
      filter: preset.filter,
      withVerdicts: true,
      split: "one",
      asSorted: false,
      part: "safe",
    });
    expect(intentOfChoice("safe", saved, {})).toEqual(intentOf("safe", {}));
  });

  it.each([
    ["exact", ",", true],
    ["excel", ";", false],
    ["xlsx", ",", false],
  ] as const)("keeps its format: %s", (format, delimiter, guard) => {
    const kept = exportPresetSchema.parse({ ...preset, format: formatOf(format, delimiter, guard) });
    expect(formOf(kept)).toEqual({ format, delimiter, guard });
  });
});

const MARCH = { names: ["Email", "Name", "Unsubscribed"], address: 0 };
const STILL: ResultFilter = { columns: [{ column: 2, op: "is_empty", value: "" }] };

function kept(filter = STILL, written: number[] | null = null): ExportPreset[] {
  return [exportPresetSchema.parse({ ...preset, ...savedColumns(MARCH, filter, written) })];
}

describe("a preset that filters on a column", () => {
  it.each([
    ["in another place", ["Email", "Unsubscribed", "Name"], 1],
    ["in another case", ["Email", " unsubscribed ", "Name"], 1],
  ])("finds the column by its name %s", (_where, names, column) => {
    const [fit] = resolvePresets(kept(), { names, address: 0 });
    expect(fit?.filter.columns).toEqual([{ column, op: "is_empty", value: "" }]);
  });

  it("is not saved if it refers to something that only this list has", () => {
    const since = { cleaningId: "c1", listId: "l1" };
    expect(savedColumns(MARCH, { turned: { since, from: "deliverable", to: "unknown" } }, null)).toBeNull();
    expect(savedColumns(MARCH, { selected: { rows: [4], except: [] } }, null)).toBeNull();
    expect(savedColumns(MARCH, { cells: [{ column: 2, values: ["yes"] }] }, null)).toBeNull();
    expect(savedColumns(MARCH, { segments: ["risky"] }, null)).toEqual({ filter: { segments: ["risky"] } });
  });

  it("is left out for a list without that column", () => {
    expect(resolvePresets(kept(), { names: ["Email", "Name", "City"], address: 0 })).toEqual([]);
  });
});

describe("a preset with chosen columns", () => {
  it("keeps their order, finds the address column under any name, and skips missing columns", () => {
    const chosen = kept({}, [1, 0]);
    expect(resolvePresets(chosen, { names: ["City", "Mail", "Name"], address: 1 })[0]?.columns).toEqual([
      2, 1,
    ]);
    expect(resolvePresets(chosen, { names: ["Mail"], address: 0 })[0]?.columns).toEqual([0]);
    expect(resolvePresets(kept({}, [1]), { names: ["Mail"], address: 0 })).toEqual([]);
  });
});
