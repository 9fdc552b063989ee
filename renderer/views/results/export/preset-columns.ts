import type { ExportPreset, PresetColumn } from "../../../../shared/bridge/app.ts";
import type { ExportFilter } from "../../../../shared/bridge/exports.ts";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";

/** The columns of the list that is open. */
export interface ListColumns {
  readonly names: readonly string[];
  readonly address: number;
}

/** Why a preset cannot be used for a list: `found` columns of that name are there; where it was saved there were `expected`. */
export interface Misfit {
  readonly name: string;
  readonly found: number;
  readonly expected: number;
}

/** What a preset asks of the list that is open; `columns` null: all are written. */
export type Fit =
  | { readonly ok: true; readonly filter: ResultFilter; readonly columns: readonly number[] | null }
  | { readonly ok: false; readonly misfit: Misfit };

type ColumnFilter = NonNullable<ResultFilter["columns"]>[number];

/** What Winnow calls a column without a header: its number, which says nothing of another list. */
const MADE_UP = /^column \d+$/;

function folded(name: string): string {
  return name.normalize("NFC").trim().toLowerCase();
}

function called(list: ListColumns, name: string): number[] {
  return list.names.flatMap((one, index) => (folded(one) === folded(name) ? [index] : []));
}

/** The column of number `index` in a way that another list understands; null: it has no name. */
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
 * What is saved of a choice of rows and of columns to write (null: all); null where one of those columns has no name by
 * which another list could have it.
 */
export function savedColumns(
  list: ListColumns,
  filter: ExportFilter,
  written: readonly number[] | null,
): Pick<ExportPreset, "filter" | "where" | "columns"> | null {
  const { columns: filters = [], selected, ...rows } = filter;
  // Selected rows, cells by a column's number, and an earlier cleaning are of this list alone.
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

function indexIn(list: ListColumns, column: PresetColumn): number | Misfit {
  if (column.kind === "address") return list.address;
  const same = called(list, column.name);
  const index = same.length === column.of ? same[column.nth] : undefined;
  return index ?? { name: column.name, found: same.length, expected: column.of };
}

/** What `preset` writes of this list, or why nothing is written by it. */
export function fitOf(preset: ExportPreset, list: ListColumns): Fit {
  const rows = preset.filter;
  const where = preset.where ?? [];
  const asked = [...where.map(({ column }) => column), ...(preset.columns ?? [])];
  const found: number[] = [];
  for (const column of asked) {
    const index = indexIn(list, column);
    if (typeof index !== "number") return { ok: false, misfit: index };
    found.push(index);
  }
  const filters = where.map(({ op, value }, at) => ({ column: found[at] ?? 0, op, value }));
  return {
    ok: true,
    filter: filters.length > 0 ? { ...rows, columns: filters } : rows,
    columns: preset.columns === undefined ? null : found.slice(where.length),
  };
}
