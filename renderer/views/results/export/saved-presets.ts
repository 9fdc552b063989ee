import type { ExportPreset, PresetColumn } from "../../../../shared/bridge/app.ts";
import type { ExportFilter } from "../../../../shared/bridge/exports.ts";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { exportWords, presetWords } from "../../../words/results.ts";
import {
  ALL_COLUMNS,
  type Choice,
  DELIMITERS,
  type Delimiter,
  type ExportChoices,
  type ExportColumns,
  type FormatName,
  type Intent,
  intentOf,
  PRESETS,
  type Preset,
  type RowChoices,
  rowsOf,
} from "./export-choices.ts";

interface ListColumns {
  readonly names: readonly string[];
  readonly address: number;
}

/** A saved preset with its columns found in the current list. `columns` is `null` for all. */
export interface ResolvedPreset {
  readonly preset: ExportPreset;
  readonly filter: ResultFilter;
  readonly columns: readonly number[] | null;
}

/** Generated name of a column without a header; it doesn't identify the column in other lists. */
const MADE_UP = /^column \d+$/;

function folded(name: string): string {
  return name.normalize("NFC").trim().toLowerCase();
}

function columnsNamed(list: ListColumns, name: string): number[] {
  return list.names.flatMap((one, index) => (folded(one) === folded(name) ? [index] : []));
}

/** Returns a list-independent reference to a column; `null` if it has no name. */
function columnOf(list: ListColumns, index: number): PresetColumn | null {
  if (index === list.address) return { kind: "address" };
  const name = list.names[index];
  if (name === undefined || folded(name) === "" || MADE_UP.test(folded(name))) return null;
  const same = columnsNamed(list, name);
  return { kind: "named", name: name.trim(), nth: same.indexOf(index), of: same.length };
}

/**
 * Returns the part of a preset that depends on columns; `null` if a column has no name by which to find it in other
 * lists. A `null` `written` means all columns.
 */
export function savedColumns(
  list: ListColumns,
  filter: ExportFilter,
  written: readonly number[] | null,
): Pick<ExportPreset, "filter" | "where" | "columns"> | null {
  const { columns: filters = [], selected, ...rows } = filter;
  // Selected rows, cell filters by column index, and earlier cleanings are specific to this list.
  if (selected !== undefined || rows.cells !== undefined || rows.turned !== undefined) return null;
  const where = filters.flatMap(({ column, op, value = "" }) => {
    const named = columnOf(list, column);
    return named === null ? [] : [{ column: named, op, value }];
  });
  const columns = written?.flatMap((index) => columnOf(list, index) ?? []);
  if (where.length < filters.length || columns?.length !== written?.length) return null;
  return { filter: rows, ...(where.length > 0 && { where }), ...(columns && { columns }) };
}

/** Returns the index of a preset's column in a list; `undefined` if the list has no column of that name. */
function indexIn(list: ListColumns, column: PresetColumn): number | undefined {
  return column.kind === "address" ? list.address : columnsNamed(list, column.name)[column.nth];
}

/**
 * Returns the presets that can be applied to a list. Columns to write that the list lacks are skipped. A preset that
 * filters by such a column is left out, because without the filter it would write more rows.
 */
export function resolvePresets(saved: readonly ExportPreset[], list: ListColumns): ResolvedPreset[] {
  return saved.flatMap((preset) => {
    const where = (preset.where ?? []).flatMap(({ column, op, value }) => {
      const index = indexIn(list, column);
      return index === undefined ? [] : [{ column: index, op, value }];
    });
    const columns = preset.columns?.flatMap((column) => indexIn(list, column) ?? []) ?? null;
    if (where.length < (preset.where?.length ?? 0) || columns?.length === 0) return [];
    const filter = where.length > 0 ? { ...preset.filter, columns: where } : preset.filter;
    return [{ preset, filter, columns }];
  });
}

export function savedChoice(name: string): Choice {
  return `saved:${name}`;
}

/** Returns the saved preset that `choice` names; `undefined` for built-in or deleted ones. */
function savedOf(choice: Choice, saved: readonly ResolvedPreset[]): ResolvedPreset | undefined {
  return saved.find(({ preset }) => savedChoice(preset.name) === choice);
}

/** Returns what a choice writes of a list. Falls back to the rows on screen if the preset was deleted. */
export function intentOfChoice(
  choice: Choice,
  saved: readonly ResolvedPreset[],
  onScreen: Intent["filter"],
): Intent {
  const own = savedOf(choice, saved);
  if (own === undefined) return intentOf(PRESETS.find((one) => one === choice) ?? "screen", onScreen);
  const { name, withVerdicts, split } = own.preset;
  return { filter: own.filter, withVerdicts, split, asSorted: false, part: name };
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

/** Returns the columns that a choice prescribes; `null` if it leaves them to the user. */
function columnsOf(
  choice: Choice,
  saved: readonly ResolvedPreset[],
  addressColumn: number,
): ExportColumns | null {
  // Other address columns must not end up in a suppression file.
  if (choice === "do_not_send") return { kind: "chosen", columns: [addressColumn] };
  const own = savedOf(choice, saved);
  if (own === undefined) return null;
  return own.columns === null ? ALL_COLUMNS : { kind: "chosen", columns: own.columns };
}

/** Returns the changes to the dialog's choices when `next` replaces `before`. A saved preset sets all of them. */
export function chosenBy(
  next: Choice,
  before: Choice,
  saved: readonly ResolvedPreset[],
  addressColumn: number,
): Partial<ExportChoices> {
  const hadColumns = columnsOf(before, saved, addressColumn) !== null;
  const columns = columnsOf(next, saved, addressColumn) ?? (hadColumns ? ALL_COLUMNS : null);
  const preset = savedOf(next, saved)?.preset;
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
  readonly filter: ExportFilter;
}

export function offeredChoices(of: {
  saved: readonly ResolvedPreset[];
  onScreen: ExportFilter;
  hasUnverified: boolean;
  choices: Pick<ExportChoices, "preset"> & RowChoices;
}): Offered[] {
  const { saved, onScreen, choices } = of;
  const filterOf = (choice: Choice) => rowsOf(intentOfChoice(choice, saved, onScreen), choices);
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
    ...saved.map(({ preset: { name } }) => ({
      choice: savedChoice(name),
      name,
      help: presetWords.help,
      filter: filterOf(savedChoice(name)),
    })),
  ];
}
