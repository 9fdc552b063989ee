import type { ColumnStore } from "../../store/index.ts";
import { CELLS_TABLE } from "../format.ts";
import type { RowTable } from "./row-table.ts";

/** Writes the corrections that are proposed for whole cells, and those that were accepted, into `list.db`. */
export function storeCells({ db }: ColumnStore, table: RowTable): void {
  db.exec(CELLS_TABLE);
  const insert = db.prepare(
    "INSERT INTO cells (key, cell, address, kind, rows, accepted) VALUES (?, ?, ?, ?, ?, ?)",
  );
  for (const [key, { cell, address, kind, rows, accepted }] of table.cells.found) {
    insert.run(key, cell, address, kind, rows, accepted ? 1 : 0);
  }
}
