import { resolve } from "node:path";
import { z } from "zod";
import { exportOutcomeSchema } from "../../shared/bridge/exports.ts";
import { namedFiles } from "../../shared/bridge/named-files.ts";

/** Files that the user named in this run, by dialog, drop or launch. The page may not access any others. */
export type GrantedPaths = ReturnType<typeof createGrantedPaths>;

export function createGrantedPaths() {
  const readable = new Set<string>();
  const writable = new Set<string>();
  return {
    grantRead: (path: string) => void readable.add(resolve(path)),
    grantWrite: (path: string) => void writable.add(resolve(path)),
    /** Returns true if every file in the input was granted for its purpose. Reading and writing need separate grants. */
    allows: (input: unknown) =>
      namedFiles(input).every(({ path, isWritten }) => (isWritten ? writable : readable).has(resolve(path))),
  };
}

const namesPath = z.object({ path: z.string() });
const namesDataDir = z.object({ dataDir: z.string() });

/** Files written in this run. Not read from stored cleanings: a restored backup may name any file. */
export type OwnFiles = ReturnType<typeof createOwnFiles>;

export function createOwnFiles() {
  const known = new Set<string>();
  const add = (path: string) => known.add(resolve(path));
  return {
    has: (path: string) => known.has(resolve(path)),
    addFromResult(call: string, value: unknown) {
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
