import { crc32 } from "node:zlib";
import { openPromise, type ZipFile } from "yauzl";

/** Maximum inflated size of an archive, in bytes; no sheet gets larger. */
const MOST_INFLATED = 2 * 1024 ** 3;
/** Maximum compression ratio, checked above RATIO_FROM bytes. Real sheets reach 10, nearly empty ones 100. */
const MOST_RATIO = 250;
const RATIO_FROM = 32 * 1024 * 1024;
const MOST_PARTS = 5_000;

/** Receives the contents of an entry piece by piece. May throw to abort the reading. */
export type EntryReader = (piece: Uint8Array, last: boolean) => void;

/**
 * Streams the entries of the zip archive at `path` to the readers that `want` returns (`null` skips an entry). Memory
 * stays bounded for any input. Throws {@link ArchiveRefusal} and file system errors.
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

/** Returns the names of an archive's entries. Throws like {@link readArchive}. */
export async function namesInArchive(path: string): Promise<string[]> {
  const names: string[] = [];
  await readArchive(path, (name) => {
    names.push(name);
    return null;
  });
  return names;
}

export function expandsTooFar(size: number, packed: number): boolean {
  return size > RATIO_FROM && size / Math.max(1, packed) > MOST_RATIO;
}

/** yauzl reports a bad archive as a plain `Error`; zlib errors have codes. */
function isOfArchive(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return "code" in error ? String(error.code).startsWith("Z_") : error.constructor === Error;
}

type Refused = "damaged" | "locked" | "no_workbook" | "too_large";

export class ArchiveRefusal extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused);
    this.refused = refused;
  }
}
