/** Error codes of the system and of SQLite. SQLite's extended codes match by prefix. */
const MEANINGS = {
  SQLITE_IOERR: "the disk reports an error",
  SQLITE_READONLY: "it is read-only",
  SQLITE_CANTOPEN: "its files cannot be opened",
  SQLITE_PERM: "no permission",
  SQLITE_AUTH: "no permission",
  SQLITE_NOMEM: "there is not enough memory",
  EIO: "the disk reports an error",
  EFBIG: "a file may not become larger there",
  EROFS: "it is read-only",
  EACCES: "no permission",
  EPERM: "no permission",
  ENOENT: "the folder is not there",
  ENOTDIR: "there is a file in the place of a folder",
  EEXIST: "something with that name is already there",
  ENOTEMPTY: "something with that name is already there",
  EISDIR: "there is a folder with that name",
  ENODEV: "the disk is not there",
  ESTALE: "the disk is not there",
  EXDEV: "it is on another disk",
  EBUSY: "another program is using it",
  ETXTBSY: "another program is using it",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  ELOOP: "its links form a loop",
  ENAMETOOLONG: "its name is too long",
  EINVAL: "no file can have that name there",
  EILSEQ: "no file can have that name there",
  ERR_INVALID_ARG_VALUE: "no file can have that name",
  EAGAIN: "it is a pipe or a device, not a stored file",
  ENXIO: "it is a pipe or a device, not a stored file",
} as const;

/** Returns the system's reason for an error `code` in words. */
export function refusalInWords(code: string | undefined): string {
  if (code === undefined) return "the system refused";
  const known = Object.entries(MEANINGS).find(([begins]) =>
    begins.startsWith("SQLITE_") ? code.startsWith(begins) : code === begins,
  );
  return known?.[1] ?? `the system refused: ${code}`;
}
