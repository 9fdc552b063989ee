import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";

/** A new file that is being written, in large slices. */
export interface ByteSink {
  /** Adds a copy of `bytes`. */
  write(bytes: Uint8Array): void;
  /** Adds a copy of `bytes[start, end)`. */
  add(bytes: Buffer, start: number, end: number): void;
  /** Writes what is left, makes it durable and closes the file; its size in bytes. */
  finish(): number;
  /** Closes the file as it is. */
  abandon(): void;
}

const SLICE = 4 * 1024 * 1024;
/** Up to so many bytes, a loop is quicker than a call. */
const FEW = 64;

/** Makes the file at `path`, which must not exist yet. Throws the file system's errors. */
export function createByteSink(path: string): ByteSink {
  const file = openSync(path, "wx");
  const buffer = Buffer.allocUnsafe(SLICE);
  let held = 0;
  let total = 0;

  function out(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at);
  }

  function flush(): void {
    out(buffer.subarray(0, held));
    held = 0;
  }

  return {
    write(bytes) {
      total += bytes.length;
      if (held + bytes.length > SLICE) flush();
      if (bytes.length > SLICE) out(bytes);
      else {
        buffer.set(bytes, held);
        held += bytes.length;
      }
    },
    add(bytes, start, end) {
      const length = end - start;
      if (length > SLICE) {
        this.write(bytes.subarray(start, end));
        return;
      }
      if (held + length > SLICE) flush();
      if (length > FEW) bytes.copy(buffer, held, start, end);
      else for (let from = start, to = held; from < end; from++, to++) buffer[to] = bytes[from] ?? 0;
      held += length;
      total += length;
    },
    finish() {
      flush();
      fsyncSync(file);
      closeSync(file);
      return total;
    },
    abandon: () => closeSync(file),
  };
}
