import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { crc32, createInflateRaw } from "node:zlib";
import { type Entry, readDirectory } from "./directory.ts";
import { ArchiveRefusal, damaged, tooLarge } from "./refusal.ts";

/** No sheet that a spreadsheet can hold is larger than this, in bytes. */
const MOST_INFLATED = 2 * 1024 ** 3;
/** Real sheets shrink to a tenth, the emptiest to a hundredth. From the second size on, in bytes, this is looked at. */
const MOST_RATIO = 250;
const RATIO_FROM = 32 * 1024 * 1024;

const PIECE_BYTES = 64 * 1024;
const HEADER = 0x04034b50;
const HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

/** Takes the contents of an entry, piece by piece. Throwing ends the reading. */
export type EntryReader = (piece: Uint8Array, last: boolean) => void;

/**
 * Streams the parts of the zip archive at `path`, handing each to the reader that `want` answers for it (null: skipped).
 * Memory stays bounded whatever the archive claims or holds. Throws {@link ArchiveRefusal} and the file system's errors.
 */
export async function readArchive(
  path: string,
  want: (name: string) => EntryReader | null,
  progress: (bytesRead: number) => void = () => undefined,
): Promise<void> {
  let done = 0;
  let inflated = 0;
  for (const entry of readDirectory(path)) {
    const reader = want(entry.name);
    if (reader === null) continue;
    inflated += entry.size;
    if (inflated > MOST_INFLATED || expandsTooFar(entry.size, entry.packed)) {
      throw tooLarge("unpacked");
    }
    await readEntry(path, entry, reader, (packed) => progress(done + packed));
    done += entry.packed;
  }
}

/** Whether so many bytes are more than can come of honest data in so many packed ones. */
export function expandsTooFar(size: number, packed: number): boolean {
  return size > RATIO_FROM && size / Math.max(1, packed) > MOST_RATIO;
}

/** Streams one part. A part that is not what the directory says of it is damaged. */
async function readEntry(
  path: string,
  entry: Entry,
  reader: EntryReader,
  progress: (packed: number) => void,
): Promise<void> {
  if (entry.isLocked) throw new ArchiveRefusal({ kind: "locked" });
  const start = await startOf(path, entry);
  const last = Buffer.alloc(0);
  if (entry.packed === 0) {
    if (entry.size > 0) throw damaged("part_packed");
    return reader(last, true);
  }
  const packed = createReadStream(path, {
    start,
    end: start + entry.packed - 1,
    highWaterMark: PIECE_BYTES,
  });
  let size = 0;
  let crc = 0;
  const take = async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) {
      size += piece.length;
      if (size > entry.size) throw damaged("part_packed");
      crc = crc32(piece, crc);
      reader(piece, false);
      progress(packed.bytesRead);
    }
    if (size !== entry.size || crc !== entry.crc) throw damaged("part_packed");
    reader(last, true);
  };
  try {
    if (entry.method === DEFLATED) {
      await pipeline(packed, createInflateRaw({ chunkSize: PIECE_BYTES }), take);
    } else await pipeline(packed, take);
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_"))
      throw damaged("part_packed");
    throw error;
  }
}

/** Where the packed bytes of a part begin: its own header is as long as it says. */
async function startOf(path: string, entry: Entry): Promise<number> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, entry.offset);
    if (bytesRead < HEADER_BYTES || buffer.readUInt32LE(0) !== HEADER) throw damaged("part_packed");
    if (buffer.readUInt16LE(8) !== entry.method) throw damaged("part_packed");
    if (entry.method !== STORED && entry.method !== DEFLATED) {
      throw damaged("packing");
    }
    return entry.offset + HEADER_BYTES + buffer.readUInt16LE(26) + buffer.readUInt16LE(28);
  } finally {
    await file.close();
  }
}
