import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** What lies in the data folder is the user's alone, whatever umask the program was started with. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

/** Makes the folder and those above it that are missing, for the user alone. What exists keeps its mode. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
}

/**
 * Makes an empty file for the user alone unless there is one: SQLite makes its databases as the umask has it, and what
 * it keeps beside one takes the mode of that one.
 */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, "a", PRIVATE_FILE));
}

/** Brings what was written to the file to the disk. */
export function syncFile(path: string): void {
  // Windows syncs only what is open for writing.
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Brings renames and new names in the folder to the disk. */
export function syncFolder(path: string): void {
  // Windows cannot open a folder; there the rename itself is what is durable.
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Folders in which Winnow deletes and moves. Those of the hosts (logs, profiles) may be there before the data is. */
const USED = [
  "lists",
  "cleanings",
  "memory",
  "backups",
  "exports",
  "uploads",
  "unfinished",
  "restoring",
  "sandbox",
] as const;

/** Folders and files directly below the data folder that Winnow makes; what else lies there is not its own. */
export const OWN = new RegExp(
  `^((winnow|archive|lock)\\.db.*|erased\\.json.*|open|logs|desktop|browser|window|replaced-.*|${USED.join("|")})$`,
);

/**
 * Names in `dataDir` that Winnow would use and that hold something already, which is the user's; none where the folder is
 * Winnow's, or is not there. Throws the file system's errors.
 */
export function takenNames(dataDir: string): string[] {
  const isThere = (name: string) => statSync(join(dataDir, name), { throwIfNoEntry: false });
  // Each of these is made at Winnow's first start there.
  if (["winnow.db", "lock.db"].some((name) => isThere(name)?.isFile() === true)) return [];
  return USED.filter((name) => {
    const found = isThere(name);
    return found !== undefined && !(found.isDirectory() && readdirSync(join(dataDir, name)).length === 0);
  });
}
