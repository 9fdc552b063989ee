import { close, fchmodSync, fsync, openSync, write, writeSync } from "node:fs";
import { promisify } from "node:util";
import { codeOf } from "../../../../shared/errors.ts";

/** A new file, written in the background in large slices. */
export interface ByteSink {
  write(bytes: Uint8Array): void;
  add(bytes: Buffer, start: number, end: number): void;
  /** Yields to the event loop, so that finished writes are noticed. Call it regularly in long loops. */
  yieldToEvents(): Promise<void>;
  /** Flushes and syncs the file. Returns its size in bytes. */
  finish(): Promise<number>;
  abandon(): Promise<void>;
}

/** A sink whose file stays open, also for reading, until it is abandoned. */
export interface FileSink extends ByteSink {
  readonly path: string;
  readonly descriptor: number;
}

const SLICE = 4 * 1024 * 1024;
/** Maximum writes in flight; beyond that, writes are synchronous. */
const MAX_IN_FLIGHT = 3;
/** Up to this many bytes, a loop is faster than a call. */
const FEW = 16;

/** Creates a file, which gets `mode` when finished. File system errors are thrown by a later call. */
export function createByteSink(path: string, mode = 0o600): FileSink {
  const file = openSync(path, "wx+", 0o600);
  const free: Buffer[] = [];
  let buffer: Buffer = Buffer.allocUnsafe(SLICE);
  let held = 0;
  let flushed = 0;
  let pendingWrites = 0;
  let failure: Error | null = null;
  let onDrained: (() => void) | null = null;
  let isOpen = true;

  function out(bytes: Uint8Array, position: number): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, position + at);
  }

  function inBackground(slice: Buffer, length: number, position: number): void {
    pendingWrites++;
    write(file, slice, 0, length, position, (error, written) => {
      pendingWrites--;
      try {
        if (error !== null) throw error;
        if (written < length) out(slice.subarray(written, length), position + written);
      } catch (why) {
        failure ??= why instanceof Error ? why : new Error(String(why));
      }
      free.push(slice);
      onDrained?.();
    });
  }

  function flush(): void {
    if (failure !== null) throw failure;
    if (held === 0) return;
    if (pendingWrites < MAX_IN_FLIGHT) {
      inBackground(buffer, held, flushed);
      buffer = free.pop() ?? Buffer.allocUnsafe(SLICE);
    } else out(buffer.subarray(0, held), flushed);
    flushed += held;
    held = 0;
  }

  async function settled(): Promise<void> {
    while (pendingWrites > 0) {
      await new Promise<void>((resolve) => {
        onDrained = resolve;
      });
    }
  }

  return {
    path,
    descriptor: file,
    write(bytes) {
      if (held + bytes.length > SLICE) flush();
      if (bytes.length > SLICE) {
        out(bytes, flushed);
        flushed += bytes.length;
      } else {
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
    },
    async yieldToEvents() {
      if (pendingWrites > 0) await new Promise<void>((resolve) => setImmediate(resolve));
      if (failure !== null) throw failure;
    },
    async finish() {
      flush();
      await settled();
      if (failure !== null) throw failure;
      setMode(file, mode);
      await makeDurable(file);
      return flushed;
    },
    async abandon() {
      await settled();
      if (!isOpen) return;
      isOpen = false;
      await promisify(close)(file);
    },
  };
}

const UNKNOWN_TO_IT: ReadonlySet<string> = new Set(["EINVAL", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

async function makeDurable(file: number): Promise<void> {
  try {
    await promisify(fsync)(file);
  } catch (error) {
    if (!UNKNOWN_TO_IT.has(codeOf(error))) throw error;
  }
}

function setMode(file: number, mode: number): void {
  if (process.platform === "win32") return;
  try {
    fchmodSync(file, mode);
  } catch (error) {
    // Some disks store no permissions, such as a camera's card.
    if (codeOf(error) !== "EPERM" && !UNKNOWN_TO_IT.has(codeOf(error))) throw error;
  }
}
