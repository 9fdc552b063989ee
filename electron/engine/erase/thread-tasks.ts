import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { codeOf } from "../../../shared/errors.ts";
import { causedBy, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import {
  beginErasure,
  type Changes,
  commitErasing,
  type ErasedPeople,
  type Found,
  finishErasure,
  type PeopleToErase,
  pendingErasure,
  peopleOf,
  readErased,
} from "../memory/index.ts";
import {
  backUp,
  copiesOf,
  kindOfName,
  type Layout,
  layoutOf,
  stagedIn,
  stampOf,
  syncFolder,
  type Task,
} from "../store/index.ts";
import { eraseFromData } from "./erase-data.ts";
import { REPLACEMENT_SUFFIX } from "./staging.ts";

export interface EraseInput {
  readonly dataDir: string;
  /** `null` to finish an interrupted erasure. */
  readonly people: PeopleToErase | null;
  /** Version of Winnow, for the backup. */
  readonly app: string;
  /** Unix ms. */
  readonly at: number;
}

export interface Erased extends Found {
  /** Number of backups and other copies that were replaced by one new backup. */
  readonly backups: number;
  /** Names of files and lists that could not be read and may still name the people. */
  readonly unread: string[];
}

/**
 * Erases people from all stored data, which must not be open, and replaces backups by a new one. Crash-safe: the data
 * stay unchanged, or the next start finishes by the write-ahead record. Fails with `erase_unfinished`.
 */
const eraseAll: Task<EraseInput, Erased> = async ({ dataDir, people: asked, app, at }, { progress }) => {
  const layout = layoutOf(dataDir);
  const isResumed = asked === null;
  let changes = pendingErasure(layout);
  if (!isResumed) {
    if (changes !== undefined) {
      const before = await eraseAll({ dataDir, people: null, app, at }, { progress });
      if (!before.ok) return before;
    }
    beginErasure(layout, asked);
    changes = null;
  }
  if (changes === null) {
    const people = isResumed ? readErased(layout) : peopleOf(asked);
    changes = eraseFromData(layout, people ?? peopleOf([]), (done, total) => progress({ done, total }));
    commitErasing(layout, changes);
  }
  if (changes === undefined) return fail(problem("internal"));
  await carryOut(dataDir, changes);
  // Clear the lists, so that a later start doesn't replace or remove files again.
  commitErasing(layout, { ...changes, renames: [], removals: [] });
  const copies = copiesOf(layout);
  const replaced = await replaceCopies(layout, copies, app, at);
  // No backup can be made of damaged data, and a copy may be the only intact one.
  const isKept = !replaced.ok && replaced.problem.code === "store_corrupt";
  if (!replaced.ok && !isKept) return fail(problem("erase_unfinished", { by: causedBy(replaced.problem) }));
  const unread = [
    ...changes.unread,
    ...(isKept ? copies.map((path) => basename(path)) : []),
    ...foreignEntriesIn(layout.backups),
  ];
  return ok({ ...finishErasure(layout, isResumed), backups: isKept ? 0 : copies.length, unread });
};

/** Interrupted backups and deletions, which the next start cleans up. */
const UNFINISHED = /\.(growing|erasing)$/;
/** Windows refuses to replace a file that a virus scanner or indexer has open. */
const LOCKED_CODES = /^(EPERM|EACCES|EBUSY)$/;
const TRIES = 6;
const FIRST_WAIT_MS = 50;

async function replace(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      const code = codeOf(error);
      if (tries === TRIES || !LOCKED_CODES.test(code)) throw error;
      await setTimeout(FIRST_WAIT_MS * 2 ** tries);
    }
  }
}

/** Applies the remaining replacements and removals. Idempotent. Rejects with file system errors. */
async function carryOut(dataDir: string, { renames, removals }: Changes): Promise<void> {
  const folders = new Set<string>();
  for (const path of renames) {
    const target = join(dataDir, path);
    if (existsSync(target + REPLACEMENT_SUFFIX)) await replace(target + REPLACEMENT_SUFFIX, target);
    folders.add(dirname(target));
  }
  for (const path of removals) {
    rmSync(join(dataDir, path), { recursive: true, force: true });
    folders.add(dirname(join(dataDir, path)));
  }
  for (const folder of folders) if (existsSync(folder)) syncFolder(folder);
}

/** Returns backup folders with foreign names: copies made by the user, which are left alone. */
function foreignEntriesIn(backups: string): string[] {
  if (!existsSync(backups)) return [];
  const folders = readdirSync(backups, { withFileTypes: true }).filter((one) => one.isDirectory());
  return folders
    .map(({ name }) => name)
    .filter((name) => kindOfName(name) === null && !UNFINISHED.test(name));
}

async function replaceCopies(
  layout: Layout,
  copies: readonly string[],
  app: string,
  at: number,
): Promise<Result<null>> {
  if (copies.length === 0) return ok(null);
  const path = join(layout.backups, `winnow-${stampOf(at)}`);
  const made = await backUp({ dataDir: layout.dataDir, path, app, at });
  if (!made.ok) return made;
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
  syncFolder(layout.backups);
  return ok(null);
}

/** Erases all previously erased people from a staged restore. Fails with `backup_damaged`. */
const eraseStaged: Task<{ readonly dataDir: string }, null> = async ({ dataDir }) => {
  const layout = layoutOf(dataDir);
  const people: ErasedPeople | null = readErased(layout);
  if (people === null) return ok(null);
  const staged = layoutOf(stagedIn(layout));
  const changes = eraseFromData(staged, people, () => {});
  const [path] = changes.unread;
  if (path !== undefined) return fail(problem("backup_damaged", { path }));
  await carryOut(staged.dataDir, changes);
  return ok(null);
};

export const eraseTasks = { "erase.all": eraseAll, "erase.staged": eraseStaged };
export type EraseTasks = typeof eraseTasks;
