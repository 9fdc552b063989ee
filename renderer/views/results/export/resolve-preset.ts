import type { ExportPreset, PresetColumn } from "../../../../shared/bridge/app.ts";
import type { ExportFilter } from "../../../../shared/bridge/exports.ts";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";

export interface ListColumns {
  readonly names: readonly string[];
  readonly address: number;
}

/** The reason why a preset doesn't fit a list: it has `found` columns of that name instead of `expected`. */
export interface PresetMismatch {
  readonly name: string;
  readonly found: number;
  readonly expected: number;
}

/** A preset resolved for the current list. `columns` is `null` for all. */
export type ResolvedPreset =
  | { readonly ok: true; readonly filter: ResultFilter; readonly columns: readonly number[] | null }
  | { readonly ok: false; readonly mismatch: PresetMismatch };

type ColumnFilter = NonNullable<ResultFilter["columns"]>[number];

/** Generated name of a column without a header; it doesn't identify the column in other lists. */
const MADE_UP = /^column \d+$/;

function folded(name: string): string {
  return name.normalize("NFC").trim().toLowerCase();
}

function called(list: ListColumns, name: string): number[] {
  return list.names.flatMap((one, index) => (folded(one) === folded(name) ? [index] : []));
}

/** Returns a list-independent reference to a column; `null` if it has no name. */
function columnOf(list: ListColumns, index: number): PresetColumn | null {
  if (index === list.address) return { kind: "address" };
  const name = list.names[index];
  if (name === undefined || folded(name) === "" || MADE_UP.test(folded(name))) return null;
  const same = called(list, name);
  return { kind: "named", name: name.trim(), nth: same.indexOf(index), of: same.length };
}

function allNamed<T, U>(items: readonly T[], nameOf: (item: T) => U | null): U[] | null {
  const named = items.map(nameOf);
  return named.every((one) => one !== null) ? named : null;
}

function namedFilters(list: ListColumns, filters: readonly ColumnFilter[]) {
  return allNamed(filters, ({ column, op, value }) => {
    const named = columnOf(list, column);
    return named && { column: named, op, value: value ?? "" };
  });
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
  const where = namedFilters(list, filters);
  const columns = written && allNamed(written, (index) => columnOf(list, index));
  if (where === null || (written !== null && columns === null)) return null;
  return {
    filter: rows,
    ...(where.length > 0 && { where }),
    ...(columns !== null && { columns }),
  };
}

function indexIn(list: ListColumns, column: PresetColumn): number | PresetMismatch {
  if (column.kind === "address") return list.address;
  const same = called(list, column.name);
  const index = same.length === column.of ? same[column.nth] : undefined;
  return index ?? { name: column.name, found: same.length, expected: column.of };
}

/** Resolves `preset` for a list, or returns the reason why it doesn't fit. */
export function resolvePreset(preset: ExportPreset, list: ListColumns): ResolvedPreset {
  const rows = preset.filter;
  const where = preset.where ?? [];
  const asked = [...where.map(({ column }) => column), ...(preset.columns ?? [])];
  const found: number[] = [];
  for (const column of asked) {
    const mismatch = indexIn(list, column);
    if (typeof mismatch !== "number") return { ok: false, mismatch };
    found.push(mismatch);
  }
  const filters = where.map(({ op, value }, at) => ({ column: found[at] ?? 0, op, value }));
  return {
    ok: true,
    filter: filters.length > 0 ? { ...rows, columns: filters } : rows,
    columns: preset.columns === undefined ? null : found.slice(where.length),
  };
}
