import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

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

export type Layout = ReturnType<typeof layoutOf>;

/** Returns the layout of `dataDir`. Computes paths only. */
export function layoutOf(dataDir: string) {
  return {
    dataDir,
    /** Accounts, cleanings, parts, timeline, settings. Written by the engine's thread only. */
    journal: join(dataDir, "winnow.db"),
    /** All verdicts by address. Written by worker threads only. */
    archive: join(dataDir, "archive.db"),
    backups: join(dataDir, "backups"),
    exports: join(dataDir, "exports"),
    /** Notes on exports in progress; see exports/files/atomic-write.ts. */
    unfinished: join(dataDir, "unfinished"),
    uploads: join(dataDir, "uploads"),
    sandbox: join(dataDir, "sandbox"),
    /** Errors and notices of all programs; see store/log-file.ts. */
    log: join(dataDir, "logs", "winnow.log"),
    /** Staging folder and plan of a restore. */
    restoring: join(dataDir, "restoring"),
    /** Keyed hashes of erased people; see memory/erased.ts. */
    erased: join(dataDir, "erased.json"),
    memoryDir: join(dataDir, "memory"),
    /** Facts of one source; see memory/facts.ts. */
    facts: (id: string) => join(dataDir, "memory", `${safeId(id)}.db`),
    list(listId: string): ListLayout {
      const dir = join(dataDir, "lists", safeId(listId));
      return {
        dir,
        original: join(dir, "original"),
        records: join(dir, "records"),
        columns: join(dir, "list.db"),
      };
    },
    cleaning(cleaningId: string): CleaningLayout {
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

/** Suffix of a folder while it is deleted. Leftovers are removed on the next launch. */
export const ERASING = ".erasing";
/** Form of the ids that Winnow gives to lists and cleanings. */
const GIVEN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the ids of Winnow's folders in `lists` or `cleanings`, and the paths in the data folder of links and folders
 * there that are the user's: nothing below them is ever read, changed or removed. `isKnown`: the journal names the id.
 */
export function ownFolders(
  { dataDir }: Pick<Layout, "dataDir">,
  of: "lists" | "cleanings",
  isKnown: (id: string) => boolean,
): { ids: string[]; foreign: string[] } {
  const folder = lstatSync(join(dataDir, of), { throwIfNoEntry: false });
  if (folder === undefined) return { ids: [], foreign: [] };
  if (!folder.isDirectory()) return { ids: [], foreign: [of] };
  const entries = readdirSync(join(dataDir, of), { withFileTypes: true });
  const isOwn = ({ name }: Dirent) => ID_PATTERN.test(name) && (GIVEN_ID.test(name) || isKnown(name));
  const own = entries.filter((entry) => entry.isDirectory() && isOwn(entry));
  const foreign = entries.filter(
    (entry) =>
      !own.includes(entry) &&
      (entry.isSymbolicLink() || (entry.isDirectory() && !GIVEN_ID.test(entry.name.replace(ERASING, "")))),
  );
  return { ids: own.map(({ name }) => name), foreign: foreign.map(({ name }) => join(of, name)) };
}

/** Returns the total bytes under `path`. Links are not followed; files that vanish are ignored. */
export async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => null);
  if (found === null || !found.isDirectory()) return found?.size ?? 0;
  let bytes = 0;
  for (const name of await readdir(path).catch(() => [])) bytes += await sizeOf(join(path, name));
  return bytes;
}
