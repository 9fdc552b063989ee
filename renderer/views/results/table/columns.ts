import type { ResultSort } from "../../../../shared/bridge/results.ts";
import { numberIn } from "../../../../shared/number-in.ts";
import { LIST_ORDER } from "../view-state.ts";

/** A column of the results table: the list's own by index, or one that Winnow adds. */
export type ColumnKey = `c${number}` | AddedColumn;

/** A column that Winnow adds. */
export type AddedColumn = "verdict" | "reason" | "mail_host" | "flags" | "verified_at";

export interface TableColumn {
  readonly key: ColumnKey;
  readonly name: string;
  readonly width: number;
  readonly hidden: boolean;
  /** Its cells are numbers, as far as is seen: they are sorted as such. */
  readonly numeric: boolean;
  /** It stands first, and stays in sight when the others scroll by: the address and its verdict. */
  readonly pinned: boolean;
}

const WIDTHS = { verdict: 150, reason: 196, mail_host: 150, flags: 210, verified_at: 184 } as const;
const ADDRESS_WIDTH = 248;
export const LEAST_WIDTH = 60;
export const MOST_WIDTH = 900;

/** What is saved of an arrangement, by Winnow itself. */
type Saved = Pick<TableColumn, "key" | "width" | "hidden">[];

const CHARACTER = 7.4;
const PADDING = 26;
/** A header also holds its menu and, when sorted, an arrow. */
const HEADER_PADDING = 60;

/** A width that shows most of what a column holds, by its name and the cells of the first rows. */
function fittingWidth(name: string, cells: readonly string[]): number {
  const lengths = cells.map((cell) => cell.length).sort((a, b) => a - b);
  const most = lengths[Math.floor(lengths.length * 0.9)] ?? 0;
  const wanted = Math.max(name.length * CHARACTER + HEADER_PADDING, most * CHARACTER + PADDING);
  return Math.round(Math.max(84, Math.min(300, wanted)));
}

/** Codes with a leading zero, and telephone numbers, are texts. */
const CODE = /^\s*(?:\+|0\d)/u;

/** Whether cells are numbers, those that are empty aside. */
export function areNumbers(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "");
  return filled.length > 0 && filled.every((cell) => numberIn(cell) !== null && !CODE.test(cell));
}

/**
 * The columns in their first order: the address with its verdict and the reason for it, the list's other columns, as wide
 * as `sample` (some rows' cells) asks for; then what else Winnow adds.
 */
export function firstColumns(
  names: readonly string[],
  sample: readonly (readonly string[])[],
  added: Readonly<Record<AddedColumn, string>>,
  addressColumn: number,
  hasMailHosts = false,
): TableColumn[] {
  const extra = (key: AddedColumn): TableColumn => ({
    key,
    name: added[key],
    width: WIDTHS[key],
    hidden: false,
    numeric: false,
    pinned: key === "verdict",
  });
  const own = names.map(
    (name, index): TableColumn => ({
      key: `c${index}`,
      name,
      width:
        index === addressColumn
          ? ADDRESS_WIDTH
          : fittingWidth(
              name,
              sample.map((cells) => cells[index] ?? ""),
            ),
      hidden: false,
      numeric: areNumbers(sample.map((cells) => cells[index] ?? "")),
      pinned: index === addressColumn,
    }),
  );
  return [
    ...own.filter(({ pinned }) => pinned),
    extra("verdict"),
    extra("reason"),
    ...own.filter(({ pinned }) => !pinned),
    ...(hasMailHosts ? [extra("mail_host")] : []),
    extra("flags"),
    extra("verified_at"),
  ];
}

/**
 * `columns` in the order, width and visibility that were saved, the pinned ones first; columns that the saved text does not
 * know keep their place at the end.
 */
export function arranged(columns: readonly TableColumn[], saved: string | null): TableColumn[] {
  if (saved === null) return [...columns];
  const byKey = new Map(columns.map((column) => [String(column.key), column]));
  const known = arrangementIn(saved).flatMap(({ key, width, hidden }) => {
    const column = byKey.get(key);
    byKey.delete(key);
    return column ? [{ ...column, width, hidden }] : [];
  });
  const all = [...known, ...byKey.values()];
  const first = columns.flatMap(({ key, pinned }) => (pinned ? all.filter((one) => one.key === key) : []));
  return [...first, ...all.filter(({ pinned }) => !pinned)];
}

function arrangementIn(text: string): Saved {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}

/** What is saved of an arrangement. */
export function arrangement(columns: readonly TableColumn[]): string {
  return JSON.stringify(columns.map(({ key, width, hidden }) => ({ key, width, hidden })));
}

/** `columns` with the one at `key` moved by `by` places (negative: to the left), as far as the pinned ones, which stay. */
export function moved(columns: readonly TableColumn[], key: ColumnKey, by: number): TableColumn[] {
  const from = columns.findIndex((column) => column.key === key);
  const column = columns[from];
  if (!column || column.pinned) return [...columns];
  const rest = columns.filter((one) => one.key !== key);
  const first = rest.filter(({ pinned }) => pinned).length;
  const to = Math.max(first, Math.min(rest.length, from + by));
  return [...rest.slice(0, to), column, ...rest.slice(to)];
}

/** `columns` with the one at `key` where the one at `place` is. */
export function movedTo(columns: readonly TableColumn[], key: ColumnKey, place: ColumnKey): TableColumn[] {
  const at = (wanted: ColumnKey) => columns.findIndex((column) => column.key === wanted);
  return moved(columns, key, at(place) - at(key));
}

/** Returns `columns` with those of `keys` hidden or shown. */
export function withHidden(
  columns: readonly TableColumn[],
  keys: readonly ColumnKey[],
  hidden: boolean,
): TableColumn[] {
  const changed = new Set(keys);
  return columns.map((column) => (changed.has(column.key) ? { ...column, hidden } : column));
}

/** Returns `keys` without the address column, which stays shown if several columns are hidden at once. */
export function hideable(columns: readonly TableColumn[], keys: readonly ColumnKey[]): ColumnKey[] {
  const address = columns.find(({ key, pinned }) => pinned && ownIndex(key) !== null);
  return keys.filter((key) => key !== address?.key);
}

/** The index in the list's own columns, or null for one that Winnow adds. */
export function ownIndex(key: ColumnKey): number | null {
  return key.startsWith("c") ? Number(key.slice(1)) : null;
}

/** How to sort by a column; null: there is no order by it. */
export function sortBy(column: TableColumn, descending: boolean, numeric: boolean): ResultSort | null {
  const index = ownIndex(column.key);
  if (index !== null) return { by: { kind: "column", column: index, numeric }, descending };
  switch (column.key) {
    case "verdict":
    case "flags":
    case "verified_at":
      return { by: { kind: column.key }, descending };
    default:
      return null;
  }
}

/** Whether `sort` is by `column`, and which way. */
export function sortedAs(column: TableColumn, sort: ResultSort): "ascending" | "descending" | null {
  const index = ownIndex(column.key);
  const here =
    sort.by.kind === "column" ? sort.by.column === index : index === null && sort.by.kind === column.key;
  if (!here) return null;
  return sort.descending ? "descending" : "ascending";
}

/** The order after another click on the header: ascending, descending, then the list's own; null: there is none by `column`. */
export function nextSort(column: TableColumn, sort: ResultSort): ResultSort | null {
  const direction = sortedAs(column, sort);
  if (direction === null) return sortBy(column, false, column.numeric);
  return direction === "ascending" ? sortBy(column, true, isNumeric(column, sort)) : LIST_ORDER;
}

/** Whether a column is sorted, or would be, as numbers. */
export function isNumeric(column: TableColumn, sort: ResultSort): boolean {
  const isSorted = sort.by.kind === "column" && sort.by.column === ownIndex(column.key);
  return isSorted && sort.by.kind === "column" ? sort.by.numeric === true : column.numeric;
}
