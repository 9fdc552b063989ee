import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Reads records where they stand in a file. */
export interface RecordSource {
  /** The bytes from `start` to `end`: a view that is good until the next call. */
  bytes(start: number, end: number): Buffer;
  /** Brings the bytes from `start` to `end` into `held`; answers where they begin there. */
  locate(start: number, end: number): number;
  /** What is in memory just now. */
  readonly held: Buffer;
  close(): void;
}

const SLICE = 4 * 1024 * 1024;
const SMALL_SLICE = 64 * 1024;
/** Files up to this size are held whole when they are read out of order. */
const HELD = 256 * 1024 * 1024;

/** Opens the records at `path`. `inOrder`: they will be asked for from the first to the last. */
export function openRecords(path: string, inOrder: boolean): RecordSource {
  const file = openSync(path, "r");
  const { size } = fstatSync(file);
  const slice = inOrder ? SLICE : size <= HELD ? size : SMALL_SLICE;
  let memory: Buffer = Buffer.alloc(0);
  let held: Buffer = memory;
  let heldStart = 0;
  function locate(start: number, end: number): number {
    if (start < heldStart || end > heldStart + held.length) {
      heldStart = slice === size ? 0 : start;
      const length = Math.min(Math.max(slice, end - start), size - heldStart);
      // The same memory again: fresh pages cost more than what is read into them.
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
    bytes(start, end) {
      const at = locate(start, end);
      return held.subarray(at, at + end - start);
    },
    close: () => closeSync(file),
  };
}

/** Fills `bytes` from `start` on; what there was of it. */
function read(file: number, start: number, bytes: Buffer): Buffer {
  let at = 0;
  while (at < bytes.length) {
    const got = readSync(file, bytes, at, bytes.length - at, start + at);
    if (got === 0) break;
    at += got;
  }
  return bytes.subarray(0, at);
}
