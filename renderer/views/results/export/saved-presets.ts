import type { ExportPreset } from "../../../../shared/bridge/app.ts";
import type { Delimiter, FormatName } from "./export-format.ts";
import { DELIMITERS } from "./export-format.ts";
import { fitOf, type ListColumns } from "./preset-columns.ts";
import { type Intent, intentOf, PRESETS, type Preset } from "./presets.ts";

/** Passes no row. */
const NO_ROWS: Intent["filter"] = { classes: [] };

/** What is chosen in the export dialog: a preset by intent, or one that the user saved. */
export type Choice = Preset | `saved:${string}`;

export function savedChoice(name: string): Choice {
  return `saved:${name}`;
}

/** The preset that `choice` names; undefined when it is one of Winnow's own, or gone. */
export function savedOf(choice: Choice, saved: readonly ExportPreset[]): ExportPreset | undefined {
  return saved.find(({ name }) => savedChoice(name) === choice);
}

/** The preset of Winnow's own that `choice` is, or null. */
function ownOf(choice: Choice): Preset | null {
  return PRESETS.find((one) => one === choice) ?? null;
}

/**
 * What a choice writes of a list with those columns; what is on screen when the preset is gone. A preset that does not fit
 * the list ({@link fitOf}) writes nothing: its intent is only there to be shown.
 */
export function intentOfChoice(
  choice: Choice,
  saved: readonly ExportPreset[],
  onScreen: Intent["filter"],
  list: ListColumns,
): Intent {
  const preset = savedOf(choice, saved);
  if (preset) {
    const { withVerdicts, split } = preset;
    const fit = fitOf(preset, list);
    return {
      filter: fit.ok ? fit.filter : NO_ROWS,
      withVerdicts,
      split,
      asSorted: false,
      part: preset.name,
    };
  }
  return intentOf(ownOf(choice) ?? "screen", onScreen);
}

/** The form that a saved preset writes, as the dialog's own choices. */
export function formOf({ format }: ExportPreset): {
  format: FormatName;
  delimiter: Delimiter;
  guard: boolean;
} {
  switch (format.kind) {
    case "exact":
      return { format: "exact", delimiter: ",", guard: true };
    case "xlsx":
      return { format: "xlsx", delimiter: ",", guard: format.formulaGuard };
    case "csv":
      return {
        format: "excel",
        delimiter: DELIMITERS.find((one) => one === format.delimiter) ?? ",",
        guard: format.formulaGuard,
      };
  }
}

/** `saved` with `preset`, which takes the place of an earlier one of that name. */
export function withPreset(saved: readonly ExportPreset[], preset: ExportPreset): ExportPreset[] {
  return [...saved.filter(({ name }) => name !== preset.name), preset];
}
