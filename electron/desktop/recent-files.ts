import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";

const MAX_RECENT = 10;
const storedSchema = z.array(z.string().min(1).max(4096)).max(100);

/** Recently opened lists, newest first. A damaged file counts as empty; failed writes are ignored. */
export interface RecentFiles {
  list(): readonly string[];
  add(path: string): void;
  clear(): void;
}

export function openRecentFiles(file: string): RecentFiles {
  const store = (next: string[]) => {
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(`${file}.new`, JSON.stringify(next), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch {}
  };
  return {
    // Not cached: an erasure changes the file.
    list: () => read(file),
    add: (path) => store([path, ...read(file).filter((known) => known !== path)].slice(0, MAX_RECENT)),
    clear: () => store([]),
  };
}

function read(file: string): string[] {
  try {
    return storedSchema.parse(JSON.parse(readFileSync(file, "utf8"))).slice(0, MAX_RECENT);
  } catch {
    return [];
  }
}
