import { describe, expect, it } from "vitest";
import { formatOf } from "../../../../../../renderer/views/results/export/export-choices.ts";
import { intentOf } from "../../../../../../renderer/views/results/export/presets.ts";
import {
  formOf,
  intentOfChoice,
  savedChoice,
  withPreset,
} from "../../../../../../renderer/views/results/export/saved-presets.ts";
import { type ExportPreset, exportPresetSchema } from "../../../../../../shared/bridge/app.ts";

const LIST = { names: ["Email", "Name"], address: 0 };
const preset: ExportPreset = {
  name: "safe",
  filter: { verdicts: ["deliverable"], domains: ["acme.example"] },
  format: { kind: "xlsx", formulaGuard: false },
  withVerdicts: true,
  split: "one",
};

describe("a saved preset", () => {
  it("writes its own rows regardless of the filter on screen, even under the name of a built-in preset", () => {
    const chosen = intentOfChoice(savedChoice("safe"), [preset], { verdicts: ["unknown"] }, LIST);
    expect(chosen).toEqual({
      filter: preset.filter,
      withVerdicts: true,
      split: "one",
      asSorted: false,
      part: "safe",
    });
    expect(intentOfChoice("safe", [preset], {}, LIST)).toEqual(intentOf("safe", {}));
  });

  it.each([
    ["exact", ",", true],
    ["excel", ";", false],
    ["xlsx", ",", false],
  ] as const)("keeps its format: %s", (format, delimiter, guard) => {
    const kept = exportPresetSchema.parse({ ...preset, format: formatOf(format, delimiter, guard) });
    expect(formOf(kept)).toEqual({ format, delimiter, guard });
  });

  it("replaces a preset with the same name", () => {
    const newer = { ...preset, withVerdicts: false };
    expect(withPreset([preset], newer)).toEqual([newer]);
  });
});
