import { type BigIntStats, closeSync, fstatSync, openSync, statSync } from "node:fs";

/** Where a file is that Winnow has open: under its `own` name, or `other` or nothing (`gone`) is under that name by now. */
export type Standing = "own" | "other" | "gone";

/** A file that is to stay the one of its name for as long as Winnow has it open. */
export interface HeldFile {
  standing(): Standing;
  /** Only once SQLite has closed the file: to close any handle of a file is to give up all the process's locks on it. */
  release(): void;
}

type Mark = (found: BigIntStats) => string;

/** What a system may know a file by, the best first. */
const MARKS: readonly Mark[] = [({ dev, ino }) => `${dev} ${ino}`, ({ birthtimeNs }) => String(birthtimeNs)];

/** Windows: SQLite opens its files so that nobody can replace, rename or delete them meanwhile. */
const FIXED: HeldFile = { standing: () => "own", release: () => {} };

/**
 * Takes a handle of its own on `path`, which exists, to know the file again by. Throws the file system's errors.
 *
 * The file is looked at by its handle and by its name in one breath, so a number that the system gives it anew meanwhile
 * is no other file's. Some network drives and file systems in user space number one file twice even then: there it is
 * known by its date of birth, or else by its name alone.
 */
export function holdFile(path: string): HeldFile {
  if (process.platform === "win32") return FIXED;
  let held = look(path);
  // Replaced at this very moment, or a system without such marks: looked at once more it is only the latter.
  if (held.mark === null) {
    closeSync(held.file);
    held = look(path);
  }
  const { file, mark } = held;
  let isHeld = true;
  return {
    standing() {
      const found = named(path);
      if (found === null || !isHeld) return "gone";
      if (mark === null) return "own";
      return mark(handled(file)) === mark(found) ? "own" : "other";
    },
    release() {
      if (isHeld) closeSync(file);
      isHeld = false;
    },
  };
}

/** `mark` null: nothing is the same of the file by its handle and by its name. */
function look(path: string): { readonly file: number; readonly mark: Mark | null } {
  // Writable: where file systems lie over one another, what is only read may be another file than what is written later.
  const file = openSync(path, "r+");
  const [own, found] = [handled(file), named(path)];
  return { file, mark: MARKS.find((one) => found !== null && one(own) === one(found)) ?? null };
}

const handled = (file: number) => fstatSync(file, { bigint: true });

function named(path: string): BigIntStats | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
}
