import { closeSync, openSync, statSync } from "node:fs";
import { type ColumnStore, type ListLayout, openColumns } from "../../store/index.ts";
import { LIST_META } from "../format.ts";
import { type ListMeta, listMetaSchema } from "../meta.ts";

/** One reading of a list: its columns, and the records that they are about. */
export interface OpenReading {
  readonly meta: ListMeta;
  readonly columns: ColumnStore;
  /** The file that the spans in the columns refer to, open for reading. */
  readonly records: number;
  readonly recordsPath: string;
  close(): void;
}

/**
 * Opens the columns of a list and their records, both of one reading: whoever reads a list anew takes its columns away
 * before its records, so records that were opened while the same columns stood there are theirs. Throws when the list was
 * not read, or is being read anew.
 */
export function openReading(list: ListLayout): OpenReading {
  const stood = fileStamp(list.columns);
  const columns = openColumns(list.columns, { readonly: true });
  let records: number | null = null;
  try {
    const meta = listMetaSchema.parse(columns.getMeta(LIST_META));
    const recordsPath = meta.records === "original" ? list.original : list.records;
    const file = openSync(recordsPath, "r");
    records = file;
    if (stood === null || fileStamp(list.columns) !== stood) throw new Error("the list is being read anew");
    return {
      ...{ meta, columns, records: file, recordsPath },
      close() {
        columns.close();
        if (records !== null) closeSync(records);
        records = null;
      },
    };
  } catch (error) {
    columns.close();
    if (records !== null) closeSync(records);
    throw error;
  }
}

/** Which file stands at `path`, so that another in its place is told apart; null: none. */
export function fileStamp(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.ino} ${found.mtimeNs}`;
}
