import { z } from "zod";

/** By this code an error is known, on whichever thread, as one of the archive: it is to be built anew. */
export const ARCHIVE_DAMAGED = "WINNOW_ARCHIVE_DAMAGED";

/** The archive cannot be read, or not everywhere. */
class ArchiveDamaged extends Error {
  readonly code = ARCHIVE_DAMAGED;
}

/** What is to be thrown where another archive stands beside this one, whose rebuilding was cut off. */
export function unfinishedArchive(): unknown {
  return new ArchiveDamaged("the archive is half rebuilt");
}

/** Whether SQLite says that the file itself is damaged. */
export function isDamaged(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT");
}

/** What is to be thrown for what was met in the archive. Rows that cannot be are damage too. */
export function toldOfArchive(error: unknown): unknown {
  return isDamaged(error) || error instanceof z.ZodError
    ? new ArchiveDamaged("the archive is damaged", { cause: error })
    : error;
}

/** Does `work` on the archive, and tells its damage from that of any other database. */
export function onArchive<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toldOfArchive(error);
  }
}
