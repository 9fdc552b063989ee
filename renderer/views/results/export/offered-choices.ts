import type { ExportPreset } from "../../../../shared/bridge/app.ts";
import type { ExportFilter } from "../../../../shared/bridge/exports.ts";
import { exportWords, presetWords } from "../../../words/results.ts";
import { type ExportChoices, type RowChoices, rowsOf } from "./export-choices.ts";
import { fitOf, type ListColumns } from "./preset-columns.ts";
import { PRESETS, type Preset } from "./presets.ts";
import { type Choice, intentOfChoice, savedChoice } from "./saved-presets.ts";

export interface Offered {
  readonly choice: Choice;
  readonly name: string;
  readonly help: string;
  /** The rows that it writes; null: it does not fit the list. */
  readonly filter: ExportFilter | null;
}

/** What the dialog offers to write, each with its rows under the switches as they stand. */
export function offeredChoices(of: {
  saved: readonly ExportPreset[];
  onScreen: ExportFilter;
  list: ListColumns;
  hasUnverified: boolean;
  choices: Pick<ExportChoices, "preset"> & RowChoices;
}): Offered[] {
  const { saved, onScreen, list, choices } = of;
  const filterOf = (choice: Choice) => rowsOf(intentOfChoice(choice, saved, onScreen, list), choices);
  const isThere = { selected: onScreen.selected !== undefined, not_verified: of.hasUnverified };
  const isOffered = (one: Preset) =>
    choices.preset === one || (one !== "selected" && one !== "not_verified") || isThere[one];
  return [
    ...PRESETS.filter(isOffered).map((one) => ({
      choice: one,
      name: exportWords[one],
      help: exportWords[`${one}Help`],
      filter: filterOf(one),
    })),
    ...saved.map((preset) => {
      const choice = savedChoice(preset.name);
      return {
        choice,
        name: preset.name,
        help: presetWords.help,
        filter: fitOf(preset, list).ok ? filterOf(choice) : null,
      };
    }),
  ];
}
