import {
  type BigIntStats,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { z } from "zod";

/** Where the files that are replaced are kept until all of them are, below the temporary folder. */
export const REPLACED = "replaced";
const PLAN = "plan.json";

const planSchema = z.object({
  to: z.string(),
  /** The number that the folder keeps when it is renamed; an earlier Winnow did not note it. */
  folder: z.string().optional(),
  files: z.array(
    z.object({
      name: z.string(),
      /** What the new file is known by: it keeps that when it takes its place. */
      known: z.string(),
      /** Whether a file stood there, which is kept under its place in this list. */
      replaces: z.boolean(),
    }),
  ),
  /** Folders that are made for the new files. */
  makes: z.array(z.string()),
});

/** Another file may have the same number later, and somebody may write into this one. */
function knownBy({ ino, size, mtimeNs }: BigIntStats): string {
  return `${ino} ${size} ${mtimeNs}`;
}

/** Notes durably, before the first file moves, what is to be undone should Winnow end before the last one has. */
export function noteMoves(
  temporary: string,
  to: string,
  names: readonly string[],
  replaces: (name: string) => boolean,
): void {
  const folders = new Set(names.map((name) => dirname(join(to, name))));
  const plan: z.infer<typeof planSchema> = {
    to,
    folder: String(lstatSync(to, { bigint: true }).ino),
    files: names.map((name) => ({
      name,
      known: knownBy(lstatSync(join(temporary, name), { bigint: true })),
      replaces: replaces(name),
    })),
    makes: [...folders].filter((folder) => !existsSync(folder)),
  };
  const file = openSync(join(temporary, REPLACED, PLAN), "wx", 0o600);
  try {
    writeSync(file, JSON.stringify(plan));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** From here on the folder is as it was to be. */
export function noteMoved(temporary: string): void {
  rmSync(join(temporary, REPLACED, PLAN), { force: true });
}

/** Where the folder is now: it may have been renamed since, beside where it was. Null: it is not found. */
function folderNow({ to, folder, files }: z.infer<typeof planSchema>): string | null {
  if (folder === undefined) return existsSync(to) ? to : null;
  const hasNumber = (path: string) => {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stats?.isDirectory() === true && String(stats.ino) === folder;
  };
  // Another one may have its name by now.
  if (hasNumber(to)) return to;
  if (!existsSync(dirname(to))) return null;
  // Numbers are given anew: it is the one that some of the files were moved into.
  const isIt = (path: string) =>
    hasNumber(path) &&
    files.some(({ name, known }) => {
      const there = lstatSync(join(path, name), { bigint: true, throwIfNoEntry: false });
      return there !== undefined && knownBy(there) === known;
    });
  const beside = readdirSync(dirname(to)).map((name) => join(dirname(to), name));
  return beside.find(isIt) ?? null;
}

/**
 * Puts back what stood in a folder into which the files of `temporary` were moved when Winnow ended: all of them are
 * there or none. What somebody has written there since is left as it is. Throws the file system's errors, and where the
 * folder is not found although something that stood in it is kept in `temporary`.
 */
export function undoMoves(temporary: string): void {
  const noted = join(temporary, REPLACED, PLAN);
  if (!existsSync(noted)) return;
  const plan = planSchema.parse(JSON.parse(readFileSync(noted, "utf8")));
  const { to, files, makes } = plan;
  const now = folderNow(plan);
  if (now === null) {
    const isKept = files.some((_file, at) => existsSync(join(temporary, REPLACED, String(at))));
    if (isKept) throw new Error(`${to} is not there, and what stood in it is kept`);
    return;
  }
  for (const [at, { name, known, replaces }] of files.entries()) {
    const file = join(now, name);
    const old = join(temporary, REPLACED, String(at));
    const there = lstatSync(file, { bigint: true, throwIfNoEntry: false });
    if (there === undefined) {
      // Somebody renamed the new file, or took it away: the place is free for what stood there.
      if (replaces && existsSync(old)) renameSync(old, file);
    } else if (knownBy(there) === known) {
      if (replaces) renameSync(old, file);
      else rmSync(file);
    }
  }
  for (const folder of makes) {
    try {
      rmdirSync(join(now, relative(to, folder)));
    } catch {
      // It was not made yet, or something else is in it by now.
    }
  }
}
