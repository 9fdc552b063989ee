import type { ExportPreset } from "../../../../shared/bridge/app.ts";
import type { ExportFilter } from "../../../../shared/bridge/exports.ts";
import { exportWords, presetWords } from "../../../words/results.ts";
import {
  ALL_COLUMNS,
  DELIMITERS,
  type Delimiter,
  type ExportChoices,
  type ExportColumns,
  type FormatName,
  type RowChoices,
  rowsOf,
} from "./export-choices.ts";
import { type Choice, type Intent, intentOf, PRESETS, type Preset } from "./presets.ts";
import { type ListColumns, resolvePreset } from "./resolve-preset.ts";

const NO_ROWS: Intent["filter"] = { classes: [] };

export function savedChoice(name: string): Choice {
  return `saved:${name}`;
}

/** Returns the saved preset that `choice` names; `undefined` for built-in or deleted ones. */
export function savedOf(choice: Choice, saved: readonly ExportPreset[]): ExportPreset | undefined {
  return saved.find(({ name }) => savedChoice(name) === choice);
}

function ownOf(choice: Choice): Preset | null {
  return PRESETS.find((one) => one === choice) ?? null;
}

/**
 * Returns what a choice writes of a list. Falls back to the rows on screen if the preset was deleted. If it doesn't fit
 * the list ({@link resolvePreset}), the intent is for display only.
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
    const fit = resolvePreset(preset, list);
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

export function withPreset(saved: readonly ExportPreset[], preset: ExportPreset): ExportPreset[] {
  return [...saved.filter(({ name }) => name !== preset.name), preset];
}

/** Returns the columns that a choice prescribes; `null` if it leaves them to the user. */
function columnsOf(choice: Choice, saved: readonly ExportPreset[], list: ListColumns): ExportColumns | null {
  // Other address columns must not end up in a suppression file.
  if (choice === "do_not_send") return { kind: "chosen", columns: [list.address] };
  const preset = savedOf(choice, saved);
  if (preset === undefined) return null;
  const fit = resolvePreset(preset, list);
  return fit.ok && fit.columns !== null ? { kind: "chosen", columns: fit.columns } : ALL_COLUMNS;
}

/** Returns the changes to the dialog's choices when `next` replaces `before`. A saved preset sets all of them. */
export function chosenBy(
  next: Choice,
  before: Choice,
  saved: readonly ExportPreset[],
  list: ListColumns,
): Partial<ExportChoices> {
  const columns =
    columnsOf(next, saved, list) ?? (columnsOf(before, saved, list) === null ? null : ALL_COLUMNS);
  const preset = savedOf(next, saved);
  return {
    preset: next,
    ...(columns && { columns }),
    ...(preset && {
      ...formOf(preset),
      withVerdicts: preset.withVerdicts,
      leaveOutSuppressed: null,
      leaveOutDropped: null,
      keepEmpty: null,
    }),
  };
}

export interface Offered {
  readonly choice: Choice;
  readonly name: string;
  readonly help: string;
  /** The rows to write; `null` if the preset doesn't fit the list. */
  readonly filter: ExportFilter | null;
}

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
        filter: resolvePreset(preset, list).ok ? filterOf(choice) : null,
      };
    }),
  ];
}
