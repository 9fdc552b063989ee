import { closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { openColumns } from "../../store/index.ts";
import { cellTypeColumn, LIST_COLUMNS, LIST_META, type ListMeta } from "../format.ts";
import type { Classification } from "./classify.ts";
import { type RowTable, storeCells } from "./row-table.ts";
import { storeTypos } from "./warnings.ts";

/** Writes `list.db` to a temporary file and renames it over `path`, so that readers see all of it or nothing. */
export function storeList(
  path: string,
  table: RowTable,
  classified: Classification,
  meta: ListMeta,
  cellTypes: ReadonlyMap<number, Uint8Array> = new Map(),
): void {
  const temporary = `${path}.new`;
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(temporary + suffix, { force: true });
  const columns = openColumns(temporary);
  try {
    // The file is not read before the rename, so it needs no journal.
    columns.db.pragma("journal_mode = OFF");
    columns.db.pragma("synchronous = OFF");
    const { rows, addresses, domains } = table;
    const u = addresses.size;
    const d = domains.size;
    const malformed = Uint32Array.from(table.malformedRow);
    columns.transaction(() => {
      columns.put(LIST_COLUMNS.rowStart.name, table.rowStart.subarray(0, rows));
      columns.put(LIST_COLUMNS.rowEnd.name, table.rowEnd.subarray(0, rows));
      columns.put(LIST_COLUMNS.rowAddress.name, table.rowAddress.subarray(0, rows));
      columns.put(LIST_COLUMNS.addressText.name, addresses.text.subarray(0, addresses.start(u)));
      columns.put(LIST_COLUMNS.addressEnd.name, addresses.ends.subarray(0, u));
      columns.put(LIST_COLUMNS.addressFirst.name, table.addressFirst.subarray(0, u));
      columns.put(LIST_COLUMNS.addressBits.name, classified.bits);
      columns.put(LIST_COLUMNS.addressDomain.name, table.addressDomain.subarray(0, u));
      columns.put(LIST_COLUMNS.domainText.name, domains.text.subarray(0, domains.start(d)));
      columns.put(LIST_COLUMNS.domainEnd.name, domains.ends.subarray(0, d));
      columns.put(LIST_COLUMNS.malformedRow.name, malformed);
      columns.put(LIST_COLUMNS.malformedLine.name, Uint32Array.from(table.malformedLine));
      columns.put(
        LIST_COLUMNS.malformedStart.name,
        Float64Array.from(malformed, (row) => table.rowStart[row] ?? 0),
      );
      columns.put(
        LIST_COLUMNS.malformedEnd.name,
        Float64Array.from(malformed, (row) => table.rowEnd[row] ?? 0),
      );
      if (table.otherwiseWritten.length > 0)
        columns.put(LIST_COLUMNS.differingCells.name, Uint32Array.from(table.otherwiseWritten));
      if (table.tidied.length > 0) columns.put(LIST_COLUMNS.trimmed.name, Uint32Array.from(table.tidied));
      for (const [column, codes] of cellTypes) columns.put(cellTypeColumn(column), codes);
      storeTypos(columns, table, classified);
      storeCells(columns, table);
      columns.putMeta(LIST_META, meta);
    });
  } finally {
    columns.close();
  }
  const file = openSync(temporary, "r+");
  fsyncSync(file);
  closeSync(file);
  for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
  renameSync(temporary, path);
}
