import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { basename } from "node:path";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { assertNever, fail, ok, type Result } from "../../../../shared/result.ts";
import type { ListLayout } from "../../store/index.ts";
import type { Encoding } from "../../text/index.ts";
import { IntakeError } from "../workbook/bounded-text.ts";
import type { Sheet, Workbook } from "../workbook/parts.ts";
import { type WrittenSheet, writeSheet } from "../workbook/sheet-to-csv.ts";
import { readWorkbook, type SheetSummary, summarizeSheets } from "../workbook/workbook.ts";
import { ArchiveError, entryNames } from "../workbook/zip-archive.ts";
import { gunzipTo, MAX_LIST_BYTES, unzipTo, withoutSystemFiles } from "./copy.ts";
import { findExport, joinInArchive } from "./exported-zip.ts";
import { detectKind, firstBytes, kindOfArchive } from "./file-kind.ts";
import { type JsonKeys, writeJsonTable } from "./json.ts";
import { messagesAmong, unzipMessages, writeMailTable } from "./mail.ts";

/**
 * A list's file: text, or a workbook with sheets. `bytes` is the size of the user's file; `inside` the name of the
 * archive entry that was read, or `null` if the file is no archive.
 */
export type Source =
  | {
      readonly kind: "text";
      readonly bytes: number;
      readonly path: string;
      readonly inside: string | null;
      /** Winnow wrote the file as a table: UTF-8 with commas. */
      readonly isTable: boolean;
      readonly keys?: JsonKeys | undefined;
    }
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
  /** A file that must be unpacked first. */
  | { readonly kind: "packed"; readonly inside: string; unpack(target: string): Promise<void> }
  /** A file that must be converted to a table. */
  | { readonly kind: "table"; write(target: string): Promise<JsonKeys | null> };

/**
 * Detects the kind of a list's file. Text in an archive becomes the list's records; a workbook in one is temporary, see
 * {@link discardUnpacked}. `encoding` applies to CSV in archives, `null` guesses it; `key` to JSON with several lists. Fails with `file_*`.
 */
export async function openSource(
  list: ListLayout,
  name: string,
  encoding: Encoding | null,
  key?: string,
): Promise<Result<Source>> {
  if (!existsSync(list.original) && existsSync(list.records)) {
    // Erasing people deletes the original; the records are then the list.
    const { size } = statSync(list.records);
    return ok({ kind: "text", bytes: size, path: list.records, inside: null, isTable: false });
  }
  const found = await detectFile(list.original, name, encoding, key);
  if (!found.ok) return found;
  const bytes = statSync(list.original).size;
  if (bytes > MAX_LIST_BYTES) return fail(problem("file_too_large", { name, why: "bytes" }));
  if (found.value.kind !== "packed")
    return sourceOf(found.value, list, name, list.original, { bytes, inside: null });
  const { inside, unpack } = found.value;
  const unpacked = unpackedOf(list);
  const written = await toProblem(name, () => unpack(unpacked));
  if (!written.ok) return written;
  const isCalled = `${inside} (in ${name})`;
  const within = await detectFile(unpacked, isCalled, encoding, key);
  if (!within.ok) return within;
  if (within.value.kind === "packed")
    return fail(problem("file_not_a_list", { name: isCalled, kind: "archive" }));
  return sourceOf(within.value, list, isCalled, unpacked, { bytes, inside });
}

async function sourceOf(
  found: Exclude<Found, { kind: "packed" }>,
  list: ListLayout,
  name: string,
  path: string,
  common: { readonly bytes: number; readonly inside: string | null },
): Promise<Result<Source>> {
  switch (found.kind) {
    case "workbook":
      return ok({ ...found, ...common, path });
    case "text":
      if (path === list.original) return ok({ kind: "text", ...common, path, isTable: false });
      replaceRecords(list, path);
      return ok({ kind: "text", ...common, path: list.records, isTable: false });
    case "table": {
      const target = tableOf(list);
      const written = await toProblem(name, () => found.write(target));
      if (!written.ok) return written;
      replaceRecords(list, target);
      return ok({
        kind: "text",
        ...common,
        path: list.records,
        isTable: true,
        keys: written.value ?? undefined,
      });
    }
    default:
      return assertNever(found);
  }
}

export function discardUnpacked(list: ListLayout): void {
  for (const path of [unpackedOf(list), tableOf(list)]) rmSync(path, { force: true });
}

function unpackedOf(list: ListLayout): string {
  return `${list.records}.unpacked.new`;
}

function tableOf(list: ListLayout): string {
  return `${list.records}.table.new`;
}

/** Deletes the columns first: they refer to the previous records. */
function replaceRecords(list: ListLayout, path: string): void {
  rmSync(list.columns, { force: true });
  renameSync(path, list.records);
}

async function detectFile(
  path: string,
  name: string,
  encoding: Encoding | null,
  key?: string,
): Promise<Result<Found>> {
  const head = firstBytes(path);
  if (head.length === 0) return fail(problem("file_empty", { name }));
  const kind = detectKind(head, name);
  if (kind === "zip") return detectArchive(path, name, encoding);
  if (kind === "gzip") {
    const inside = basename(name).replace(/\.gz$/i, "");
    return ok({ kind: "packed", inside, unpack: (target) => gunzipTo(path, target) });
  }
  if (kind === "json")
    return ok({ kind: "table", write: (target) => writeJsonTable(path, name, target, key) });
  if (kind === "mail") return ok({ kind: "table", write: (target) => writeMailTable(path, name, target) });
  return kind === null ? ok({ kind: "text" }) : fail(problem("file_not_a_list", { name, kind }));
}

async function detectArchive(path: string, name: string, encoding: Encoding | null): Promise<Result<Found>> {
  const read = await toProblem(name, () => entryNames(path));
  if (!read.ok) return read;
  const kind = kindOfArchive(read.value);
  if (kind === "workbook") {
    const workbook = await toProblem(name, () => readWorkbook(path));
    return workbook.ok ? ok({ kind: "workbook", workbook: workbook.value }) : workbook;
  }
  if (kind !== null) return fail(problem("file_not_a_list", { name, kind }));
  const all = withoutSystemFiles(read.value);
  const messages = messagesAmong(all);
  if (messages.length > 0)
    return ok({
      kind: "packed",
      inside: `${messages.length} messages`,
      unpack: (target) => unzipMessages(path, messages, target),
    });
  const exported = findExport(all);
  if (exported.length > 1) {
    const write = async (target: string) => {
      await joinInArchive(path, name, exported, encoding, target);
      return null;
    };
    return ok({ kind: "table", write });
  }
  const files = exported.length === 1 ? exported : all;
  const [only] = files;
  if (only === undefined || files.length > 1) {
    return fail(problem("file_archive_unclear", { name, files: files.map((one) => basename(one)) }));
  }
  return ok({ kind: "packed", inside: basename(only), unpack: (target) => unzipTo(path, only, target) });
}

export function sheetsNamed({ sheets }: Workbook, asked: string): Result<Sheet[]> {
  const wanted = sheets.filter((sheet) => sheet.name === asked);
  if (wanted.length > 0) return ok(wanted);
  return fail(problem("file_sheet_unknown", { sheet: asked, sheets: sheets.map((sheet) => sheet.name) }));
}

export function surveyed(
  { path, workbook }: WorkbookSource,
  name: string,
  progress: (bytesRead: number) => void,
): Promise<Result<SheetSummary[]>> {
  return toProblem(name, () => summarizeSheets(path, workbook, progress));
}

/** Writes a sheet as the list's records. Fails with `file_empty`, `file_damaged` or `file_too_large`. */
export async function writeRecords(
  list: ListLayout,
  name: string,
  { path, workbook }: WorkbookSource,
  sheet: Sheet,
  skipsHidden: boolean,
  progress: (bytesRead: number, rows: number) => void,
): Promise<Result<WrittenSheet>> {
  const temporary = `${list.records}.new`;
  const written = await toProblem(name, () =>
    writeSheet(path, workbook, sheet, temporary, skipsHidden, progress),
  );
  if (!written.ok || statSync(temporary).size === 0) {
    rmSync(temporary, { force: true });
    return written.ok ? fail(problem("file_empty", { name })) : written;
  }
  replaceRecords(list, temporary);
  return written;
}

async function toProblem<T>(name: string, act: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await act());
  } catch (error) {
    if (error instanceof IntakeError) return fail(error.problem);
    if (error instanceof ArchiveError) return fail(refusal(error, name));
    throw error;
  }
}

function refusal({ reason }: ArchiveError, name: string): Problem {
  switch (reason) {
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
