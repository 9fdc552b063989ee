import { plainColumnName } from "../service/index.ts";
import type { ColumnNames } from "./types.ts";

/** The columns of a header by their names, whatever their case, blanks and signs. */
export interface HeaderColumns {
  /** How many columns have a name. */
  readonly named: number;
  /** The first column of that name, or of the first of these names that is there; -1: there is none. */
  find(names: ColumnNames): number;
  /** Whether two columns have that name: then it is not certain which one counts. */
  isTwice(names: ColumnNames): boolean;
}

/** Looks through a header. */
export function headerColumns(header: readonly string[]): HeaderColumns {
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
  return {
    named: at.size + twice.size,
    find(names) {
      for (const name of plainNames(names)) {
        const index = at.get(name);
        if (index !== undefined) return index;
      }
      return -1;
    },
    isTwice: (names) => plainNames(names).some((name) => twice.has(name)),
  };
}
