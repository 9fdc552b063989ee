/** The code of an error of the system's or of SQLite's; empty: it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

export function isNoRoom(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT", "SQLITE_FULL"].includes(codeOf(error));
}

/** SQLite says that the database itself is damaged, or is none. */
export function isDamage(error: unknown): boolean {
  const code = codeOf(error);
  return code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT");
}

/** Why the system refused, in a few words. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  switch (code) {
    case "EACCES":
    case "EPERM":
      return "no permission";
    case "EROFS":
      return "it is read-only";
    case "ENOTDIR":
      return "there is a file in its place";
    case "EEXIST":
    case "ENOTEMPTY":
      return "there is something of that name";
    case "ENOENT":
      return "it is not there";
    case "EBUSY":
      return "another program uses it";
    default:
      return code === "" ? "the system refused" : code;
  }
}
