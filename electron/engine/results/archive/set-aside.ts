import { existsSync, renameSync } from "node:fs";

/** Whether SQLite says that the file itself is damaged. */
export function isDamaged(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT");
}

/** Moves a damaged database out of the way with all that belongs to it. Nothing is deleted. */
export function setAside(path: string, now: number): void {
  for (const end of ["", "-wal", "-shm"]) {
    if (existsSync(path + end)) renameSync(path + end, `${path}.damaged-${now}${end}`);
  }
}
