import { chmod, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  holdsOnlyOwn,
  isOwnFolder,
  isOwnName,
  OWN,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
} from "../data-folder/index.ts";
import type { Layout } from "./layout.ts";

/**
 * Takes from everybody but the user what an earlier Winnow, or another program, let them have of the data folder's
 * content. Follows no link. What cannot be changed stays as it is. Windows: the folder's own rights are inherited.
 */
export async function mendModes({ dataDir }: Layout): Promise<void> {
  if (process.platform === "win32") return;
  const names = await namesIn(dataDir);
  const isWinnowsAlone = names.every((name) => OWN.test(name));
  for (const name of names) {
    if (!OWN.test(name)) continue;
    if (isWinnowsAlone || ALWAYS.test(name)) await mend(join(dataDir, name));
    else await mendOwn(join(dataDir, name), name);
  }
}

/** What nobody else calls so. */
const ALWAYS = /^((winnow|archive|lock)\.db.*|open|identity|replaced-.*|unknown-.*)$/;

/** Where the data folder holds other things too, what has no name there that only Winnow gives may be the user's. */
async function mendOwn(path: string, name: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (!isOwnFolder(name) || found?.isDirectory() !== true) return;
  if (holdsOnlyOwn(name, path)) return mend(path);
  for (const one of await namesIn(path)) if (isOwnName(name, one)) await mend(join(path, one));
}

async function mend(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found === null || !(found.isDirectory() || found.isFile())) return;
  const mode = found.isDirectory() ? PRIVATE_FOLDER : PRIVATE_FILE;
  // The user's own rights are the user's business.
  if ((found.mode & 0o077) !== 0) await chmod(path, found.mode & 0o700 & mode).catch(() => {});
  if (found.isDirectory()) for (const name of await namesIn(path)) await mend(join(path, name));
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
