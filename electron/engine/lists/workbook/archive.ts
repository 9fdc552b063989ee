import { crc32 } from "node:zlib";
import { openPromise, type ZipFile } from "yauzl";

/** No sheet that a spreadsheet can hold is larger than this, in bytes. */
const MOST_INFLATED = 2 * 1024 ** 3;
/** Real sheets shrink to a tenth, the emptiest to a hundredth. From the second size on, in bytes, this is looked at. */
const MOST_RATIO = 250;
const RATIO_FROM = 32 * 1024 * 1024;
/** A workbook has a few dozen parts; thousands are meant to hurt. */
const MOST_PARTS = 5_000;

/** Takes the contents of a part, piece by piece. Throwing ends the reading. */
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
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    if (zip.entryCount > MOST_PARTS) throw new ArchiveRefusal("too_large");
    let done = 0;
    let inflated = 0;
    for await (const entry of zip.eachEntry()) {
      const reader = want(entry.fileName);
      if (reader === null) continue;
      if (entry.isEncrypted()) throw new ArchiveRefusal("locked");
      inflated += entry.uncompressedSize;
      if (inflated > MOST_INFLATED || expandsTooFar(entry.uncompressedSize, entry.compressedSize))
        throw new ArchiveRefusal("too_large");
      let size = 0;
      let crc = 0;
      for await (const piece of await zip.openReadStreamPromise(entry)) {
        size += piece.length;
        crc = crc32(piece, crc);
        reader(piece, false);
        progress(done + (entry.compressedSize * size) / entry.uncompressedSize);
      }
      if (crc !== entry.crc32) throw new ArchiveRefusal("damaged");
      reader(Buffer.alloc(0), true);
      done += entry.compressedSize;
    }
  } catch (error) {
    throw isOfArchive(error) ? new ArchiveRefusal("damaged") : error;
  } finally {
    zip?.close();
  }
}

/** The names of an archive's parts. Throws as {@link readArchive}. */
export async function namesInArchive(path: string): Promise<string[]> {
  const names: string[] = [];
  await readArchive(path, (name) => {
    names.push(name);
    return null;
  });
  return names;
}

/** Whether so many bytes are more than can come of honest data in so many packed ones. */
export function expandsTooFar(size: number, packed: number): boolean {
  return size > RATIO_FROM && size / Math.max(1, packed) > MOST_RATIO;
}

/** What yauzl finds wrong with an archive is a plain error, and what zlib does has a code of its own. */
function isOfArchive(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return "code" in error ? String(error.code).startsWith("Z_") : error.constructor === Error;
}

type Refused = "damaged" | "locked" | "no_workbook" | "too_large";

/** Why an archive is not read any further. */
export class ArchiveRefusal extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused);
    this.refused = refused;
  }
}
