// Read once, before anything in this process narrows it for Winnow's own files. Threads have the process's.
const USERS_UMASK = process.umask();

/** The mode of a new file that the user named: what their own settings give every new file. */
export function newFileMode(): number {
  return 0o666 & ~USERS_UMASK;
}
