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

/** A file of the data, whose path is the message, is damaged. */
export class Damaged extends Error {}
