import { closeSync, fsyncSync, openSync, rmSync, statSync, writeSync } from "node:fs";

const ZEROS = Buffer.alloc(1024 * 1024);

/** Removes the file, whose bytes are overwritten first. Throws the file system's errors. */
export function removeOverwritten(path: string): void {
  const size = statSync(path).size;
  const file = openSync(path, "r+");
  try {
    for (let at = 0; at < size; at += ZEROS.length)
      writeSync(file, ZEROS, 0, Math.min(ZEROS.length, size - at), at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  rmSync(path);
}
