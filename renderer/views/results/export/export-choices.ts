import type { ExportFilter, ExportRequest } from "../../../../shared/bridge/exports.ts";
import type { CallOutput } from "../../../../shared/bridge.ts";
import type { TableColumn } from "../table/columns.ts";
import type { Choice, Intent } from "./presets.ts";

export type FormatName = "exact" | "excel" | "xlsx";
type Format = ExportRequest["format"];

export const DELIMITERS = [",", ";", "\t"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The format to ask for. The formula guard has no meaning for an exact copy, whose bytes are left alone. */
export function formatOf(name: FormatName, delimiter: Delimiter, formulaGuard: boolean): Format {
  switch (name) {
    case "exact":
      return { kind: "exact" };
    case "excel":
      return { kind: "csv", delimiter, encoding: "utf-8", bom: true, newline: "\r\n", formulaGuard };
    case "xlsx":
      return { kind: "xlsx", formulaGuard };
  }
}

export type ExportColumns =
  | { readonly kind: "all" }
  /** Those that the table shows, in the table's order. */
  | { readonly kind: "shown" }
  /** By number, in the order in which they were chosen. */
  | { readonly kind: "chosen"; readonly columns: readonly number[] };

export const ALL_COLUMNS: ExportColumns = { kind: "all" };

/** The list's own columns among those that the table shows, in its order. */
export function shownColumns(shown: readonly TableColumn[]): number[] {
  return shown.flatMap(({ key }) => {
    const own = /^c(\d+)$/.exec(key)?.[1];
    return own === undefined ? [] : [Number(own)];
  });
}

/** Returns `chosen` with `columns` added or removed, sorted as in `order`. */
export function withChosen(
  chosen: readonly number[],
  columns: readonly number[],
  isWritten: boolean,
  order: readonly number[],
): number[] {
  const changed = new Set(columns);
  const before = new Set(chosen);
  return order.filter((column) => (changed.has(column) ? isWritten : before.has(column)));
}

/** What the export is asked for; null: all columns as they stand, which alone can be copied byte for byte. */
export function columnsToWrite(
  choice: ExportColumns,
  shown: readonly number[],
  all: number,
): number[] | null {
  switch (choice.kind) {
    case "all":
      return null;
    case "shown":
      return shown.length === all && shown.every((column, at) => column === at) ? null : [...shown];
    case "chosen":
      return [...choice.columns];
  }
}

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
  return filter.segments === undefined && filter.applyOverrides !== true && filter.leaveOutMarked !== "keep";
}

/** Whether rows without an address are the user's to choose here: in the file that is the cleaned list, and in no second one. */
function choosesEmpty({ filter }: Intent): boolean {
  return filter.segments?.includes("safe") === true;
}

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
