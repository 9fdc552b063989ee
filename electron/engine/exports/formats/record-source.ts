import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const SLICE = 4 * 1024 * 1024;
const SMALL_SLICE = 64 * 1024;
/** Files up to this size are held in memory if they are read out of order. */
const MAX_IN_MEMORY_BYTES = 256 * 1024 * 1024;

export type RecordSource = ReturnType<typeof openRecords>;

export function openRecords(path: string, inOrder: boolean) {
  const file = openSync(path, "r");
  const { size } = fstatSync(file);
  const slice = inOrder ? SLICE : size <= MAX_IN_MEMORY_BYTES ? size : SMALL_SLICE;
  let memory: Buffer = Buffer.alloc(0);
  let held: Buffer = memory;
  let heldStart = 0;
  /** Loads a byte range into `held` and returns its offset there. */
  function locate(start: number, end: number): number {
    if (start < heldStart || end > heldStart + held.length) {
      heldStart = slice === size ? 0 : start;
      const length = Math.min(Math.max(slice, end - start), size - heldStart);
      // Reuse the buffer: allocating fresh pages costs more than the read.
      if (memory.length < length) memory = Buffer.allocUnsafeSlow(length);
      held = read(file, heldStart, memory.subarray(0, Math.max(0, length)));
      if (end > heldStart + held.length) throw new Error(`${path} is shorter than when it was read`);
    }
    return start - heldStart;
  }

  return {
    get held() {
      return held;
    },
    locate,
    /** Returns a view of a byte range, valid until the next call. */
    bytes(start: number, end: number): Buffer {
      const at = locate(start, end);
      return held.subarray(at, at + end - start);
    },
    close: () => closeSync(file),
  };
}

function read(file: number, start: number, bytes: Buffer): Buffer {
  let at = 0;
  while (at < bytes.length) {
    const got = readSync(file, bytes, at, bytes.length - at, start + at);
    if (got === 0) break;
    at += got;
  }
  return bytes.subarray(0, at);
}
