import { plainColumnName } from "../service/index.ts";
import type { ColumnNames } from "./types.ts";

export type HeaderColumns = ReturnType<typeof headerColumns>;

export function headerColumns(header: readonly string[]) {
  const at = new Map<string, number>();
  const twice = new Set<string>();
  header.forEach((name, index) => {
    const plain = plainColumnName(name);
    if (plain === "") return;
    if (at.has(plain)) twice.add(plain);
    else at.set(plain, index);
  });
  const plainNames = (names: ColumnNames) =>
    (typeof names === "string" ? [names] : names).map(plainColumnName);
  const findAll = (names: ColumnNames) =>
    (typeof names === "string" ? [names] : names).flatMap((name) => {
      const number = /^#(\d{1,5})$/.exec(name)?.[1];
      return number === undefined ? (at.get(plainColumnName(name)) ?? []) : [Number(number) - 1];
    });
  return {
    named: at.size + twice.size,
    /** Returns the index of the first of these columns that the header has; -1 if it has none. */
    find: (names: ColumnNames) => findAll(names)[0] ?? -1,
    findAll,
    /** Returns a reader of a row's first non-blank cell in these columns; `null` if the header has none of them. */
    cellOf(names: ColumnNames): ((row: readonly string[]) => string) | null {
      const [first, ...others] = findAll(names);
      if (first === undefined) return null;
      if (others.length === 0) return (row) => row[first] ?? "";
      return (row) => {
        const filled = [first, ...others].find((column) => (row[column] ?? "").trim() !== "");
        return row[filled ?? first] ?? "";
      };
    },
    /** Returns whether a name is ambiguous because two columns have it. */
    isTwice: (names: ColumnNames) => plainNames(names).some((name) => twice.has(name)),
  };
}
