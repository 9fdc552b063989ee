import { resolve } from "node:path";

/** The files that the user named in this run, by a dialog, by dropping, by opening: the page may name no other. */
export interface GrantedPaths {
  /** The user showed Winnow this file. */
  read(path: string): void;
  /** The user chose this place for a file of Winnow's. */
  write(path: string): void;
  /** Whether every file that the input of an engine's call names was granted for what the call does with it. */
  allow(input: unknown): boolean;
}

/** Where the inputs of calls name a file to write; every other `path` is read. */
const WRITTEN: ReadonlySet<string> = new Set(["target", "out"]);

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

interface NamedFile {
  readonly path: string;
  readonly written: boolean;
}

// By its name rather than by the call's: a call that is added later is held to the rule without a word here.
function namedFiles(value: unknown, within = "", seen = new Set<object>()): NamedFile[] {
  if (typeof value !== "object" || value === null || seen.has(value)) return [];
  seen.add(value);
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    if (key === "path" && typeof inner === "string") return [{ path: inner, written: WRITTEN.has(within) }];
    return namedFiles(inner, Array.isArray(value) ? within : key, seen);
  });
}
