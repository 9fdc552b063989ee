import { z } from "zod";
import { numberIn } from "../../../../shared/number-in.ts";

/** A column of the results table: the list's own by index, or one that Winnow adds. */
export type ColumnKey = `c${number}` | "verdict" | "flags" | "verified_at";

export interface TableColumn {
  readonly key: ColumnKey;
  readonly name: string;
  readonly width: number;
  readonly hidden: boolean;
  /** Its cells are numbers, as far as is seen: they are sorted as such. */
  readonly numeric: boolean;
}

const WIDTHS = { verdict: 140, flags: 190, verified_at: 170 } as const;
export const LEAST_WIDTH = 60;
export const MOST_WIDTH = 900;

const savedSchema = z.array(
  z.object({ key: z.string(), width: z.number().min(LEAST_WIDTH).max(MOST_WIDTH), hidden: z.boolean() }),
);

const CHARACTER = 7.4;
const PADDING = 26;
/** A header also holds its menu and, when sorted, an arrow. */
const HEADER_PADDING = 60;

/** A width that shows most of what a column holds, by its name and the cells of the first rows. */
export function fittingWidth(name: string, cells: readonly string[]): number {
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
 * The columns in their first order: the list's own, as wide as `sample` (some rows' cells) asks for, with the verdict
 * beside the address, where the table shows it however many columns follow; then what else Winnow adds.
 */
export function firstColumns(
  names: readonly string[],
  sample: readonly (readonly string[])[],
  added: { verdict: string; flags: string; verified_at: string },
  addressColumn: number,
): TableColumn[] {
  const extra = (key: keyof typeof WIDTHS): TableColumn => ({
    key,
    name: added[key],
    width: WIDTHS[key],
    hidden: false,
    numeric: false,
  });
  const own = names.map(
    (name, index): TableColumn => ({
      key: `c${index}`,
      name,
      width: fittingWidth(
        name,
        sample.map((cells) => cells[index] ?? ""),
      ),
      hidden: false,
      numeric: areNumbers(sample.map((cells) => cells[index] ?? "")),
    }),
  );
  return [
    ...own.slice(0, addressColumn + 1),
    extra("verdict"),
    ...own.slice(addressColumn + 1),
    extra("flags"),
    extra("verified_at"),
  ];
}

/** `columns` in the order, width and visibility that were saved; columns that the saved text does not know keep their place at the end. */
export function arranged(columns: readonly TableColumn[], saved: string | null): TableColumn[] {
  if (saved === null) return [...columns];
  const parsed = savedSchema.safeParse(fromJson(saved));
  if (!parsed.success) return [...columns];
  const byKey = new Map(columns.map((column) => [String(column.key), column]));
  const known = parsed.data.flatMap(({ key, width, hidden }) => {
    const column = byKey.get(key);
    byKey.delete(key);
    return column ? [{ ...column, width, hidden }] : [];
  });
  return [...known, ...byKey.values()];
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What is saved of an arrangement. */
export function arrangement(columns: readonly TableColumn[]): string {
  return JSON.stringify(columns.map(({ key, width, hidden }) => ({ key, width, hidden })));
}

/** `columns` with the one at `key` moved by `by` places (negative: to the left). */
export function moved(columns: readonly TableColumn[], key: ColumnKey, by: number): TableColumn[] {
  const from = columns.findIndex((column) => column.key === key);
  const column = columns[from];
  if (!column) return [...columns];
  const rest = columns.filter((one) => one.key !== key);
  const to = Math.max(0, Math.min(rest.length, from + by));
  return [...rest.slice(0, to), column, ...rest.slice(to)];
}

/** The index in the list's own columns, or null for one that Winnow adds. */
export function ownIndex(key: ColumnKey): number | null {
  return key.startsWith("c") ? Number(key.slice(1)) : null;
}
