import {
  closeSync,
  createReadStream,
  createWriteStream,
  fsyncSync,
  openSync,
  statSync,
  writeSync,
} from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { PRIVATE_FILE } from "../../data-folder/index.ts";
import { ArchiveRefusal, expandsTooFar, readArchive } from "../workbook/index.ts";
import { MOST_LIST_BYTES } from "./copy.ts";

const PIECE_BYTES = 64 * 1024;
/** What systems put into archives beside what the user did. */
const SYSTEMS_OWN = /(^|\/)(__MACOSX\/|\.[^./]|Thumbs\.db$|desktop\.ini$)/i;

/** The files that the user put into an archive, of the names of all of its parts. */
export function usersFiles(names: readonly string[]): string[] {
  return names.filter((name) => !name.endsWith("/") && !SYSTEMS_OWN.test(name));
}

/** Unpacks the file `name` of the zip archive at `path` to `target`. Throws {@link ArchiveRefusal} and the file system's errors. */
export async function unzipTo(path: string, name: string, target: string): Promise<void> {
  const file = openSync(target, "w", PRIVATE_FILE);
  const write = (piece: Uint8Array) => {
    for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
  };
  try {
    await readArchive(path, (one) => (one === name ? write : null));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Unpacks the gzip file at `path` to `target`. Throws {@link ArchiveRefusal} and the file system's errors. */
export async function gunzipTo(path: string, target: string): Promise<void> {
  const packed = statSync(path).size;
  let size = 0;
  const counter = new Transform({
    transform(piece: Buffer, _encoding, done) {
      size += piece.length;
      const isTooLarge = size > MOST_LIST_BYTES || expandsTooFar(size, packed);
      done(isTooLarge ? new ArchiveRefusal("too_large") : null, piece);
    },
  });
  try {
    await pipeline(
      createReadStream(path, { highWaterMark: PIECE_BYTES }),
      createGunzip({ chunkSize: PIECE_BYTES }),
      counter,
      createWriteStream(target, { mode: PRIVATE_FILE, flush: true }),
    );
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_")) {
      throw new ArchiveRefusal("damaged");
    }
    throw error;
  }
}
