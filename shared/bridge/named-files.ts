/** A file path in a call's input. */
export interface NamedFile {
  readonly path: string;
  /** `true` if the call would write the file; otherwise it reads it. */
  readonly isWritten: boolean;
}

/** Property names that hold paths. */
const PATHS: ReadonlySet<string> = new Set(["path", "paths"]);
/** Properties below which paths are written. All other paths are read. */
const WRITTEN: ReadonlySet<string> = new Set(["target", "out"]);

/**
 * Returns all files that `input` names: every string property named `path`, at any depth. Matching by property name
 * also covers calls that are added later. An object is visited once per use, as it can be read in one place and written
 * in another.
 */
export function namedFiles(input: unknown): NamedFile[] {
  const found: NamedFile[] = [];
  const seen = {
    read: { path: new Set<object>(), other: new Set<object>() },
    written: { path: new Set<object>(), other: new Set<object>() },
  };
  const waiting: { key: string; value: unknown; isWritten: boolean }[] = [
    { key: "", value: input, isWritten: false },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { key, value, isWritten } = next;
    if (typeof value === "string" && PATHS.has(key)) found.push({ path: value, isWritten });
    if (typeof value !== "object" || value === null) continue;
    const use = PATHS.has(key) ? "path" : "other";
    const known = (isWritten ? seen.written : seen.read)[use];
    if (known.has(value)) continue;
    known.add(value);
    for (const [name, inner] of Object.entries(value)) {
      const within = Array.isArray(value) ? key : name;
      waiting.push({ key: within, value: inner, isWritten: isWritten || WRITTEN.has(within) });
    }
  }
  return found;
}
