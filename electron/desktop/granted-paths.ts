import { resolve } from "node:path";
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
