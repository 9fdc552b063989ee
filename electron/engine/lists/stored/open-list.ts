import { closeSync, openSync, statSync } from "node:fs";
import { type ColumnStore, type ListLayout, openColumns } from "../../store/index.ts";
import { LIST_META, type ListMeta, listMetaSchema } from "../format.ts";
import type { CellType } from "../workbook/cell-types.ts";

/** A list that has been read: its columns in memory, its records on disk. */
export interface OpenList {
  readonly meta: ListMeta;
  /** n rows, u distinct addresses, d domains. */
  readonly rows: number;
  readonly addresses: number;
  readonly domains: number;
  readonly rowStart: Uint32Array;
  readonly rowEnd: Uint32Array;
  /** Address number of each row, or EMPTY or MALFORMED (see format.ts). */
  readonly rowAddress: Int32Array;
  readonly addressText: Uint8Array;
  readonly addressEnd: Uint32Array;
  readonly addressFirst: Uint32Array;
  readonly addressBits: Uint8Array;
  readonly addressDomain: Uint32Array;
  readonly domainText: Uint8Array;
  readonly domainEnd: Uint32Array;
  readonly recordsPath: string;
  cells(row: number): string[];
  /** Returns the first `most` decoded cells of a record. */
  cellsOf(record: Uint8Array, most?: number): string[];
  /** Returns the offset in a record after this many cells, or after its last one. */
  endOfCells(record: Uint8Array, cells: number): number;
  /** Returns a copy of a row's record, line end included. */
  recordBytes(row: number): Buffer;
  decode(bytes: Uint8Array): string;
  /** Returns whether the list's encoding can decode all of a record. */
  isDecodable(record: Uint8Array): boolean;
  /** Returns the header record, line end included; empty if the list has no header. */
  headerBytes(): Buffer;
  /** Returns everything before the header: byte order mark, `sep=` line, lines above it. */
  preambleBytes(): Buffer;
  /** Returns the address as sent to the service. */
  address(id: number): string;
  /** Returns the folded domain number `id` (see `addressDomain`). */
  domain(id: number): string;
  /** Accepted corrections: folded address or cell key → the address verified instead. */
  readonly corrections: ReadonlyMap<string, string>;
  /** True if any record may need a correction. */
  readonly mayCorrect: boolean;
  /** Returns whether the row's cell contains more than the address. */
  cellDiffers(row: number): boolean;
  readonly hasDifferingCells: boolean;
  /** Returns the cells of the lines above the header; empty if there are none. */
  aboveRows(): string[][];
  /** Returns the record with its accepted correction; `null` if it has none. */
  corrected(row: number, record: Uint8Array): Buffer | null;
  /** Returns whether the row has a correction. Reads the record only if it may have one. */
  isCorrected(row: number): boolean;
  /**
   * Returns a function for a row's cell types by column (`undefined` is text); `null` if unknown or no workbook. Only
   * for lists opened with `lazy`.
   */
  cellTypes(): ((row: number) => readonly (CellType | undefined)[]) | null;
  /** Returns the number of an address that folds to the same, or -1. Bytes must be UTF-8. */
  find(address: Uint8Array | string): number;
  close(): void;
}

export interface OpenListOptions {
  /** Reads columns on first use and keeps `list.db` open until `close`; for short operations. */
  readonly lazy?: boolean;
  /** Decodes the cells with this encoding. It must split records the same way as the list's own. */
  readonly encoding?: string | undefined;
}

export interface OpenReading {
  readonly meta: ListMeta;
  readonly columns: ColumnStore;
  /** Descriptor of the open file that the column spans refer to. */
  readonly records: number;
  readonly recordsPath: string;
  close(): void;
}

/**
 * Opens the columns and records of one reading. A new read deletes the columns before it replaces the records, so
 * records opened while the columns' stamp is unchanged belong to them. Throws if there is no finished reading.
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
    if (stood === null || fileStamp(list.columns) !== stood) throw new Error("the list is being read again");
    return {
      meta,
      columns,
      records: file,
      recordsPath,
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

/** Returns a stamp that changes when the file at `path` is replaced; `null` if there is no file. */
export function fileStamp(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.ino} ${found.mtimeNs}`;
}
