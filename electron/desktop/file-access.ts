import { resolve } from "node:path";
import { z } from "zod";
import { exportOutcomeSchema } from "../../shared/bridge/exports.ts";
import { namedFiles } from "../../shared/bridge/named-files.ts";

/** The files that the user named in this run, by a dialog, by dropping, by opening: the page may name no other. */
export interface GrantedPaths {
  /** The user showed Winnow this file. */
  read(path: string): void;
  /** The user chose this place for a file of Winnow's. */
  write(path: string): void;
  /** Whether every file that the input of an engine's call names was granted for what the call does with it: each act needs its own grant. */
  allow(input: unknown): boolean;
}

export function createGrantedPaths(): GrantedPaths {
  const readable = new Set<string>();
  const writable = new Set<string>();
  return {
    read: (path) => void readable.add(resolve(path)),
    write: (path) => void writable.add(resolve(path)),
    allow: (input) =>
      namedFiles(input).every(({ path, written }) => (written ? writable : readable).has(resolve(path))),
  };
}

/**
 * The files that Winnow wrote in this run: the only ones that it shows or opens for the page. Paths in stored cleanings do
 * not count, as a restored backup may name any file.
 */
export interface OwnFiles {
  has(path: string): boolean;
  /** Takes note of the files that the answer to a call names. */
  learn(call: string, value: unknown): void;
}

const namesPath = z.object({ path: z.string() });
const namesDataDir = z.object({ dataDir: z.string() });

export function createOwnFiles(): OwnFiles {
  const known = new Set<string>();
  const add = (path: string) => known.add(resolve(path));
  return {
    has: (path) => known.has(resolve(path)),
    learn(call, value) {
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
