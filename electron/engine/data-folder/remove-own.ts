import { readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { isOwnName, type OwnFolder } from "./own-names.ts";

/**
 * Takes away what Winnow put into the folder at `path`, and the folder where nothing else is in it. What has another name
 * than those that Winnow gives there is somebody's. Throws the file system's errors, but not that there is no folder.
 */
export async function removeOwn(folder: OwnFolder, path: string): Promise<void> {
  const names = await readdir(path).catch((error: unknown) => {
    if (isCode(error, "ENOENT")) return [];
    throw error;
  });
  for (const name of names) {
    if (isOwnName(folder, name)) await rm(join(path, name), { recursive: true, force: true });
  }
  // It stays where it still holds something.
  await rmdir(path).catch(() => undefined);
}

const isCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;
