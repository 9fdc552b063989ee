import { closeSync, openSync, statSync } from "node:fs";
import { type ColumnStore, type ListLayout, openColumns } from "../../store/index.ts";
import { LIST_META, type ListMeta, listMetaSchema } from "../format.ts";
import type { CellType } from "../workbook/cell-types.ts";

/** A list as it was read: its columns in memory, its records read from disk when asked for. */
export interface OpenList {
  readonly meta: ListMeta;
  /** n rows, u distinct addresses, d domains. */
  readonly rows: number;
  readonly addresses: number;
  readonly domains: number;
  readonly rowStart: Float64Array;
  readonly rowEnd: Float64Array;
  /** The address of each row, or EMPTY or MALFORMED (format.ts). */
  readonly rowAddress: Int32Array;
  readonly addressText: Uint8Array;
  readonly addressEnd: Uint32Array;
  readonly addressFirst: Uint32Array;
  readonly addressBits: Uint8Array;
  readonly addressDomain: Uint32Array;
  readonly domainText: Uint8Array;
  readonly domainEnd: Uint32Array;
  /** Path of the file that the spans refer to. */
  readonly recordsPath: string;
  /** The decoded cells of a row's record. */
  cells(row: number): string[];
  /** The decoded cells of a record whose bytes are at hand; the first `most` of them. */
  cellsOf(record: Uint8Array, most?: number): string[];
  /** The byte of a record after so many of its cells, or after its last one. */
  endOfCells(record: Uint8Array, cells: number): number;
  /** The bytes of a row's record, its line end included; fresh each time. */
  recordBytes(row: number): Buffer;
  /** Text of bytes in the list's own encoding. */
  decode(bytes: Uint8Array): string;
  /** Whether the list's encoding knows all of a record: what it does not know is lost in text. */
  isDecodable(record: Uint8Array): boolean;
  /** The header's record, its line end included; empty where there is none. */
  headerBytes(): Buffer;
  /** What stands before the header: the byte order mark, the `sep=` line, lines above it. */
  preambleBytes(): Buffer;
  /** The address as it is sent to the service. */
  address(id: number): string;
  /** The folded domain number `id` (see `addressDomain`). */
  domain(id: number): string;
  /** Folded mistyped addresses and keys of cells whose correction was accepted, and what is verified instead. */
  readonly corrections: ReadonlyMap<string, string>;
  /** Whether any record may have a correction to be written in. */
  readonly corrects: boolean;
  /** Whether the row's cell is not the address itself: it was taken out of something longer. */
  isOtherwiseWritten(row: number): boolean;
  /** Whether there is any such row. */
  readonly someOtherwiseWritten: boolean;
  /** The cells of the lines that stand above the header; none where nothing does. */
  aboveRows(): string[][];
  /** The record of that row with its accepted correction written in; null: it has none, and stays as it is. */
  corrected(row: number, record: Uint8Array): Buffer | null;
  /** Whether the row has one; its record is read only where that is possible. */
  isCorrected(row: number): boolean;
  /**
   * Answers what the cells of a row of a workbook were, by column; undefined: texts. null: the list is no workbook, or it is
   * not known. Only of a list that was opened lazily.
   */
  cellTypes(): ((row: number) => readonly (CellType | undefined)[]) | null;
  /** Number of an address in any spelling that folds to the same, or -1. Bytes must be UTF-8. */
  find(address: Uint8Array | string): number;
  close(): void;
}

export interface OpenListOptions {
  /**
   * Reads the columns about records and addresses when they are first asked for. `list.db` stays open until `close`: for what is
   * soon over.
   */
  readonly lazy?: boolean;
  /** Read the words in this encoding instead of the list's own; it must tell the records apart in the same way. */
  readonly encoding?: string | undefined;
}

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
