import type { ResultSort } from "../../../../shared/bridge/results.ts";
import { ownIndex, type TableColumn } from "./columns.ts";

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

/** Whether a column is sorted, or would be, as numbers. */
export function isNumeric(column: TableColumn, sort: ResultSort): boolean {
  const isSorted = sort.by.kind === "column" && sort.by.column === ownIndex(column.key);
  return isSorted && sort.by.kind === "column" ? sort.by.numeric === true : column.numeric;
}
