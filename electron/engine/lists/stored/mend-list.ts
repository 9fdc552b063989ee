import { existsSync, lstatSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Preflight } from "../../../../shared/bridge/lists.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";
import { makePrivateFolder, syncFolder } from "../../data-folder/index.ts";
import { type ColumnStore, type ListLayout, openColumns } from "../../store/index.ts";
import type { Task } from "../../threads/index.ts";
import { LIST_COLUMNS, LIST_META } from "../format.ts";
import { copyIn } from "../intake/copy.ts";
import { type ListMeta, listMetaSchema } from "../meta.ts";
import { readList } from "../read/read.ts";
import type { ReadInput } from "../read/reading.ts";

/** A list as the journal knows it: how it was read, and what was found in it then. */
export interface MendListInput extends ReadInput {
  readonly preflight: Preflight;
  /** The user's own file, and when it was copied in (Unix milliseconds); null: it was none. */
  readonly source: { readonly path: string; readonly copiedAt: number } | null;
}

/** What in a list was made anew. */
export interface MendedList {
  readonly columns: boolean;
  readonly original: boolean;
}

/** Columns that say which rows and addresses there are: with equal ones, what is kept by their numbers is about the same. */
const TELLING = [
  LIST_COLUMNS.rowStart,
  LIST_COLUMNS.rowEnd,
  LIST_COLUMNS.rowAddress,
  LIST_COLUMNS.addressText,
  LIST_COLUMNS.addressEnd,
] as const;

/**
 * Whether the columns of a list and the records that they are about are there and, by a look at their heads, of each other.
 * Throws the errors of a disk that cannot be read.
 */
export function listStands(list: ListLayout): boolean {
  if (!existsSync(list.columns)) return false;
  try {
    const columns = openColumns(list.columns, { readonly: true });
    try {
      return recordsStand(list, listMetaSchema.parse(columns.getMeta(LIST_META)));
    } finally {
      columns.close();
    }
  } catch (error) {
    if (isOfDisk(error)) throw error;
    return false;
  }
}

function recordsStand(list: ListLayout, meta: ListMeta): boolean {
  const path = meta.records === "original" ? list.original : list.records;
  return statSync(path, { throwIfNoEntry: false })?.size === meta.recordsBytes;
}

/**
 * Makes anew what is missing or damaged of a list: `list.db` from the file that it was read from, that file from the user's
 * own where nobody has touched it since. Only what is found to have the same rows takes the place of what was there.
 * Problem: `list_files_lost`.
 */
export const mendListTask: Task<MendListInput, MendedList> = async (input, context) => {
  const { list, preflight } = input;
  const meta = wholeColumns(list.columns);
  if (meta !== null && recordsStand(list, meta)) return ok({ columns: false, original: false });
  const again = join(list.dir, "again");
  rmSync(again, { recursive: true, force: true });
  try {
    const original = isOriginal(list, preflight);
    if (!original && !(await bringBack(input, again)))
      return fail(problem("list_files_lost", { name: input.name, file: "original" }));
    makePrivateFolder(again);
    const aside: ListLayout = {
      dir: again,
      original: original ? list.original : join(again, "original"),
      records: join(again, "records"),
      columns: join(again, "list.db"),
    };
    const read = await readList({ ...input, list: aside }, context);
    const isSame =
      read.ok &&
      isDeepStrictEqual(tellingOf(read.value), tellingOf(preflight)) &&
      (meta === null || haveSameRows(aside.columns, list.columns));
    if (!isSame) return fail(problem("list_files_lost", { name: input.name, file: "list" }));
    // Whoever opens the list meanwhile finds all of one reading, or none.
    if (meta === null) removeColumns(list);
    if (!original) renameSync(aside.original, list.original);
    if (existsSync(aside.records)) renameSync(aside.records, list.records);
    if (meta === null) renameSync(aside.columns, list.columns);
    syncFolder(list.dir);
    return ok({ columns: meta === null, original: !original });
  } finally {
    rmSync(again, { recursive: true, force: true });
  }
};

function removeColumns(list: ListLayout): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(list.columns + end, { force: true });
}

function isOriginal(list: ListLayout, { bytes }: Preflight): boolean {
  return lstatSync(list.original, { throwIfNoEntry: false })?.size === bytes;
}

/** Copies the user's own file to where the list is read again; false: it is not there, or not as it was. */
async function bringBack({ list, name, source, preflight }: MendListInput, again: string): Promise<boolean> {
  if (source === null) return false;
  const stats = statSync(source.path, { throwIfNoEntry: false });
  const isUntouched = stats?.isFile() === true && stats.size === preflight.bytes;
  if (!isUntouched || stats.mtimeMs > source.copiedAt) return false;
  const aside = { ...list, dir: again, original: join(again, "original") };
  return (await copyIn(source.path, name, aside, new AbortController().signal)).ok;
}

/** What of a reading has to be the same for the same rows. */
function tellingOf(read: Preflight) {
  const { bytes, kind, encoding, delimiter, hasHeader, addressColumn } = read;
  const { rows, unique, repeated, malformed, empty } = read;
  const columns = read.columns.map(({ name }) => name);
  return [
    bytes,
    kind,
    encoding,
    delimiter,
    hasHeader,
    columns,
    addressColumn,
    rows,
    unique,
    repeated,
    malformed,
    empty,
  ];
}

/** How the list of whole columns is read; null: some are missing or damaged. */
function wholeColumns(path: string): ListMeta | null {
  if (!existsSync(path)) return null;
  try {
    const columns = openColumns(path, { readonly: true });
    try {
      if (columns.db.pragma("quick_check(1)", { simple: true }) !== "ok") return null;
      const meta = listMetaSchema.parse(columns.getMeta(LIST_META));
      return Object.values(LIST_COLUMNS).every((one) => isThere(columns, one)) ? meta : null;
    } finally {
      columns.close();
    }
  } catch (error) {
    if (isOfDisk(error)) throw error;
    return null;
  }
}

const MAY_LACK: ReadonlySet<string> = new Set([LIST_COLUMNS.otherwiseWritten.name]);

function isThere({ db }: ColumnStore, { name }: { readonly name: string }): boolean {
  return MAY_LACK.has(name) || db.prepare("SELECT 1 FROM columns WHERE name = ?").get(name) !== undefined;
}

function haveSameRows(one: string, other: string): boolean {
  const left = openColumns(one, { readonly: true });
  const right = openColumns(other, { readonly: true });
  try {
    return TELLING.every(({ name, kind }) => {
      const [mine, theirs] = [left.get(name, kind), right.get(name, kind)];
      return mine !== null && theirs !== null && Buffer.compare(bytesOf(mine), bytesOf(theirs)) === 0;
    });
  } finally {
    left.close();
    right.close();
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);

/** Whether the disk says nothing about the file: what it holds is not known then. */
function isOfDisk(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return (
    /^(E|SQLITE_(BUSY|LOCKED|IOERR|FULL|READONLY|PERM|NOMEM))/.test(code) && !/^(ENOENT|ERR_)/.test(code)
  );
}
