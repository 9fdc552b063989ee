import { crc32 } from "node:zlib";
import { openPromise, type ZipFile } from "yauzl";

/** Maximum inflated size of an archive, in bytes; no sheet gets larger. */
const MAX_INFLATED_BYTES = 2 * 1024 ** 3;
/** Maximum compression ratio, checked above RATIO_FROM bytes. Real sheets reach 10, nearly empty ones 100. */
const MAX_COMPRESSION_RATIO = 250;
const RATIO_CHECK_MIN_BYTES = 32 * 1024 * 1024;
const MAX_ENTRIES = 5_000;

/** Receives the contents of an entry piece by piece. May throw to abort the reading. */
export type EntryReader = (piece: Uint8Array, last: boolean) => void;

/**
 * Streams the entries of the zip archive at `path` to the readers that `want` returns (`null` skips an entry). Memory
 * stays bounded for any input. Throws {@link ArchiveError} and file system errors.
 */
export async function readArchive(
  path: string,
  want: (name: string) => EntryReader | null,
  progress: (bytesRead: number) => void = () => undefined,
): Promise<void> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    if (zip.entryCount > MAX_ENTRIES) throw new ArchiveError("too_large");
    let done = 0;
    let inflated = 0;
    for await (const entry of zip.eachEntry()) {
      const reader = want(entry.fileName);
      if (reader === null) continue;
      if (entry.isEncrypted()) throw new ArchiveError("locked");
      inflated += entry.uncompressedSize;
      if (inflated > MAX_INFLATED_BYTES || isZipBomb(entry.uncompressedSize, entry.compressedSize))
        throw new ArchiveError("too_large");
      let size = 0;
      let crc = 0;
      for await (const piece of await zip.openReadStreamPromise(entry)) {
        size += piece.length;
        crc = crc32(piece, crc);
        reader(piece, false);
        progress(done + (entry.compressedSize * size) / entry.uncompressedSize);
      }
      if (crc !== entry.crc32) throw new ArchiveError("damaged");
      reader(Buffer.alloc(0), true);
      done += entry.compressedSize;
    }
  } catch (error) {
    throw isArchiveError(error) ? new ArchiveError("damaged") : error;
  } finally {
    zip?.close();
  }
}

/** Returns the names of an archive's entries. Throws like {@link readArchive}. */
export async function entryNames(path: string): Promise<string[]> {
  const names: string[] = [];
  await readArchive(path, (name) => {
    names.push(name);
    return null;
  });
  return names;
}

export function isZipBomb(size: number, packed: number): boolean {
  return size > RATIO_CHECK_MIN_BYTES && size / Math.max(1, packed) > MAX_COMPRESSION_RATIO;
}

/** yauzl reports a bad archive as a plain `Error`; zlib errors have codes. */
function isArchiveError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return "code" in error ? String(error.code).startsWith("Z_") : error.constructor === Error;
}

type Refused = "damaged" | "locked" | "no_workbook" | "too_large";

export class ArchiveError extends Error {
  readonly reason: Refused;

  constructor(refused: Refused) {
    super(refused);
    this.reason = refused;
  }
}
