import type { ExportPreset } from "../../../../shared/bridge/app.ts";
import type { ExportChoices } from "./export-choices.ts";
import { ALL_COLUMNS, type ExportColumns } from "./export-columns.ts";
import { fitOf, type ListColumns } from "./preset-columns.ts";
import { type Choice, formOf, savedOf } from "./saved-presets.ts";

/** The columns that a choice itself names; null: it leaves them to the user. */
function columnsOf(choice: Choice, saved: readonly ExportPreset[], list: ListColumns): ExportColumns | null {
  // Of a list with several columns of addresses the others would be suppressed, too.
  if (choice === "do_not_send") return { kind: "chosen", columns: [list.address] };
  const preset = savedOf(choice, saved);
  if (preset === undefined) return null;
  const fit = fitOf(preset, list);
  return fit.ok && fit.columns !== null ? { kind: "chosen", columns: fit.columns } : ALL_COLUMNS;
}

/** What becomes of the dialog's choices when `next` is chosen instead of `before`: a saved preset says all of them. */
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
