import type { TableColumn } from "../table/columns.ts";

/** Which of the list's own columns an export writes. */
export type ExportColumns =
  | { readonly kind: "all" }
  /** Those that the table shows, in the table's order. */
  | { readonly kind: "shown" }
  /** By number, in the order in which they were chosen. */
  | { readonly kind: "chosen"; readonly columns: readonly number[] };

export const ALL_COLUMNS: ExportColumns = { kind: "all" };

/** The list's own columns among those that the table shows, in its order. */
export function shownColumns(shown: readonly TableColumn[]): number[] {
  return shown.flatMap(({ key }) => {
    const own = /^c(\d+)$/.exec(key)?.[1];
    return own === undefined ? [] : [Number(own)];
  });
}

/** What the export is asked for; null: all columns as they stand, which alone can be copied byte for byte. */
export function columnsToWrite(
  choice: ExportColumns,
  shown: readonly number[],
  all: number,
): number[] | null {
  switch (choice.kind) {
    case "all":
      return null;
    case "shown":
      return shown.length === all && shown.every((column, at) => column === at) ? null : [...shown];
    case "chosen":
      return [...choice.columns];
  }
}
