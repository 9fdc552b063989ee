import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";

/** The user's own folder, and the files that Winnow may write in it. */
export interface UserFolder {
  readonly dir: string;
  put(name: string, bytes: Buffer | string): string;
  /**
   * Allows writing to a path, also as a folder, and over an existing file with `overwrite`. Returns a function that
   * reverts it.
   */
  allow(path: string, overwrite: boolean): () => void;
  /** Returns disallowed changes. `quiet` if no write is in progress. */
  broken(quiet: boolean): string[];
  files(): string[];
}

const hashOf = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest("hex");

export function openShelf(dir: string): UserFolder {
  mkdirSync(dir, { recursive: true });
  const own = new Map<string, string>();
  const allowed = new Map<string, number>();
  const isAllowed = (path: string) =>
    [...allowed].some(([one, times]) => times > 0 && (path === one || path.startsWith(`${one}${sep}`)));
  const names = () =>
    readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return {
    dir,
    put(name, bytes) {
      const path = join(dir, name);
      writeFileSync(path, bytes);
      own.set(path, hashOf(bytes));
      // Consent to replace the previous file does not cover the new one.
      allowed.delete(path);
      return path;
    },
    allow(path, overwrite) {
      if (own.has(path) && !overwrite) return () => {};
      allowed.set(path, (allowed.get(path) ?? 0) + 1);
      return () => void allowed.set(path, (allowed.get(path) ?? 0) - 1);
    },
    broken(quiet) {
      const found: string[] = [];
      const there = new Map(names().map((entry) => [join(entry.parentPath, entry.name), entry.name]));
      for (const [path, hash] of own) {
        if (isAllowed(path)) continue;
        if (!there.has(path)) found.push(`P1: ${path} is gone`);
        else if (hashOf(readFileSync(path)) !== hash) found.push(`P1: ${path} was changed`);
      }
      for (const [path, name] of there) {
        if (own.has(path) || isAllowed(path)) continue;
        if (name.startsWith(".") && !quiet) continue;
        found.push(`P1: ${path} appeared`);
      }
      return found;
    },
    files: () => names().map((entry) => join(entry.parentPath, entry.name)),
  };
}
