import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { Unzip, UnzipInflate, UnzipPassThrough } from "fflate";

/** Small: the library goes one call deeper for each entry within a chunk. */
const CHUNK_BYTES = 64 * 1024;
/** A workbook has a few dozen entries; thousands are meant to hurt. */
const MOST_ENTRIES = 5_000;
/** No sheet that a spreadsheet can hold is larger than this. */
const MOST_INFLATED = 2 * 1024 ** 3;
/** Real sheets shrink to a tenth, the emptiest to a hundredth. From the second size on this is looked at. */
const MOST_RATIO = 250;
const RATIO_FROM = 32 * 1024 * 1024;

/** The last record, and how far from the end of the file it may begin. */
const END_MARK = Buffer.from([0x50, 0x4b, 5, 6]);
const END_WITHIN = 66_000;

export type RefusalKind = "too_large" | "damaged" | "no_workbook";

/** Why an archive is not read any further. */
export class ArchiveRefusal extends Error {
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, why: string) {
    super(why);
    this.kind = kind;
  }
}

/** Takes the contents of an entry, piece by piece. Throwing ends the reading. */
export type EntryReader = (piece: Uint8Array, last: boolean) => void;

/**
 * Streams the zip archive at `path` once, handing each entry to the reader that `want` answers for its name
 * (null: skipped). Memory stays bounded whatever the archive claims or holds. Throws {@link ArchiveRefusal}.
 */
export function readArchive(
  path: string,
  want: (name: string) => EntryReader | null,
  progress: (bytesRead: number) => void = () => undefined,
): void {
  let entries = 0;
  let consumed = 0;
  let inflated = 0;
  let unfinished = 0;
  const unzip = new Unzip((entry) => {
    if (++entries > MOST_ENTRIES) throw new ArchiveRefusal("too_large", "it has too many parts");
    const reader = want(entry.name);
    if (reader === null) return;
    const began = consumed;
    let size = 0;
    entry.ondata = (error, piece, last) => {
      if (error instanceof ArchiveRefusal) throw error;
      if (error !== null) throw new ArchiveRefusal("damaged", "a part of it cannot be unpacked");
      size += piece.length;
      inflated += piece.length;
      const packed = Math.max(1, consumed - began);
      if (inflated > MOST_INFLATED || (size > RATIO_FROM && size / packed > MOST_RATIO)) {
        throw new ArchiveRefusal("too_large", "it unpacks to far more than any list needs");
      }
      if (last) unfinished--;
      reader(piece, last);
    };
    unfinished++;
    entry.start();
  });
  unzip.register(UnzipInflate);
  unzip.register(UnzipPassThrough);
  const file = openSync(path, "r");
  try {
    requireEnd(file);
    for (;;) {
      const chunk = new Uint8Array(CHUNK_BYTES);
      const read = readSync(file, chunk, 0, chunk.length, null);
      consumed += read;
      unzip.push(chunk.subarray(0, read), read === 0);
      progress(consumed);
      if (read > 0) continue;
      if (unfinished > 0) throw new ArchiveRefusal("damaged", "its end is missing");
      return;
    }
  } catch (error) {
    if (error instanceof ArchiveRefusal) throw error;
    if (error instanceof Error && "syscall" in error) throw error;
    throw new ArchiveRefusal("damaged", "it cannot be unpacked");
  } finally {
    closeSync(file);
  }
}

/** Every archive ends with the record that its directory ends with: one that was cut off does not. */
function requireEnd(file: number): void {
  const { size } = fstatSync(file);
  const tail = Buffer.alloc(Math.min(size, END_WITHIN));
  readSync(file, tail, 0, tail.length, size - tail.length);
  if (tail.lastIndexOf(END_MARK) < 0) throw new ArchiveRefusal("damaged", "its end is missing");
}
