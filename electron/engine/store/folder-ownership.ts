import { randomUUID } from "node:crypto";
import { closeSync, fstatSync, openSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Problem, problem } from "../../../shared/problems.ts";
import { PRIVATE_FILE } from "./private-files.ts";

const WRITABLE_BY_ALL = 0o002;

/**
 * Returns `store_foreign` if the data folder belongs to another user, who could have Winnow write files in the user's
 * name, or if all users can write to it. `null` if it is safe or missing. Throws file system errors. Windows: not checked, permissions are inherited.
 */
export function checkFolderOwnership(dataDir: string): Problem | null {
  const self = process.platform === "win32" ? undefined : process.geteuid?.();
  if (self === undefined) return null;
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (folder === undefined || !folder.isDirectory()) return null;
  // Before the mode is changed: what others have put there would look like Winnow's.
  if ((folder.mode & WRITABLE_BY_ALL) !== 0) return problem("store_foreign", { path: dataDir, why: "open" });
  if (trustedOwners(self).has(folder.uid) || givesOneOwner(dataDir, folder.uid)) return null;
  return problem("store_foreign", { path: dataDir, why: "owner" });
}

/** The user and root; for root also the user who ran `sudo`. */
function trustedOwners(self: number): ReadonlySet<number> {
  const sudo = process.env.SUDO_UID ?? "";
  return new Set([0, self, ...(self === 0 && /^\d{1,10}$/.test(sudo) ? [Number(sudo)] : [])]);
}

/**
 * Returns whether the drive reports `uid` as the owner of every file, as many network drives and USB sticks do. On
 * other drives, new files get the process's owner.
 */
function givesOneOwner(folder: string, uid: number): boolean {
  const probe = join(folder, `winnow-${randomUUID()}.probe`);
  try {
    const file = openSync(probe, "wx", PRIVATE_FILE);
    try {
      return fstatSync(file).uid === uid;
    } finally {
      closeSync(file);
      rmSync(probe, { force: true });
    }
  } catch {
    return false;
  }
}
