import {
  closeSync,
  createReadStream,
  createWriteStream,
  fsyncSync,
  openSync,
  statSync,
  writeSync,
} from "node:fs";
import { mkdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { codeOf } from "../../../../shared/errors.ts";
import { systemCodeOf } from "../../../../shared/problems/define-problem.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { type ListLayout, PRIVATE_FILE, PRIVATE_FOLDER } from "../../store/index.ts";
import { ArchiveError, isZipBomb, readArchive } from "../workbook/zip-archive.ts";
import { findMessages, joinMessages } from "./mail.ts";

/** Maximum size of a list in bytes: offsets have 32 bits. */
export const MAX_LIST_BYTES = 2 ** 32 - 1;

/**
 * Copies the file at `path`, or the messages in the folder at `path`, into the list's folder and syncs it. Fails with
 * `file_missing`, `file_unreadable`, `file_too_large`, `file_changed`, `disk_full`, `store_failing` or `cancelled`.
 */
export async function importFile(
  path: string,
  name: string,
  list: ListLayout,
  signal: AbortSignal,
): Promise<Result<void>> {
  const temporary = `${list.original}.new`;
  try {
    const before = await stat(path);
    const messages = before.isDirectory() ? await findMessages(path, signal) : [];
    if (!before.isFile() && messages.length === 0)
      return fail(problem("file_unreadable", { path, why: before.isDirectory() ? "folder" : "device" }));
    if (before.size > MAX_LIST_BYTES) return fail(problem("file_too_large", { name, why: "bytes" }));
    await mkdir(list.dir, { recursive: true, mode: PRIVATE_FOLDER });
    if (messages.length > 0) {
      await joinMessages(messages, temporary, signal);
      await rename(temporary, list.original);
      return ok(undefined);
    }
    await pipeline(
      createReadStream(path, { end: MAX_LIST_BYTES }),
      createWriteStream(temporary, { flags: "wx", mode: PRIVATE_FILE, flush: true }),
      { signal },
    );
    const after = await stat(path);
    const copied = await stat(temporary);
    // The file changed while it was copied, so the copy may be incomplete.
    if (copied.size !== before.size || after.mtimeMs !== before.mtimeMs) {
      await rm(list.dir, { recursive: true, force: true });
      return fail(problem("file_changed", { name }));
    }
    // Keep the modification time: undated outcomes in the file count from it.
    await utimes(temporary, before.atime, before.mtime);
    await rename(temporary, list.original);
    return ok(undefined);
  } catch (error) {
    await rm(list.dir, { recursive: true, force: true });
    return fail(refusal(error, path, list, signal));
  }
}

/** Writes pasted text as the list's file, in UTF-8. */
export async function importText(text: string, list: ListLayout): Promise<Result<void>> {
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
  const code = codeOf(error);
  if (code === "ENOENT" || code === "ENOTDIR") return problem("file_missing", { path });
  return problem("file_unreadable", { path, code: systemCodeOf(error) });
}

function refusal(error: unknown, path: string, list: ListLayout, signal: AbortSignal): Problem {
  if (signal.aborted) return problem("cancelled");
  if (error instanceof ArchiveError) return problem("file_too_large", { name: basename(path), why: "bytes" });
  const code = codeOf(error);
  if (code === "ENOSPC" || code === "EDQUOT") return problem("disk_full", { path: list.original });
  const ours = error instanceof Error && "path" in error && String(error.path).startsWith(list.dir);
  if (ours) return problem("store_failing", { dir: list.dir, code: systemCodeOf(error) });
  return sourceProblem(error, path);
}

const PIECE_BYTES = 64 * 1024;
const SYSTEMS_OWN = /(^|\/)(__MACOSX\/|\.[^./]|Thumbs\.db$|desktop\.ini$)/i;

/** Returns the entries that are the user's files, without folders and system files. */
export function withoutSystemFiles(names: readonly string[]): string[] {
  return names.filter((name) => !name.endsWith("/") && !SYSTEMS_OWN.test(name));
}

/** Extracts entry `name` of the zip archive at `path`. Throws {@link ArchiveError} and file system errors. */
export async function unzipTo(path: string, name: string, target: string): Promise<void> {
  const file = openSync(target, "w", PRIVATE_FILE);
  const write = (piece: Uint8Array) => {
    for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
  };
  try {
    await readArchive(path, (one) => (one === name ? write : null));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Decompresses the gzip file at `path` to `target`. Throws {@link ArchiveError} and file system errors. */
export async function gunzipTo(path: string, target: string): Promise<void> {
  const packed = statSync(path).size;
  let size = 0;
  const counter = new Transform({
    transform(piece: Buffer, _encoding, done) {
      size += piece.length;
      const isTooLarge = size > MAX_LIST_BYTES || isZipBomb(size, packed);
      done(isTooLarge ? new ArchiveError("too_large") : null, piece);
    },
  });
  try {
    await pipeline(
      createReadStream(path, { highWaterMark: PIECE_BYTES }),
      createGunzip({ chunkSize: PIECE_BYTES }),
      counter,
      createWriteStream(target, { mode: PRIVATE_FILE, flush: true }),
    );
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_")) {
      throw new ArchiveError("damaged");
    }
    throw error;
  }
}
