import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Folders and files directly below the data folder that Winnow makes; what else lies there is not its own. */
export const OWN =
  /^((winnow|archive|lock)\.db.*|open|lists|cleanings|suppression|backups|exports|uploads|sandbox|logs|desktop|browser|window|restoring|unfinished|replaced-.*)$/;

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
/** What SQLite, and what is written beside a file before it is renamed, adds to a name. */
const SIDES = "(?:\\.new|\\.arriving|\\.again|\\.unpacked|-wal|-shm|-journal)*";

/** What lies directly in each folder: all names there that Winnow gives. */
const WITHIN = {
  lists: UUID,
  /** One that is being erased has another name. */
  cleanings: `${UUID}(?:\\.erasing)?`,
  suppression: `${UUID}\\.txt(?:\\.removed|\\.new)*`,
  backups: "(?:winnow|replaced|damaged)-.*",
  exports: UUID,
  uploads: `${UUID}(?:\\.partial)?`,
  unfinished: UUID,
  restoring: "new|old|before|plan\\.json(?:\\.new)?",
  sandbox: `sandbox\\.db${SIDES}`,
  browser: `open-winnow-${UUID}\\.html`,
  /** What was copied for a list, or for a cleaning. */
  list: `(?:original|records|list\\.db)${SIDES}`,
  cleaning: `(?:results\\.db|part-\\d{1,6}(?:\\.csv|\\.results\\.txt))${SIDES}`,
} as const;
export type OwnFolder = keyof typeof WITHIN;

const PATTERNS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(WITHIN).map(([folder, names]) => [folder, new RegExp(`^(?:${names})$`)]),
);

/** What systems that show folders leave in them. */
const DROPPING = /^(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/;

/** Whether Winnow gives that name in the folder. Nothing of another name is Winnow's to delete there. */
export function isOwnName(folder: OwnFolder, name: string): boolean {
  return PATTERNS.get(folder)?.test(name) === true;
}

/** Whether all that lies in the folder at `path` has names that Winnow gives in such a `folder`. False of no folder. */
export function holdsOnlyOwn(folder: OwnFolder, path: string): boolean {
  const names = namesIn(path);
  return names?.every((name) => isOwnName(folder, name) || DROPPING.test(name)) === true;
}

/** Folders in which Winnow deletes and moves; those of the hosts may be there before the data is. */
const USED = [
  "lists",
  "cleanings",
  "suppression",
  "backups",
  "exports",
  "uploads",
  "unfinished",
  "restoring",
  "sandbox",
] as const;

/**
 * Names in `dataDir` that Winnow would use and that hold, or are, something that Winnow did not make; none where the
 * folder is Winnow's already, or is not there. Throws the file system's errors.
 */
export function takenNames(dataDir: string): string[] {
  if (isWinnows(dataDir)) return [];
  return USED.filter((name) => {
    const path = join(dataDir, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    // Whoever restores has begun with the rest.
    if (name === "restoring") return found !== undefined && namesIn(path)?.length !== 0;
    return found !== undefined && !holdsOnlyOwn(name, path);
  });
}

/** Whether Winnow has worked in the folder: each of these is made at its first start there. */
function isWinnows(dataDir: string): boolean {
  return ["winnow.db", "lock.db"].some(
    (name) => lstatSync(join(dataDir, name), { throwIfNoEntry: false })?.isFile() === true,
  );
}

/** Null: it is no folder. */
function namesIn(path: string): string[] | null {
  try {
    return readdirSync(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}
