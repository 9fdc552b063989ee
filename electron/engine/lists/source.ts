import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, statSync } from "node:fs";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { ListLayout } from "../store/index.ts";
import { isZip } from "./binary.ts";
import {
  ArchiveRefusal,
  readWorkbook,
  type Sheet,
  type SheetSurvey,
  surveySheets,
  type Workbook,
  type WrittenSheet,
  writeSheet,
} from "./workbook/index.ts";

/** What a list's file is: text whose records are read as they stand, or a workbook with sheets. */
export type Source =
  | { readonly kind: "text"; readonly bytes: number }
  | ({ readonly kind: "workbook" } & WorkbookSource);

export interface WorkbookSource {
  readonly workbook: Workbook;
  /** Size of the user's file. */
  readonly bytes: number;
}

/** Looks at what a list's file is. Problems: `file_empty`, `file_binary`, `file_damaged`, `file_too_large`. */
export async function openSource(list: ListLayout, name: string): Promise<Result<Source>> {
  const { head, size } = firstBytes(list.original);
  if (size === 0) return fail(problem("file_empty", { name }));
  if (!isZip(head)) return ok({ kind: "text", bytes: size });
  const workbook = await refusing(name, () => readWorkbook(list.original));
  return workbook.ok ? ok({ kind: "workbook", bytes: size, workbook: workbook.value }) : workbook;
}

/** The sheets of that name. Problem: `file_sheet_unknown`. */
export function sheetsNamed({ sheets }: Workbook, asked: string): Result<Sheet[]> {
  const wanted = sheets.filter((sheet) => sheet.name === asked);
  if (wanted.length > 0) return ok(wanted);
  return fail(problem("file_sheet_unknown", { sheet: asked, sheets: sheets.map((sheet) => sheet.name) }));
}

/** What each sheet holds. Problems: `file_damaged`, `file_too_large`. */
export function surveyed(
  list: ListLayout,
  name: string,
  workbook: Workbook,
  progress: (bytesRead: number) => void,
): Promise<Result<SheetSurvey[]>> {
  return refusing(name, () => surveySheets(list.original, workbook, progress));
}

/**
 * Writes a sheet out as the list's records. What was read of another sheet before is forgotten first. Problems:
 * `file_empty`, `file_damaged`, `file_too_large`.
 */
export async function writeRecords(
  list: ListLayout,
  name: string,
  workbook: Workbook,
  sheet: Sheet,
  progress: (bytesRead: number, rows: number) => void,
): Promise<Result<WrittenSheet>> {
  const temporary = `${list.records}.new`;
  const written = await refusing(name, () => writeSheet(list.original, workbook, sheet, temporary, progress));
  if (!written.ok || statSync(temporary).size === 0) {
    rmSync(temporary, { force: true });
    return written.ok ? fail(problem("file_empty", { name })) : written;
  }
  rmSync(list.columns, { force: true });
  renameSync(temporary, list.records);
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

function refusal({ kind, message }: ArchiveRefusal, name: string): Problem {
  switch (kind) {
    case "no_workbook":
      return problem("file_binary", { name });
    case "locked":
      return problem("file_locked", { name });
    case "damaged":
      return problem("file_damaged", { name, why: message });
    case "too_large":
      return problem("file_too_large", { name, why: message });
  }
}

function firstBytes(path: string): { head: Buffer; size: number } {
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(8);
    const read = readSync(file, head, 0, head.length, 0);
    return { head: head.subarray(0, read), size: fstatSync(file).size };
  } finally {
    closeSync(file);
  }
}
