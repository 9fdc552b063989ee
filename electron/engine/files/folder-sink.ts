import { closeSync, mkdirSync, openSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { type ByteSink, createByteSink } from "./byte-sink.ts";
import { makeTemporaryFolder, type TemporaryPlace } from "./temporary.ts";

const PIECE = 1024 * 1024;

/** Makes the folder `temporary`, which must not exist yet, for files of `mode`. Names may hold one `/`, for a folder in it. */
export function makeFolderSink(temporary: TemporaryPlace, mode: number) {
  const folder = makeTemporaryFolder(temporary);
  return {
    folder,
    open(name: string): ByteSink {
      mkdirSync(folder.at(dirname(name)), { recursive: true, mode: 0o700 });
      const sink = createByteSink(folder.at(name), mode);
      return {
        ...sink,
        async finish() {
          const size = await sink.finish();
          // A folder with open files in it cannot be moved everywhere; nobody else reaches into this one.
          await sink.abandon();
          return size;
        },
      };
    },
    close: () => folder.close(),
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
