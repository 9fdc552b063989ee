/**
 * What the codes of the system and of SQLite mean where something could not be stored, in words; a code counts as one of
 * these where it begins so.
 */
const NOT_STORED = {
  SQLITE_IOERR: "the disk reports an error",
  EIO: "the disk reports an error",
  EFBIG: "a file may not become larger there",
  SQLITE_READONLY: "it is read-only",
  EROFS: "it is read-only",
  SQLITE_CANTOPEN: "its files cannot be opened",
  SQLITE_PERM: "no permission",
  SQLITE_AUTH: "no permission",
  EACCES: "no permission",
  EPERM: "no permission",
  SQLITE_NOMEM: "there is not enough memory",
  ENOENT: "it is not there",
  ENOTDIR: "there is a file in its place",
  EEXIST: "there is a file in its place",
  ENODEV: "the drive is not there",
  ESTALE: "the drive is not there",
  EISDIR: "there is a folder in its place",
  EBUSY: "another program uses it",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "its name is too long",
} as const;

/** The same where a backup or a copy could not be written, put in place or deleted. */
const NOT_KEPT = {
  ...NOT_STORED,
  EEXIST: "there is something of that name",
  ENOTEMPTY: "there is something of that name",
} as const;

/** The same where a file of the user's could not be read. */
const NOT_READ = {
  EACCES: "you are not allowed to open it",
  EPERM: "you are not allowed to open it",
  EISDIR: "it is a folder",
  EBUSY: "another program has locked it",
  EAGAIN: "it is a pipe or a device, not a stored file",
  ENXIO: "it is a pipe or a device, not a stored file",
  EIO: "the disk reports a fault",
} as const;

/** The same where a file could not be written where the user wants it. Other codes are no refusal of that file. */
export const NOT_WRITTEN = {
  ENOENT: "the folder is not there",
  ENOTDIR: "the folder is not there",
  EACCES: "you may not write there",
  EPERM: "you may not write there",
  EROFS: "nothing can be written there",
  EISDIR: "there is a folder of that name",
  ENAMETOOLONG: "the name is too long",
  EINVAL: "no file can have that name there",
  EILSEQ: "no file can have that name there",
  ERR_INVALID_ARG_VALUE: "no file can have that name",
  ELOOP: "its links lead in a circle",
  EFBIG: "it is larger than a file may be there",
  EBUSY: "another program is using it",
  ETXTBSY: "another program is using it",
  EXDEV: "it is on another disk",
  EIO: "the disk reports an error",
  ENXIO: "nothing takes what is written there",
  ENODEV: "the disk is not there",
  ESTALE: "the disk is not there",
} as const;

const TABLES = { stored: NOT_STORED, kept: NOT_KEPT, read: NOT_READ, written: NOT_WRITTEN } as const;

/** Why the system did not have something `stored`, `kept`, `read` or `written`, in words, by its own `code` for it. */
export function refusalInWords(code: string | undefined, act: keyof typeof TABLES): string {
  if (code === undefined) return act === "read" ? "the system did not say why" : "the system refused";
  const known = Object.entries(TABLES[act]).find(([begins]) =>
    begins.startsWith("SQLITE_") ? code.startsWith(begins) : code === begins,
  );
  return known?.[1] ?? `the system refused: ${code}`;
}
