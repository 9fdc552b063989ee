/** A file that the input of a call names by its path. */
export interface NamedFile {
  readonly path: string;
  /** Whether the call would write it; else it would read it. */
  readonly written: boolean;
}

/** What an input calls a path. */
const PATHS: ReadonlySet<string> = new Set(["path", "paths"]);
/** Within these an input says where a file is to be written; every other path is read. */
const WRITTEN: ReadonlySet<string> = new Set(["target", "out"]);

/**
 * Every file that `input` names, of whatever call: each text called `path`, at any depth. By its name rather than by the
 * call's, so that a call that is added later is held to the rule without a word here. An object counts once for each use
 * that it is put to: the same one may be read in one place and written in another.
 */
export function namedFiles(input: unknown): NamedFile[] {
  const found: NamedFile[] = [];
  const seen = {
    read: { path: new Set<object>(), other: new Set<object>() },
    written: { path: new Set<object>(), other: new Set<object>() },
  };
  const waiting: { key: string; value: unknown; written: boolean }[] = [
    { key: "", value: input, written: false },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { key, value, written } = next;
    if (typeof value === "string" && PATHS.has(key)) found.push({ path: value, written });
    if (typeof value !== "object" || value === null) continue;
    const use = PATHS.has(key) ? "path" : "other";
    const known = (written ? seen.written : seen.read)[use];
    if (known.has(value)) continue;
    known.add(value);
    for (const [name, inner] of Object.entries(value)) {
      const within = Array.isArray(value) ? key : name;
      waiting.push({ key: within, value: inner, written: written || WRITTEN.has(within) });
    }
  }
  return found;
}
