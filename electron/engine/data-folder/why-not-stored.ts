/** Why something could not be stored, in words, by the code of the system or of SQLite, or by how that begins. */
const WHY: readonly (readonly [string, string])[] = [
  ["SQLITE_IOERR", "the disk reports an error"],
  ["EIO", "the disk reports an error"],
  ["EFBIG", "a file may not become larger there"],
  ["SQLITE_READONLY", "it is read-only"],
  ["EROFS", "it is read-only"],
  ["SQLITE_CANTOPEN", "its files cannot be opened"],
  ["SQLITE_PERM", "no permission"],
  ["SQLITE_AUTH", "no permission"],
  ["EACCES", "no permission"],
  ["EPERM", "no permission"],
  ["SQLITE_NOMEM", "there is not enough memory"],
  ["ENOENT", "it is not there"],
  ["ENOTDIR", "there is a file in its place"],
  ["EEXIST", "there is a file in its place"],
  ["ENODEV", "the drive is not there"],
  ["ESTALE", "the drive is not there"],
  ["EISDIR", "there is a folder in its place"],
  ["EBUSY", "another program uses it"],
  ["EMFILE", "too many files are open"],
  ["ENFILE", "too many files are open"],
  ["ELOOP", "its links lead in a circle"],
  ["ENAMETOOLONG", "its name is too long"],
];

/** The same as words for a sentence: an error's own words are for whoever reads the log. */
export function whyNotStored(code: string): string {
  return WHY.find(([begins]) => code.startsWith(begins))?.[1] ?? "the system refused";
}
