import type { ExportFilter, ExportRequest } from "../../../../shared/bridge/exports.ts";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { fileOf } from "../../../../shared/bridge/segment-files.ts";
import type { CallOutput } from "../../../../shared/bridge.ts";
import { listColumnIndex, type TableColumn } from "../table/columns.ts";

/** Presets in display order. `selected` requires selected rows, `not_verified` such addresses. */
export const PRESETS = [
  "selected",
  "screen",
  "safe",
  "risky",
  "do_not_send",
  "not_verified",
  "everything",
  "per_verdict",
] as const;
export type Preset = (typeof PRESETS)[number];
export type Choice = Preset | `saved:${string}`;

export interface Intent {
  readonly filter: ExportFilter;
  readonly withVerdicts: boolean;
  readonly split: "one" | "per_verdict";
  /** Rows are written in table order instead of list order. */
  readonly asSorted: boolean;
  /** Suffix of the file name. */
  readonly part: string;
}

function intent(part: string, filter: ExportFilter, withVerdicts = false): Intent {
  return { filter, withVerdicts, split: "one", asSorted: false, part };
}

const NOTHING_SELECTED = { rows: [], except: [] };

/** Returns what `preset` writes. `onScreen` is the table's filter and selection. */
export function intentOf(preset: Preset, { selected = NOTHING_SELECTED, ...onScreen }: ExportFilter): Intent {
  switch (preset) {
    case "selected": {
      // If the segment itself is exported, suppressed rows belong to it.
      const suppressed = onScreen.segments?.includes("do_not_send") ? { leaveOutSuppressed: false } : {};
      return { ...intent("selection", { selected, ...suppressed }), asSorted: true };
    }
    case "screen":
      return {
        ...intent(isEveryRow(onScreen) ? "all-rows" : "filtered", wanted(undropped(onScreen))),
        asSorted: true,
      };
    case "safe":
      return intent("safe", fileOf("safe"));
    case "risky":
      return intent("risky", fileOf("risky"));
    case "do_not_send":
      return intent("do-not-send", fileOf("do_not_send"));
    case "not_verified":
      return intent("not-verified", fileOf("not_verified"));
    case "everything":
      return intent("verdicts", {}, true);
    case "per_verdict":
      return { ...intent("by-verdict", wanted(undropped({})), true), split: "per_verdict" };
  }
}

/** Leaves out dropped rows, unless the filter asks for them. */
function undropped(filter: ResultFilter): ResultFilter {
  const asksForThem = filter.overridden === "drop" || filter.segments?.includes("do_not_send") === true;
  return asksForThem ? filter : { ...filter, leaveOutMarked: "drop" };
}

/** Leaves out rows flagged `unwanted`, unless the filter asks for them. */
function wanted(filter: ResultFilter): ResultFilter {
  const asksForThem = filter.flags?.includes("unwanted") === true || filter.segments?.includes("do_not_send");
  return asksForThem === true ? filter : { ...filter, leaveOutUnwanted: true };
}

function isEveryRow(filter: ResultFilter): boolean {
  return Object.keys(filter).length === 0;
}

/** Returns the default file name: the list's name with the part as suffix. Several files go into one ZIP. */
export function exportName(
  listName: string,
  { part, split }: Pick<Intent, "part" | "split">,
  extension: string,
): string {
  const bare = listName.replace(/(\.(csv|tsv|tab|txt|xlsx|ods))?(\.(gz|zip))?$/i, "");
  return `${bare}-${part}.${split === "per_verdict" ? "zip" : extension}`;
}

export type FormatName = "exact" | "excel" | "xlsx";
type Format = ExportRequest["format"];

export const DELIMITERS = [",", ";", "\t"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Returns the format to request. The formula guard doesn't apply to exact copies. */
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
  /** Columns shown in the table, in table order. */
  | { readonly kind: "shown" }
  /** Indexes in the order chosen. */
  | { readonly kind: "chosen"; readonly columns: readonly number[] };

export const ALL_COLUMNS: ExportColumns = { kind: "all" };

/** Returns the indexes of the list's own columns shown in the table, in table order. */
export function shownListColumns(shown: readonly TableColumn[]): number[] {
  return shown.flatMap(({ key }) => listColumnIndex(key) ?? []);
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

/** Returns the columns to request; `null` for all in their original order, which allows an exact copy. */
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

/** State of the export dialog, reset each time it opens. */
export interface ExportChoices {
  readonly preset: Choice;
  /** Write the risky addresses to a second file; applies to the preset `safe`. */
  readonly alsoRisky: boolean;
  readonly format: FormatName;
  readonly delimiter: Delimiter;
  readonly withVerdicts: boolean;
  readonly guard: boolean;
  readonly columns: ExportColumns;
  /** The encoding to decode the list with; `null` if the user was not asked. */
  readonly readAs: string | null;
  /** `null` to use the cleaning's option. */
  readonly leaveOutSuppressed: boolean | null;
  /** `null` to use the preset's value. */
  readonly leaveOutDropped: boolean | null;
  /** `null` to use the preset's value. */
  readonly keepEmpty: boolean | null;
}

/** Returns the three presets that are always visible. The second one is `asked`, or else depends on the table. */
export function mainPresets({ selected, ...filter }: ExportFilter, asked: Preset | null = null): Preset[] {
  const onScreen = selected !== undefined ? "selected" : isEveryRow(filter) ? "do_not_send" : "screen";
  const isThere = asked === null || asked === "safe" || asked === "everything";
  return ["safe", isThere ? onScreen : asked, "everything"];
}

/** Returns whether `filter` writes one row per address, as `fileOf` does. */
export function writesAddresses({ segments, classes, keepEmpty }: ResultFilter): boolean {
  return segments !== undefined && classes !== undefined && keepEmpty !== true;
}

/** Returns what the user has chosen in the table, else the safe addresses. */
function firstPreset(onScreen: ExportFilter): Preset {
  if (onScreen.selected !== undefined) return "selected";
  return isEveryRow(onScreen) ? "safe" : "screen";
}

/** Returns the initial choices of the dialog. `asked` is the requested preset, if any. */
export function firstChoices(onScreen: ExportFilter, asked: Choice | null = null): ExportChoices {
  return {
    preset: asked ?? firstPreset(onScreen),
    alsoRisky: false,
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

/** Returns whether the user can include dropped rows, which some presets already decide. */
function choosesDropped({ filter }: Intent): boolean {
  return filter.segments === undefined && filter.applyOverrides !== true && filter.leaveOutMarked !== "keep";
}

/** Only the cleaned list may contain rows without an address, so that no row is exported twice. */
function choosesEmpty({ filter }: Intent): boolean {
  return filter.segments?.includes("safe") === true;
}

export type RowChoices = Pick<ExportChoices, "leaveOutDropped" | "leaveOutSuppressed" | "keepEmpty">;

/** Returns the filter of `intent` with the user's choices on dropped, suppressed and empty rows applied. */
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

export function mayHoldDropped(intent: Intent, account: Counted): boolean {
  return choosesDropped(intent) && (account.dropped ?? 0) + (account.leftOut.dropped ?? 0) > 0;
}

export function mayHoldEmpty(intent: Intent, account: Counted, keepEmpty: boolean): boolean {
  return choosesEmpty(intent) && (keepEmpty || (account.leftOut.empty ?? 0) > 0);
}

export function mayHoldSuppressed({ leftOut, suppressed = 0, leavesOutSuppressed }: Counted): boolean {
  return leavesOutSuppressed ? (leftOut.suppressed ?? 0) > 0 : suppressed > 0;
}
