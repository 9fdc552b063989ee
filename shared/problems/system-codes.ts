/** Error codes of the system and of SQLite. SQLite's extended codes match by prefix. */
const MEANINGS = {
  SQLITE_IOERR: "the disk reports an error",
  SQLITE_READONLY: "it is read-only",
  SQLITE_CANTOPEN: "its files cannot be opened",
  SQLITE_PERM: "no permission",
  SQLITE_AUTH: "no permission",
  SQLITE_NOMEM: "there is not enough memory",
  EIO: "the disk reports an error",
  EFBIG: "the file is too large for that disk",
  EROFS: "it is read-only",
  EACCES: "no permission",
  EPERM: "no permission",
  ENOENT: "the folder does not exist",
  ENOTDIR: "a file is where a folder should be",
  EEXIST: "something with that name is already there",
  ENOTEMPTY: "something with that name is already there",
  EISDIR: "there is a folder with that name",
  ENODEV: "the disk is not available",
  ESTALE: "the disk is not available",
  EXDEV: "it is on another disk",
  EBUSY: "another program is using it",
  ETXTBSY: "another program is using it",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  ELOOP: "its links form a loop",
  ENAMETOOLONG: "its name is too long",
  EINVAL: "that name is not allowed there",
  EILSEQ: "that name is not allowed there",
  ERR_INVALID_ARG_VALUE: "that name is not allowed",
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
