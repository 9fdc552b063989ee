import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { systemCodeOf } from "../../../../shared/problems/values.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { PRIVATE_FILE, PRIVATE_FOLDER } from "../../data-folder/index.ts";
import type { ListLayout } from "../../store/index.ts";
import {
  answered,
  type ForeignDisk,
  type ForeignFile,
  type ForeignStats,
  NotAnswered,
  NotStored,
  openForeign,
  systemDisk,
} from "./foreign-file.ts";

/** No list that anybody has is larger, in bytes. */
export const MOST_LIST_BYTES = 4 * 1024 ** 3;
const PIECE_BYTES = 1024 * 1024;

/**
 * Copies the file at `path` into the list's folder, byte for byte, and fsyncs it. It is opened once, and never waited for
 * longer than drives take. Problems: `file_missing`, `file_unreadable`, `file_too_large`, `file_changed`, `disk_full`,
 * `store_failing`, `cancelled`.
 */
export async function copyIn(
  path: string,
  name: string,
  list: ListLayout,
  signal: AbortSignal,
  disk: ForeignDisk = systemDisk,
): Promise<Result<void>> {
  const temporary = `${list.original}.new`;
  let from: ForeignFile | null = null;
  try {
    const { file, stats } = await openForeign(path, signal, disk);
    from = file;
    if (stats.size > MOST_LIST_BYTES) {
      return fail(problem("file_too_large", { name, why: "bytes" }));
    }
    await mkdir(list.dir, { recursive: true, mode: PRIVATE_FOLDER });
    const copied = await copyBytes(file, temporary, stats.size, signal);
    if (stats.size === 0 && copied > 0) {
      // Files that the system makes up as they are read have no size, and some have no end.
      throw new NotStored("made_up");
    }
    const after = await answered(() => file.stat(), signal);
    const named = await answered(() => disk.stat(path), signal).catch((error) => {
      if (error instanceof NotAnswered) throw error;
      return null;
    });
    const isSame = copied === stats.size && [after, named].every((one) => stampOf(one) === stampOf(stats));
    if (!isSame) {
      await rm(list.dir, { recursive: true, force: true });
      return fail(problem("file_changed", { name }));
    }
    await rename(temporary, list.original);
    return ok(undefined);
  } catch (error) {
    await rm(list.dir, { recursive: true, force: true });
    return fail(refusal(error, path, list, signal));
  } finally {
    // A drive that does not answer does not close either: that is not waited for.
    void from?.close().catch(() => undefined);
  }
}

/** Copies `size` bytes, and one more where there is one; answers how many there were. */
async function copyBytes(from: ForeignFile, to: string, size: number, signal: AbortSignal): Promise<number> {
  const target = await open(to, "wx", PRIVATE_FILE);
  try {
    let copied = 0;
    while (copied <= size) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, size + 1 - copied));
      const { bytesRead } = await answered(() => from.read(piece), signal);
      if (bytesRead === 0) break;
      await ours(to, target.writeFile(piece.subarray(0, bytesRead)));
      copied += bytesRead;
    }
    await ours(to, target.sync());
    return copied;
  } finally {
    await target.close();
  }
}

/** Says of an error which file it is about: what is done with an open file does not. */
async function ours<T>(path: string, act: Promise<T>): Promise<T> {
  try {
    return await act;
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  }
}

/** What tells a file from a later version of itself. */
function stampOf(stats: ForeignStats | null): string {
  return stats === null ? "" : `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeMs}`;
}

/** Stores pasted text as the list's file, as UTF-8. */
export async function writeIn(text: string, list: ListLayout): Promise<Result<void>> {
  try {
    await mkdir(list.dir, { recursive: true, mode: PRIVATE_FOLDER });
    await writeFile(`${list.original}.new`, text, { flush: true, mode: 0o600 });
    await rename(`${list.original}.new`, list.original);
    return ok(undefined);
  } catch (error) {
    await rm(list.dir, { recursive: true, force: true });
    return fail(refusal(error, list.original, list, new AbortController().signal));
  }
}

function sourceProblem(error: unknown, path: string): Problem {
  if (error instanceof NotStored || error instanceof NotAnswered) {
    return problem("file_unreadable", { path, why: error.why });
  }
  const code = codeOf(error);
  if (code === "ENOENT" || code === "ENOTDIR") return problem("file_missing", { path });
  return problem("file_unreadable", { path, code: systemCodeOf(error) });
}

function refusal(error: unknown, path: string, list: ListLayout, signal: AbortSignal): Problem {
  if (signal.aborted) return problem("cancelled");
  const code = codeOf(error);
  if (code === "ENOSPC" || code === "EDQUOT") return problem("disk_full", { path: list.original });
  const ours = error instanceof Error && "path" in error && String(error.path).startsWith(list.dir);
  if (ours) return problem("store_failing", { dir: list.dir, code: systemCodeOf(error) });
  return sourceProblem(error, path);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
