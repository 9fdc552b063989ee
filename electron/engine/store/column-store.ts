import { renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";
import { makePrivateFile, makePrivateFolder, syncFile, syncFolder } from "./private-files.ts";

const KINDS = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f64: Float64Array,
} as const;
export type ColumnKind = keyof typeof KINDS;

/** Name of a column and the type of its values. */
export interface Column<K extends ColumnKind = ColumnKind> {
  readonly name: string;
  readonly kind: K;
}
/** Values to store, by kind, in any buffer. */
interface ColumnData {
  u8: Uint8Array;
  u16: Uint16Array;
  u32: Uint32Array;
  i32: Int32Array;
  f64: Float64Array;
}
type ArrayOf<K extends ColumnKind> = InstanceType<(typeof KINDS)[K]>;

/** Chunk size in bytes. Small chunks limit the second copy that SQLite holds during I/O. */
const CHUNK_BYTES = 4 * 1024 * 1024;
const chunkSchema = z.object({ data: z.instanceof(Uint8Array<ArrayBuffer>), total: z.int() });

const READ_COLUMN = `SELECT data, (SELECT sum(length(data)) FROM columns WHERE name = @name) AS total
  FROM columns WHERE name = @name ORDER BY chunk`;

/** Loads SQLite's native code ahead of the first database. */
export function loadSqlite(): void {
  new Database(":memory:").close();
}

/** A SQLite file of whole columns as typed arrays: half a million rows are read or written in milliseconds. */
export interface ColumnStore {
  /** Raw connection, for additional tables. */
  readonly db: Database.Database;
  put<K extends ColumnKind>(column: Column<K>, data: ColumnData[K]): void;
  /** Returns the column; `null` if it was never written. */
  get<K extends ColumnKind>(column: Column<K>): ArrayOf<K> | null;
  /** Returns the column; empty if it was never written. */
  read<K extends ColumnKind>(column: Column<K>): ArrayOf<K>;
  /** Stores a JSON value. Parse it when reading. */
  putMeta(name: string, value: unknown): void;
  getMeta(name: string): unknown;
  /** Reads in one transaction, without blocking writers. */
  atOnce<T>(read: () => T): T;
  /** Runs `work` in one immediate transaction. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** Opens the column store at `path`; creates it unless `readonly` or `mustExist`. Throws SQLite errors. */
export function openColumns(
  path: string,
  options: { readonly: boolean; mustExist?: boolean } = { readonly: false },
): ColumnStore {
  const mustExist = options.readonly || options.mustExist === true;
  if (!mustExist) makePrivateFile(path);
  const db = new Database(path, { readonly: options.readonly, fileMustExist: mustExist });
  if (!options.readonly) {
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = FULL");
    db.exec(`
      CREATE TABLE IF NOT EXISTS columns (
        name TEXT NOT NULL, chunk INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (name, chunk)
      ) STRICT;
      CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    `);
  }
  return columnsOf(db);
}

/**
 * Replaces the column store at `path` atomically with one filled by `write`. Returns its result. Throws file system and
 * SQLite errors, leaving the old file.
 */
export function writeColumns<T>(path: string, write: (store: ColumnStore) => T): T {
  const temporary = `${path}.new`;
  const removeTemporary = () => {
    for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(temporary + end, { force: true });
  };
  makePrivateFolder(dirname(path));
  removeTemporary();
  try {
    const store = openColumns(temporary);
    let result: T;
    try {
      // Nothing reads the file before the rename, so it needs no journal.
      store.db.pragma("journal_mode = OFF");
      store.db.pragma("synchronous = OFF");
      result = store.transaction(() => write(store));
      // In WAL mode, readers would create files beside it.
      store.db.pragma("journal_mode = DELETE");
    } finally {
      store.close();
    }
    syncFile(temporary);
    for (const end of ["-wal", "-shm"]) rmSync(path + end, { force: true });
    renameSync(temporary, path);
    syncFolder(dirname(path));
    return result;
  } catch (error) {
    removeTemporary();
    throw error;
  }
}

export function columnsOf(db: Database.Database): ColumnStore {
  function get<K extends ColumnKind>({ name, kind }: Column<K>): ArrayOf<K> | null {
    let bytes: Uint8Array<ArrayBuffer> | null = null;
    let at = 0;
    // One statement, so that a concurrent write cannot change it.
    for (const row of db.prepare(READ_COLUMN).iterate({ name })) {
      const { data, total } = chunkSchema.parse(row);
      bytes ??= new Uint8Array(total);
      bytes.set(data, at);
      at += data.length;
      // Free the chunk now: the garbage collector would let 64 MB accumulate.
      data.buffer.transfer(0);
    }
    return bytes === null ? null : typed(kind, bytes);
  }

  return {
    db,
    put({ name }, data) {
      db.prepare("DELETE FROM columns WHERE name = ?").run(name);
      const insert = db.prepare("INSERT INTO columns (name, chunk, data) VALUES (?, ?, ?)");
      const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      for (let start = 0, chunk = 0; start === 0 || start < bytes.length; start += CHUNK_BYTES, chunk++) {
        insert.run(name, chunk, bytes.subarray(start, start + CHUNK_BYTES));
      }
    },
    get,
    read: (column) => get(column) ?? typed(column.kind, new Uint8Array()),
    putMeta(name, value) {
      db.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)").run(name, JSON.stringify(value));
    },
    getMeta(name) {
      const row = z
        .object({ value: z.string() })
        .optional()
        .parse(db.prepare("SELECT value FROM meta WHERE name = ?").get(name));
      return row === undefined ? undefined : JSON.parse(row.value);
    },
    atOnce: (read) => db.transaction(read)(),
    transaction: (work) => db.transaction(work).immediate(),
    close: () => db.close(),
  };
}

function typed<K extends ColumnKind>(kind: K, bytes: Uint8Array<ArrayBuffer>): ArrayOf<K>;
function typed(kind: ColumnKind, bytes: Uint8Array<ArrayBuffer>): ArrayOf<ColumnKind> {
  const Kind = KINDS[kind];
  return new Kind(bytes.buffer, bytes.byteOffset, bytes.length / Kind.BYTES_PER_ELEMENT);
}
