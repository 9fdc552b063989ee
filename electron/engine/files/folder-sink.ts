import { closeSync, mkdirSync, openSync, readSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ByteSink, createByteSink } from "./byte-sink.ts";

const PIECE = 1024 * 1024;

/** Makes the folder `path`, which must not exist yet, for files of `mode`. Names may hold one `/`, for a folder in it. */
export function makeFolderSink(path: string, mode: number) {
  mkdirSync(path, { mode: 0o700 });
  let bytes = 0;
  return {
    open(name: string): ByteSink {
      const file = join(path, name);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const sink = createByteSink(file, mode);
      return {
        ...sink,
        async finish() {
          const size = await sink.finish();
          bytes += size;
          return size;
        },
      };
    },
    finish: async () => bytes,
    async abandon() {},
  };
}

/** Adds the bytes of the file at `path`. */
export function addFile(sink: ByteSink, path: string): void {
  const file = openSync(path, "r");
  try {
    const piece = Buffer.allocUnsafe(PIECE);
    for (;;) {
      const got = readSync(file, piece, 0, piece.length, null);
      if (got === 0) return;
      sink.add(piece, 0, got);
    }
  } finally {
    closeSync(file);
  }
}
