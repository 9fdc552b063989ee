import type { ResultSort } from "../../../../shared/bridge/results.ts";
import { LIST_ORDER } from "../view-state.ts";
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
