import { closeSync, openSync, readSync, renameSync, rmSync, statSync } from "node:fs";
import { basename } from "node:path";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { assertNever, fail, ok, type Result } from "../../../../shared/result.ts";
import { byteOrderMark, decode } from "../../csv/index.ts";
import type { ListLayout } from "../../store/index.ts";
import {
  ArchiveRefusal,
  namesInArchive,
  readWorkbook,
  type Sheet,
  type SheetSurvey,
  surveySheets,
  type Workbook,
  type WrittenSheet,
  writeSheet,
} from "../workbook/index.ts";
import { MOST_LIST_BYTES } from "./copy.ts";
import { kindOfArchive, kindOfBytes, kindOfText } from "./file-kind.ts";
import { gunzipTo, unzipTo, usersFiles } from "./unpack.ts";

/**
 * What a list's file is: text whose records are read as they stand, or a workbook with sheets. `bytes`: size of the user's
 * file. `inside`: the file of an archive that it is; null: it is the user's file itself.
 */
export type Source =
  | { readonly kind: "text"; readonly bytes: number; readonly path: string; readonly inside: string | null }
  | ({ readonly kind: "workbook" } & WorkbookSource);

export interface WorkbookSource {
  readonly workbook: Workbook;
  readonly bytes: number;
  readonly path: string;
  readonly inside: string | null;
}

type Found =
  | { readonly kind: "text" }
  | { readonly kind: "workbook"; readonly workbook: Workbook }
  /** One file that has to be unpacked first. */
  | { readonly kind: "packed"; readonly inside: string; unpack(target: string): Promise<void> };

const HEAD_BYTES = 8192;

/**
 * Looks at what a list's file is. Text out of an archive becomes the list's records; a workbook out of one has to be thrown
 * away once it is read, see {@link discardUnpacked}. Problems: `file_empty`, `file_not_a_list`, `file_archive_unclear`,
 * `file_damaged`, `file_locked`, `file_too_large`.
 */
export async function openSource(list: ListLayout, name: string): Promise<Result<Source>> {
  const found = await lookAt(list.original, name);
  if (!found.ok) return found;
  const bytes = statSync(list.original).size;
  if (bytes > MOST_LIST_BYTES) return fail(problem("file_too_large", { name, why: "bytes" }));
  const { value } = found;
  if (value.kind !== "packed") return ok({ ...value, bytes, path: list.original, inside: null });
  const { inside } = value;
  const unpacked = unpackedOf(list);
  const written = await refusing(name, () => value.unpack(unpacked));
  if (!written.ok) return written;
  const isCalled = `${inside} (in ${name})`;
  const within = await lookAt(unpacked, isCalled);
  if (!within.ok) return within;
  switch (within.value.kind) {
    case "packed":
      return fail(problem("file_not_a_list", { name: isCalled, kind: "archive" }));
    case "workbook":
      return ok({ ...within.value, bytes, path: unpacked, inside });
    case "text":
      becomeRecords(list, unpacked);
      return ok({ kind: "text", bytes, path: list.records, inside });
    default:
      return assertNever(within.value);
  }
}

/** Removes what was unpacked for reading it. */
export function discardUnpacked(list: ListLayout): void {
  rmSync(unpackedOf(list), { force: true });
}

function unpackedOf(list: ListLayout): string {
  return `${list.records}.unpacked.new`;
}

/** What was read of other records is forgotten first. */
function becomeRecords(list: ListLayout, path: string): void {
  rmSync(list.columns, { force: true });
  renameSync(path, list.records);
}

async function lookAt(path: string, name: string): Promise<Result<Found>> {
  const head = firstBytes(path);
  if (head.length === 0) return fail(problem("file_empty", { name }));
  const kind = kindOfBytes(head, name) ?? textKind(head);
  if (kind === "zip") return lookIntoArchive(path, name);
  if (kind === "gzip") {
    const inside = basename(name).replace(/\.gz$/i, "");
    return ok({ kind: "packed", inside, unpack: (target) => gunzipTo(path, target) });
  }
  return kind === null ? ok({ kind: "text" }) : fail(problem("file_not_a_list", { name, kind }));
}

function textKind(head: Buffer) {
  const mark = byteOrderMark(head);
  const even = head.subarray(mark?.bytes ?? 0, head.length & ~1);
  return kindOfText(mark === null ? head.toString("latin1") : decode(even, mark.encoding));
}

async function lookIntoArchive(path: string, name: string): Promise<Result<Found>> {
  const read = await refusing(name, () => namesInArchive(path));
  if (!read.ok) return read;
  const kind = kindOfArchive(read.value);
  if (kind === "workbook") {
    const workbook = await refusing(name, () => readWorkbook(path));
    return workbook.ok ? ok({ kind: "workbook", workbook: workbook.value }) : workbook;
  }
  if (kind !== null) return fail(problem("file_not_a_list", { name, kind }));
  const files = usersFiles(read.value);
  const [only] = files;
  if (only === undefined || files.length > 1) {
    return fail(problem("file_archive_unclear", { name, files: files.map((one) => basename(one)) }));
  }
  return ok({ kind: "packed", inside: basename(only), unpack: (target) => unzipTo(path, only, target) });
}

/** The sheets of that name. Problem: `file_sheet_unknown`. */
export function sheetsNamed({ sheets }: Workbook, asked: string): Result<Sheet[]> {
  const wanted = sheets.filter((sheet) => sheet.name === asked);
  if (wanted.length > 0) return ok(wanted);
  return fail(problem("file_sheet_unknown", { sheet: asked, sheets: sheets.map((sheet) => sheet.name) }));
}

/** What each sheet holds. Problems: `file_damaged`, `file_too_large`. */
export function surveyed(
  { path, workbook }: WorkbookSource,
  name: string,
  progress: (bytesRead: number) => void,
): Promise<Result<SheetSurvey[]>> {
  return refusing(name, () => surveySheets(path, workbook, progress));
}

/**
 * Writes a sheet out as the list's records. What was read of another sheet before is forgotten first. Problems:
 * `file_empty`, `file_damaged`, `file_too_large`.
 */
export async function writeRecords(
  list: ListLayout,
  name: string,
  { path, workbook }: WorkbookSource,
  sheet: Sheet,
  progress: (bytesRead: number, rows: number) => void,
): Promise<Result<WrittenSheet>> {
  const temporary = `${list.records}.new`;
  const written = await refusing(name, () => writeSheet(path, workbook, sheet, temporary, progress));
  if (!written.ok || statSync(temporary).size === 0) {
    rmSync(temporary, { force: true });
    return written.ok ? fail(problem("file_empty", { name })) : written;
  }
  becomeRecords(list, temporary);
  return written;
}

async function refusing<T>(name: string, act: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await act());
  } catch (error) {
    if (error instanceof ArchiveRefusal) return fail(refusal(error, name));
    throw error;
  }
}

function refusal({ refused }: ArchiveRefusal, name: string): Problem {
  switch (refused) {
    case "no_workbook":
      return problem("file_not_a_list", { name, kind: "document" });
    case "locked":
      return problem("file_locked", { name });
    case "damaged":
      return problem("file_damaged", { name, why: "archive" });
    case "too_large":
      return problem("file_too_large", { name, why: "archive" });
  }
}

function firstBytes(path: string): Buffer {
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, readSync(file, head, 0, head.length, 0));
  } finally {
    closeSync(file);
  }
}
