import type { ExportFilter } from "../../../../shared/bridge/exports.ts";
import type { CallOutput } from "../../../../shared/bridge.ts";
import { ALL_COLUMNS, type ExportColumns } from "./export-columns.ts";
import type { Delimiter, FormatName } from "./export-format.ts";
import type { Intent } from "./presets.ts";
import type { Choice } from "./saved-presets.ts";

type Counted = CallOutput<"exports.count">;

/** Everything that is chosen in the export dialog: in one piece, so that none of it outlives the dialog. */
export interface ExportChoices {
  readonly preset: Choice;
  readonly format: FormatName;
  readonly delimiter: Delimiter;
  readonly withVerdicts: boolean;
  readonly guard: boolean;
  readonly columns: ExportColumns;
  /** The encoding in which to read the list's words; null: it was not asked. */
  readonly readAs: string | null;
  /** Null: as the cleaning was started. */
  readonly leaveOutSuppressed: boolean | null;
  /** Null: as the preset says. */
  readonly leaveOutDropped: boolean | null;
  /** Null: as the preset says. */
  readonly keepEmpty: boolean | null;
}

/** What the dialog is for where nothing in particular was asked: the rows that are selected, or else those that are filtered. */
function firstPreset({ selected, ...filter }: ExportFilter): Choice {
  if (selected !== undefined) return "selected";
  return Object.keys(filter).length > 0 ? "screen" : "recommended";
}

/** What is chosen when the dialog opens, each time; null: nothing in particular. */
export function firstChoices(onScreen: ExportFilter, asked: Choice | null = null): ExportChoices {
  return {
    preset: asked ?? firstPreset(onScreen),
    format: "exact",
    delimiter: ",",
    withVerdicts: false,
    guard: true,
    columns: ALL_COLUMNS,
    readAs: null,
    leaveOutSuppressed: null,
    leaveOutDropped: null,
    keepEmpty: null,
  };
}

/** Whether rows marked drop are the user's to choose here: not where the marks themselves say what is written. */
function choosesDropped({ filter }: Intent): boolean {
  return filter.doors === undefined && filter.applyOverrides !== true && filter.leaveOutMarked !== "keep";
}

/** Whether rows without an address are the user's to choose here: in the file that is the cleaned list, and in no second one. */
function choosesEmpty({ filter }: Intent): boolean {
  return filter.doors?.includes("safe") === true;
}

/** What of the rows is the user's own word, beside the preset. */
export type RowChoices = Pick<ExportChoices, "leaveOutDropped" | "leaveOutSuppressed" | "keepEmpty">;

/** The rows that `intent` writes, with the user's own word on those marked drop, suppressed, or without an address. */
export function rowsOf(
  intent: Intent,
  { leaveOutDropped, leaveOutSuppressed, keepEmpty }: RowChoices,
): ExportFilter {
  const rows = {
    ...intent.filter,
    ...(leaveOutSuppressed === null ? {} : { leaveOutSuppressed }),
    ...(keepEmpty === null || !choosesEmpty(intent) ? {} : { keepEmpty }),
  };
  if (leaveOutDropped === null || !choosesDropped(intent)) return rows;
  const { leaveOutMarked: _, ...filter } = rows;
  return leaveOutDropped ? { ...filter, leaveOutMarked: "drop" } : filter;
}

/** Whether it makes a difference to leave out rows marked drop. */
export function mayHoldDropped(intent: Intent, account: Counted): boolean {
  return choosesDropped(intent) && (account.dropped ?? 0) + (account.leftOut.dropped ?? 0) > 0;
}

/** Whether it makes a difference to keep rows without an address. */
export function mayHoldEmpty(intent: Intent, account: Counted, keepEmpty: boolean): boolean {
  return choosesEmpty(intent) && (keepEmpty || (account.leftOut.empty ?? 0) > 0);
}

/** Whether it makes a difference to leave out those on a suppression list. */
export function mayHoldSuppressed({ leftOut, suppressed = 0, leavesOutSuppressed }: Counted): boolean {
  return leavesOutSuppressed ? (leftOut.suppressed ?? 0) > 0 : suppressed > 0;
}
