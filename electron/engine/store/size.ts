import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Bytes under `path`, files of all depths; no link is followed, and what vanishes meanwhile counts for nothing. */
export async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => null);
  if (found === null || !found.isDirectory()) return found?.size ?? 0;
  let bytes = 0;
  for (const name of await readdir(path).catch(() => [])) bytes += await sizeOf(join(path, name));
  return bytes;
}
