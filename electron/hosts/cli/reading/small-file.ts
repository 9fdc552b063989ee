import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";

const MAX_SMALL_FILE_BYTES = 1024 * 1024;

/** Reads a file of at most 1 MB, without blocking on a FIFO or a device. Fails with `usage` otherwise. */
export function readSmallFile(option: string, path: string): Result<string> {
  const refuse = (why: string) => fail(problem("usage", { said: `${option} ${why}` }));
  let file: number;
  try {
    // Without O_NONBLOCK, opening a FIFO waits for a writer.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return refuse(`names a file that cannot be read: ${path}.`);
  }
  try {
    if (!fstatSync(file).isFile()) return refuse(`takes a regular file, which ${path} is not.`);
    const bytes = Buffer.allocUnsafe(MAX_SMALL_FILE_BYTES + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null);
    if (length > MAX_SMALL_FILE_BYTES) return refuse(`takes a file of at most 1 MB, and ${path} is larger.`);
    return ok(bytes.toString("utf8", 0, length));
  } catch {
    return refuse(`names a file that cannot be read: ${path}.`);
  } finally {
    closeSync(file);
  }
}
