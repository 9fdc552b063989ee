import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

export interface Layout {
  readonly dataDir: string;
  /** Accounts, cleanings, parts, timeline, settings. Written by the engine's thread only. */
  readonly journal: string;
  /** All verdicts by address. Written by worker threads only. */
  readonly archive: string;
  readonly backups: string;
  readonly exports: string;
  /** Notes on exports in progress; see exports/files/atomic-write.ts. */
  readonly unfinished: string;
  readonly uploads: string;
  readonly sandbox: string;
  /** Staging folder and plan of a restore. */
  readonly restoring: string;
  /** Keyed hashes of erased people; see memory/erased.ts. */
  readonly erased: string;
  /** Facts of one source; see memory/facts.ts. */
  facts(id: string): string;
  readonly memoryDir: string;
  list(listId: string): ListLayout;
  cleaning(cleaningId: string): CleaningLayout;
}

export interface ListLayout {
  readonly dir: string;
  /** The user's file, byte for byte. */
  readonly original: string;
  /** The bytes that row offsets refer to: `original`, or a workbook's sheet converted to CSV. */
  readonly records: string;
  /** See lists/format.ts. */
  readonly columns: string;
}

export interface CleaningLayout {
  readonly dir: string;
  /** See results/format.ts. */
  readonly results: string;
  upload(ordinal: number): string;
  download(ordinal: number): string;
}

/** Returns the layout of `dataDir`. Computes paths only. */
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

/** Pattern of ids. They name folders that are deleted recursively, so anything else is refused. */
export const ID_PATTERN = /^[a-z0-9-]{1,64}$/;

function safeId(id: string): string {
  if (!ID_PATTERN.test(id)) throw new RangeError("an id that cannot name a folder");
  return id;
}

/** Returns the total bytes under `path`. Links are not followed; files that vanish are ignored. */
export async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => null);
  if (found === null || !found.isDirectory()) return found?.size ?? 0;
  let bytes = 0;
  for (const name of await readdir(path).catch(() => [])) bytes += await sizeOf(join(path, name));
  return bytes;
}
