import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

const PIECE = 1024 * 1024;

/** Whether the open file `a` and the one at `path` hold the same bytes. */
export function sameBytes(a: number, path: string): boolean {
  // A pipe that has come there meanwhile is not waited for.
  const b = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const { size } = fstatSync(a);
    const there = fstatSync(b);
    if (!there.isFile() || there.size !== size) return false;
    const [left, right] = [Buffer.alloc(PIECE), Buffer.alloc(PIECE)];
    for (let at = 0; at < size; ) {
      const length = readWhole(a, left, at);
      if (length !== readWhole(b, right, at) || length === 0) return false;
      if (!left.subarray(0, length).equals(right.subarray(0, length))) return false;
      at += length;
    }
    return true;
  } finally {
    closeSync(b);
  }
}

/** Fills `into` from `position` on; how many bytes there were. */
function readWhole(file: number, into: Buffer, position: number): number {
  let length = 0;
  while (length < into.length) {
    const got = readSync(file, into, length, into.length - length, position + length);
    if (got === 0) break;
    length += got;
  }
  return length;
}
