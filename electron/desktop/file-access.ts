import { resolve } from "node:path";
import { z } from "zod";
import { exportOutcomeSchema } from "../../shared/bridge/exports.ts";
import { namedFiles } from "../../shared/bridge/named-files.ts";

/** Files that the user named in this run, by dialog, drop or launch. The page may not access any others. */
export interface GrantedPaths {
  grantRead(path: string): void;
  grantWrite(path: string): void;
  /** Returns true if every file in the input was granted for its purpose. Reading and writing need separate grants. */
  allows(input: unknown): boolean;
}

export function createGrantedPaths(): GrantedPaths {
  const readable = new Set<string>();
  const writable = new Set<string>();
  return {
    grantRead: (path) => void readable.add(resolve(path)),
    grantWrite: (path) => void writable.add(resolve(path)),
    allows: (input) =>
      namedFiles(input).every(({ path, isWritten }) => (isWritten ? writable : readable).has(resolve(path))),
  };
}

/** Files written in this run. Not read from stored cleanings: a restored backup may name any file. */
export interface OwnFiles {
  has(path: string): boolean;
  addFromResult(call: string, value: unknown): void;
}

const namesPath = z.object({ path: z.string() });
const namesDataDir = z.object({ dataDir: z.string() });

export function createOwnFiles(): OwnFiles {
  const known = new Set<string>();
  const add = (path: string) => known.add(resolve(path));
  return {
    has: (path) => known.has(resolve(path)),
    addFromResult(call, value) {
      if (call === "exports.write") {
        for (const file of exportOutcomeSchema.safeParse(value).data?.files ?? []) add(file.path);
      } else if (call === "host.savePdf" || call === "app.backup" || call === "app.diagnostics") {
        const named = namesPath.safeParse(value);
        if (named.success) add(named.data.path);
      } else if (call === "app.info") {
        const named = namesDataDir.safeParse(value);
        if (named.success) add(named.data.dataDir);
      }
    },
  };
}
