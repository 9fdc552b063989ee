import { randomUUID } from "node:crypto";
import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, parse, resolve } from "node:path";
import { type Problem, problem } from "../../../shared/problems.ts";
import { OWN, PRIVATE_FILE } from "./private-files.ts";

const WRITABLE_BY_ALL = 0o002;
const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;

/**
 * Returns `store_foreign` if another user can read, replace or has added something in the data folder: they could have
 * Winnow write files in the user's name. `null` if it is safe or missing. Group write access is allowed, since many
 * systems give each user a private group. Throws file system errors. Windows: not checked, permissions are inherited.
 */
export function checkFolderOwnership(dataDir: string): Problem | null {
  const self = process.platform === "win32" ? undefined : process.geteuid?.();
  if (self === undefined) return null;
  const trusted = trustedOwners(self);
  const link = foreignLink(dataDir, trusted);
  if (link !== null) return foreign(link, "owner");
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (folder === undefined || !folder.isDirectory()) return null;
  if (!trusted.has(folder.uid)) {
    if (!givesOneOwner(dataDir, folder.uid)) return foreign(dataDir, "owner");
    trusted.add(folder.uid);
  }
  const open = openAbove(realpathSync(dataDir));
  if (open !== null) return foreign(open, "open");
  const member = foreignMember(dataDir, trusted);
  return member === null ? null : foreign(member, "owner");
}

/** Checks the folder's mode after it was made private if possible: it must not be world-writable. */
export function openToAll(dataDir: string): Problem | null {
  if (process.platform === "win32") return null;
  return (statSync(dataDir).mode & WRITABLE_BY_ALL) === 0 ? null : foreign(dataDir, "open");
}

function foreign(path: string, why: "owner" | "open"): Problem {
  return problem("store_foreign", { path, why });
}

/** The user and root; for root also the user who ran `sudo`. */
function trustedOwners(self: number): Set<number> {
  const trusted = new Set([0, self]);
  const sudo = process.env.SUDO_UID ?? "";
  if (self === 0 && /^\d{1,10}$/.test(sudo)) trusted.add(Number(sudo));
  return trusted;
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

const MOST_LINKS = 40;

/** Returns a link on the path that another user created in a world-writable folder. */
function foreignLink(path: string, trusted: ReadonlySet<number>): string | null {
  const ahead = partsOf(resolve(path));
  let at = parse(resolve(path)).root;
  for (let links = 0; ahead.length > 0; ) {
    const here = join(at, ahead.shift() ?? "");
    const found = lstatSync(here, { throwIfNoEntry: false });
    if (found === undefined) return null;
    if (!found.isSymbolicLink()) {
      at = here;
      continue;
    }
    if (++links > MOST_LINKS) throw Object.assign(new Error("links without end"), { code: "ELOOP" });
    if (!trusted.has(found.uid) && (statSync(at).mode & WRITABLE_BY_ALL) !== 0) return here;
    const target = resolve(at, readlinkSync(here));
    ahead.unshift(...partsOf(target));
    at = parse(target).root;
  }
  return null;
}

const partsOf = (absolute: string) => absolute.slice(parse(absolute).root.length).split("/").filter(Boolean);

/** Returns a parent folder in which all users may rename others' entries. */
function openAbove(path: string): string | null {
  for (let at = dirname(path), below = path; at !== below; below = at, at = dirname(at)) {
    const { mode } = statSync(at);
    if ((mode & WRITABLE_BY_ALL) !== 0 && (mode & STICKY) === 0) return at;
  }
  return null;
}

/** Returns one of Winnow's entries that belongs or points to another user. Descends where others could write. */
function foreignMember(dataDir: string, trusted: ReadonlySet<number>): string | null {
  for (const name of readdirSync(dataDir)) {
    const found = OWN.test(name) ? foreignBelow(join(dataDir, name), trusted) : null;
    if (found !== null) return found;
  }
  return null;
}

function foreignBelow(path: string, trusted: ReadonlySet<number>): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (!trusted.has(found.uid)) return path;
  // Links made by the user are as safe as their targets.
  if (found.isSymbolicLink()) {
    const target = statSync(path, { throwIfNoEntry: false });
    return target === undefined || trusted.has(target.uid) ? null : path;
  }
  if (!found.isDirectory() || (found.mode & WRITABLE_BY_OTHERS) === 0) return null;
  for (const name of readdirSync(path)) {
    const foreigner = foreignBelow(join(path, name), trusted);
    if (foreigner !== null) return foreigner;
  }
  return null;
}
