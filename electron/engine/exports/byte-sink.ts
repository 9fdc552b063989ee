import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";

/** A new file that is being written, in large slices. */
export interface ByteSink {
  /** Adds a copy of `bytes`. */
  write(bytes: Uint8Array): void;
  /** Writes what is left, makes it durable and closes the file; its size in bytes. */
  finish(): number;
  /** Closes the file as it is. */
  abandon(): void;
}

const SLICE = 4 * 1024 * 1024;

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
    finish() {
      flush();
      fsyncSync(file);
      closeSync(file);
      return total;
    },
    abandon: () => closeSync(file),
  };
}
