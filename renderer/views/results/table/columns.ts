import type { ResultRow, ResultSort, Summary } from "../../../../shared/bridge/results.ts";
import { mailHostName } from "../../../../shared/mail-hosts.ts";
import { numberIn } from "../../../../shared/numbers.ts";
import { wordsOf } from "../../../components/VerdictMark.tsx";
import { moment } from "../../../times.ts";
import { CLASS_WORDS, resultsWords } from "../../../words/results.ts";
import { facetWords, reasonWords } from "../../../words/table.ts";
import { FLAG_WORDS } from "../../../words/verdicts.ts";
import { LIST_ORDER } from "../view-state.ts";

/** A label in the column of flags: the user's mark, suppression, a likely typo or a flag. */
export interface RowTag {
  readonly name: string;
  readonly help?: string;
}

export function tagsOf(row: ResultRow): readonly RowTag[] {
  return [
    ...(row.mark ? [{ name: resultsWords.marked[row.mark] }] : []),
    ...(row.suppressed && row.class !== "suppressed" ? [{ name: CLASS_WORDS.suppressed }] : []),
    ...(row.likelyTypo
      ? [{ name: facetWords.likelyTypo, help: facetWords.likelyTypoHelp(row.likelyTypo.meant) }]
      : []),
    ...row.flags.map((flag) => FLAG_WORDS[flag]),
  ];
}

/** Names the mail host of accept-all domains, since it causes the verdict. */
function reasonOf({ reason, verdict, mailHost }: ResultRow, sandbox: boolean): string {
  const words = reasonWords(reason, sandbox);
  const isHosts = verdict === "accept_all" && mailHost !== undefined && mailHost !== "other";
  return isHosts ? `${mailHostName(mailHost)} · ${words}` : words;
}

export function cellText(row: ResultRow, column: ColumnKey, sandbox: boolean): string {
  switch (column) {
    case "verdict":
      return wordsOf(row.verdict ?? "none").name;
    case "reason":
      return reasonOf(row, sandbox);
    case "mail_host":
      return row.mailHost === undefined ? "" : mailHostName(row.mailHost);
    case "flags":
      return tagsOf(row)
        .map(({ name }) => name)
        .join(", ");
    case "verified_at":
      return row.verifiedAt === null ? "" : moment(row.verifiedAt);
    default:
      return row.cells[listColumnIndex(column) ?? -1] ?? "";
  }
}

/** Key of a column of the user's list, by index, among the keys of facets and of columns that Winnow adds. */
export type ListColumnKey = `c${number}`;

export function listColumnKey(index: number): ListColumnKey {
  return `c${index}`;
}

/** Returns the index of a list column; `null` for other keys. */
export function listColumnIndex(key: string): number | null {
  return /^c\d+$/.test(key) ? Number(key.slice(1)) : null;
}

/** A column of the results table: the list's own by index, or one that Winnow adds. */
export type ColumnKey = ListColumnKey | AddedColumn;

export type AddedColumn = "verdict" | "reason" | "mail_host" | "flags" | "verified_at";

export interface TableColumn {
  readonly key: ColumnKey;
  readonly name: string;
  readonly width: number;
  readonly hidden: boolean;
  /** Sampled cells are numbers, so the column is sorted numerically. */
  readonly numeric: boolean;
  /** The address and its verdict come first and stay visible when scrolling horizontally. */
  readonly pinned: boolean;
}

const WIDTHS = { verdict: 150, reason: 196, mail_host: 150, flags: 210, verified_at: 184 } as const;
const ADDRESS_WIDTH = 248;
export const MIN_WIDTH = 60;
export const MAX_WIDTH = 900;

type Saved = Pick<TableColumn, "key" | "width" | "hidden">[];

const CHARACTER = 7.4;
const PADDING = 26;
/** Space for the menu button and the sort arrow. */
const HEADER_PADDING = 60;

/** Returns a width that fits the name and 90% of the sample cells. */
function fittingWidth(name: string, cells: readonly string[]): number {
  const lengths = cells.map((cell) => cell.length).sort((a, b) => a - b);
  const most = lengths[Math.floor(lengths.length * 0.9)] ?? 0;
  const wanted = Math.max(name.length * CHARACTER + HEADER_PADDING, most * CHARACTER + PADDING);
  return Math.round(Math.max(84, Math.min(300, wanted)));
}

/** Codes with leading zeros and phone numbers stay text. */
const CODE = /^\s*(?:\+|0\d)/u;

export function areNumbers(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "");
  return filled.length > 0 && filled.every((cell) => numberIn(cell) !== null && !CODE.test(cell));
}

/**
 * Returns the default columns: the address with verdict and reason, the list's other columns with widths that fit
 * `sample`, then the remaining added columns. The reason is hidden if its text is the same in every row; it names
 * mail hosts if there are any.
 */
export function firstColumns(
  names: readonly string[],
  sample: readonly (readonly string[])[],
  added: Readonly<Record<AddedColumn, string>>,
  addressColumn: number,
  { mailHosts = false, oneReason = false }: Pick<Summary, "mailHosts" | "oneReason"> = {},
): TableColumn[] {
  const extra = (key: AddedColumn): TableColumn => ({
    key,
    name: added[key],
    width: WIDTHS[key],
    hidden: key === "reason" && oneReason && !mailHosts,
    numeric: false,
    pinned: key === "verdict",
  });
  const own = names.map(
    (name, index): TableColumn => ({
      key: listColumnKey(index),
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
    ...(mailHosts ? [extra("mail_host")] : []),
    extra("flags"),
    extra("verified_at"),
  ];
}

/** Returns `columns` in the saved layout, pinned ones first. Columns missing from it go to the end. */
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

export function arrangement(columns: readonly TableColumn[]): string {
  return JSON.stringify(columns.map(({ key, width, hidden }) => ({ key, width, hidden })));
}

/** Returns `columns` with one moved by `by` places (negative: left). Pinned columns stay first. */
export function moved(columns: readonly TableColumn[], key: ColumnKey, by: number): TableColumn[] {
  const from = columns.findIndex((column) => column.key === key);
  const column = columns[from];
  if (!column || column.pinned) return [...columns];
  const rest = columns.filter((one) => one.key !== key);
  const first = rest.filter(({ pinned }) => pinned).length;
  const to = Math.max(first, Math.min(rest.length, from + by));
  return [...rest.slice(0, to), column, ...rest.slice(to)];
}

export function movedTo(columns: readonly TableColumn[], key: ColumnKey, place: ColumnKey): TableColumn[] {
  const at = (wanted: ColumnKey) => columns.findIndex((column) => column.key === wanted);
  return moved(columns, key, at(place) - at(key));
}

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
  const address = columns.find(({ key, pinned }) => pinned && listColumnIndex(key) !== null);
  return keys.filter((key) => key !== address?.key);
}

/** Returns the sort order by a column; `null` if it isn't sortable. */
export function sortBy(column: TableColumn, descending: boolean, numeric: boolean): ResultSort | null {
  const index = listColumnIndex(column.key);
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

/** Returns the direction in which `column` is sorted; `null` if it isn't. */
export function sortedAs(column: TableColumn, sort: ResultSort): "ascending" | "descending" | null {
  const index = listColumnIndex(column.key);
  const here =
    sort.by.kind === "column" ? sort.by.column === index : index === null && sort.by.kind === column.key;
  if (!here) return null;
  return sort.descending ? "descending" : "ascending";
}

/** Returns the order after a header click: ascending, descending, list order. `null` if not sortable. */
export function nextSort(column: TableColumn, sort: ResultSort): ResultSort | null {
  const direction = sortedAs(column, sort);
  if (direction === null) return sortBy(column, false, column.numeric);
  return direction === "ascending" ? sortBy(column, true, isNumeric(column, sort)) : LIST_ORDER;
}

/** Returns whether a column is sorted numerically, or would be. */
export function isNumeric(column: TableColumn, sort: ResultSort): boolean {
  const isSorted = sort.by.kind === "column" && sort.by.column === listColumnIndex(column.key);
  return isSorted && sort.by.kind === "column" ? sort.by.numeric === true : column.numeric;
}
