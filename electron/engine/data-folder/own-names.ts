import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Folders in which Winnow deletes and moves. Those of the hosts (logs, profiles) may be there before the data is. */
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

/** Folders and files directly below the data folder that Winnow makes; what else lies there is not its own. */
export const OWN = new RegExp(
  `^((winnow|archive|lock)\\.db.*|open|logs|desktop|browser|window|replaced-.*|${USED.join("|")})$`,
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
