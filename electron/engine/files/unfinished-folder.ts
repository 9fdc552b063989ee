import {
  type BigIntStats,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

/** Where the files that are replaced are kept until all of them are, below the temporary folder. */
export const REPLACED = "replaced";
const PLAN = "plan.json";

const planSchema = z.object({
  to: z.string(),
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

/**
 * Puts back what stood in a folder into which the files of `temporary` were moved when Winnow ended: all of them are
 * there or none. What somebody has written there since is left as it is. Throws the file system's errors.
 */
export function undoMoves(temporary: string): void {
  const noted = join(temporary, REPLACED, PLAN);
  if (!existsSync(noted)) return;
  const { to, files, makes } = planSchema.parse(JSON.parse(readFileSync(noted, "utf8")));
  for (const [at, { name, known, replaces }] of files.entries()) {
    const file = join(to, name);
    const there = lstatSync(file, { bigint: true, throwIfNoEntry: false });
    if (there === undefined || knownBy(there) !== known) continue;
    if (replaces) renameSync(join(temporary, REPLACED, String(at)), file);
    else rmSync(file);
  }
  for (const folder of makes) {
    try {
      rmdirSync(folder);
    } catch {
      // It was not made yet, or something else is in it by now.
    }
  }
}
