import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Where everything lives under the data folder. */
export interface Layout {
  readonly dataDir: string;
  /** Accounts, cleanings, parts, journal, settings. Written by the engine's own thread only. */
  readonly journal: string;
  /** Every verdict ever brought home, by address. Written by worker threads only. */
  readonly archive: string;
  readonly backups: string;
  readonly exports: string;
  /** Notes of files that are being written outside, see exports/files/put-file.ts. */
  readonly unfinished: string;
  readonly uploads: string;
  readonly sandbox: string;
  /** Where a restore is made ready, and what it still has to do when Winnow ends in the middle of it. */
  readonly restoring: string;
  /** Who was erased, by keyed hashes, see erase/erased.ts. */
  readonly erased: string;
  /** What one source says of addresses, see memory/facts.ts. */
  facts(id: string): string;
  /** The folder of all of them. */
  readonly memoryDir: string;
  list(listId: string): ListLayout;
  cleaning(cleaningId: string): CleaningLayout;
}

export interface ListLayout {
  readonly dir: string;
  /** The user's bytes, exactly as given. */
  readonly original: string;
  /** The bytes that row bounds refer to: `original` itself, or the sheet of a workbook written out as CSV. */
  readonly records: string;
  /** The columns found in it, see lists/format.ts. */
  readonly columns: string;
}

export interface CleaningLayout {
  readonly dir: string;
  /** The results, see results/format.ts. */
  readonly results: string;
  /** What is sent for part `ordinal` (from 1), exactly as sent. */
  upload(ordinal: number): string;
  /** What came back for part `ordinal`, once it is whole. */
  download(ordinal: number): string;
}

/** The layout under `dataDir`. Computes paths only; makes no folder. */
export function layoutOf(dataDir: string): Layout {
  return {
    dataDir,
    journal: join(dataDir, "winnow.db"),
    archive: join(dataDir, "archive.db"),
    backups: join(dataDir, "backups"),
    exports: join(dataDir, "exports"),
    unfinished: join(dataDir, "unfinished"),
    uploads: join(dataDir, "uploads"),
    sandbox: join(dataDir, "sandbox"),
    restoring: join(dataDir, "restoring"),
    erased: join(dataDir, "erased.json"),
    memoryDir: join(dataDir, "memory"),
    facts: (id) => join(dataDir, "memory", `${safeId(id)}.db`),
    list(listId) {
      const dir = join(dataDir, "lists", safeId(listId));
      return {
        dir,
        original: join(dir, "original"),
        records: join(dir, "records"),
        columns: join(dir, "list.db"),
      };
    },
    cleaning(cleaningId) {
      const dir = join(dataDir, "cleanings", safeId(cleaningId));
      return {
        dir,
        results: join(dir, "results.db"),
        upload: (ordinal) => join(dir, `part-${ordinal}.csv`),
        download: (ordinal) => join(dir, `part-${ordinal}.results.txt`),
      };
    },
  };
}

/** An id becomes the name of a folder, which is also deleted by it: nothing else may pass for one. */
export const ID_PATTERN = /^[a-z0-9-]{1,64}$/;

function safeId(id: string): string {
  if (!ID_PATTERN.test(id)) throw new RangeError("an id that cannot name a folder");
  return id;
}

/** Bytes under `path`, files of all depths; no link is followed, and what vanishes meanwhile counts for nothing. */
export async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => null);
  if (found === null || !found.isDirectory()) return found?.size ?? 0;
  let bytes = 0;
  for (const name of await readdir(path).catch(() => [])) bytes += await sizeOf(join(path, name));
  return bytes;
}
