import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { ListLayout } from "../store/index.ts";
import { isZip } from "./binary.ts";

/** The file whose records are read: the user's own, or a sheet of it written out. */
export interface RecordsSource {
  readonly path: string;
  readonly kind: "text" | "xlsx";
  readonly sheet: string | null;
  readonly sheets: string[];
  /** Size of the user's file. */
  readonly bytes: number;
}

/** Finds what to read of a list's file. `sheet`: the one wanted of a workbook. Problems: `file_*`. */
export async function readableRecords(
  list: ListLayout,
  name: string,
  sheet: string | undefined,
): Promise<Result<RecordsSource>> {
  const { head, size } = firstBytes(list.original);
  if (size === 0) return fail(problem("file_empty", { name }));
  if (!isZip(head)) {
    return ok({ path: list.original, kind: "text", sheet: null, sheets: [], bytes: size });
  }
  return fail(problem("file_binary", { name: sheet ?? name }));
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
