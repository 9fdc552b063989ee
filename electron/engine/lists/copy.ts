import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { type ListLayout, PRIVATE_FOLDER } from "../store/index.ts";

/**
 * Copies the file at `path` into the list's folder, byte for byte, and fsyncs it. Problems: `file_missing`,
 * `file_unreadable`, `file_changed`, `disk_full`, `store_unwritable`, `cancelled`.
 */
export async function copyIn(
  path: string,
  name: string,
  list: ListLayout,
  signal: AbortSignal,
  stream: typeof streamed = streamed,
): Promise<Result<void>> {
  const before = await identity(path);
  if (!before.ok) return before;
  const temporary = `${list.original}.new`;
  try {
    await mkdir(list.dir, { recursive: true, mode: PRIVATE_FOLDER });
    await stream(path, temporary, signal);
    const after = await identity(path);
    const copied = await stat(temporary);
    const same = after.ok && after.value.stamp === before.value.stamp && copied.size === before.value.size;
    if (!same) {
      await rm(list.dir, { recursive: true, force: true });
      return fail(problem("file_changed", { name }));
    }
    await rename(temporary, list.original);
    return ok(undefined);
  } catch (error) {
    await rm(list.dir, { recursive: true, force: true });
    return fail(refusal(error, path, list, signal));
  }
}

async function streamed(from: string, to: string, signal: AbortSignal): Promise<void> {
  await pipeline(
    createReadStream(from, { highWaterMark: 1024 * 1024 }),
    createWriteStream(to, { flush: true, mode: 0o600 }),
    { signal },
  );
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

/** What tells a file from a later version of itself. */
async function identity(path: string): Promise<Result<{ size: number; stamp: string }>> {
  try {
    const file = await open(path, "r");
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return fail(problem("file_unreadable", { path, why: "it is not a file" }));
      const { size, mtimeMs, ino, dev } = stats;
      return ok({ size, stamp: `${dev}:${ino}:${size}:${mtimeMs}` });
    } finally {
      await file.close();
    }
  } catch (error) {
    return fail(sourceProblem(error, path));
  }
}

function sourceProblem(error: unknown, path: string): Problem {
  const code = codeOf(error);
  if (code === "ENOENT" || code === "ENOTDIR") return problem("file_missing", { path });
  return problem("file_unreadable", { path, why: reasonOf(code) });
}

function refusal(error: unknown, path: string, list: ListLayout, signal: AbortSignal): Problem {
  if (signal.aborted) return problem("cancelled");
  const code = codeOf(error);
  if (code === "ENOSPC" || code === "EDQUOT") return problem("disk_full", { path: list.original });
  const ours = error instanceof Error && "path" in error && String(error.path).startsWith(list.dir);
  if (ours) return problem("store_unwritable", { dir: list.dir, why: reasonOf(code) });
  return sourceProblem(error, path);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function reasonOf(code: string): string {
  switch (code) {
    case "EACCES":
    case "EPERM":
      return "you are not allowed to open it";
    case "EISDIR":
      return "it is a folder";
    case "EBUSY":
      return "another program has locked it";
    case "EIO":
      return "the disk reports a fault";
    default:
      return code === "" ? "the system did not say why" : code;
  }
}
