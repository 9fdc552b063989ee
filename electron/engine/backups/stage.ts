import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemCodeOf } from "../../../shared/problems/values.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { makePrivateFolder, PRIVATE_FOLDER, syncFile, syncFolder } from "../data-folder/index.ts";
import { layoutOf, markRestored, openJournal } from "../store/index.ts";
import { checkDatabase, checkJournal, filesNeeded } from "./check.ts";
import { copyPlain, NotAsExpected } from "./copy.ts";
import { isNoRoom } from "./errors.ts";
import { kindOf } from "./format.ts";
import { type FoundBackup, findBackup } from "./found.ts";
import { keepAccounts } from "./keep-accounts.ts";
import { keepRestraint } from "./keep-restraint.ts";
import { keepSuppression } from "./keep-suppression.ts";
import { keepKeyAddresses } from "./key-addresses.ts";
import { newestIn } from "./list.ts";
import { roomAt } from "./room.ts";
import { discardStaged, stagedIn } from "./swap.ts";

export interface StageInput {
  readonly dataDir: string;
  /** The backup's folder. */
  readonly path: string;
  /** Unix milliseconds. */
  readonly at: number;
}

export interface Staged {
  /** The backup's own folder: the newest one, where the folder that was named holds several. */
  readonly path: string;
  /** Suppression lists that were added since, and come along. */
  readonly suppressionKept: number;
}

/**
 * Checks a backup wholly and makes it ready beside the data, which stays as it is: copied into new files, compared
 * with the manifest, every database checked and the journal brought to the newest version. Problems: `backup_not_one`,
 * `backup_incomplete`, `backup_damaged`, `backup_newer`, `backup_unreadable`, `backup_no_room`, `backup_unwritable`.
 */
export async function stageRestore({ dataDir, path, at }: StageInput): Promise<Result<Staged>> {
  const layout = layoutOf(dataDir);
  const found = findBackup(newestIn(path, at) ?? path);
  if (!found.ok) return found;
  const staged = stagedIn(layout);
  try {
    discardStaged(layout);
    const needed = [...found.value.files.values()].reduce((sum, bytes) => sum + bytes, 0);
    const free = roomAt(dataDir);
    if (needed > free) return fail(problem("backup_no_room", { needed, free }));
    makePrivateFolder(staged);
    const ready = makeReady(found.value, staged, dataDir, at);
    if (!ready.ok) {
      discardStaged(layout);
      return ready;
    }
    return ok({ path: found.value.folder, suppressionKept: ready.value });
  } catch (error) {
    discardStaged(layout);
    if (error instanceof NotAsExpected) return fail(problem("backup_damaged", { path: error.message }));
    if (isNoRoom(error)) return fail(problem("backup_no_room", { needed: 0, free: 0 }));
    return fail(problem("restore_failed", { code: systemCodeOf(error) }));
  }
}

/** Answers how many suppression lists were added to it. `present`: the data folder as it is. */
function makeReady(found: FoundBackup, staged: string, present: string, at: number): Result<number> {
  const copied = copyIn(found, staged);
  if (!copied.ok) return copied;
  const journal = join(staged, "winnow.db");
  const checked = checkJournal(journal);
  if (!checked.ok) return checked;
  if (found.manifest === null && !filesNeeded(journal).every((file) => found.files.has(file))) {
    return fail(problem("backup_incomplete"));
  }
  for (const name of found.files.keys()) {
    if (kindOf(name) !== "database" || name === "winnow.db" || copied.value.has(name)) continue;
    const sound = checkDatabase(join(staged, name), name);
    if (!sound.ok) return sound;
  }
  const upgraded = upgrade(staged, present, at);
  if (!upgraded.ok) return upgraded;
  for (const name of found.files.keys()) if (kindOf(name) === "database") syncFile(join(staged, name));
  for (const folder of foldersOf(found)) syncFolder(join(staged, folder));
  return upgraded;
}

/** Answers the databases that were damaged when they were backed up: of those only the bytes can be checked. */
function copyIn({ folder, manifest, files }: FoundBackup, staged: string): Result<ReadonlySet<string>> {
  const listed = new Map((manifest?.files ?? []).map((file) => [file.path, file]));
  const damaged = new Set<string>();
  for (const below of foldersOf({ files })) {
    if (below !== "") mkdirSync(join(staged, below), { recursive: true, mode: PRIVATE_FOLDER });
  }
  for (const [name, bytes] of files) {
    const copy = copyPlain(join(folder, name), join(staged, name), bytes);
    const told = listed.get(name);
    if (copy.bytes !== bytes || (told !== undefined && told.sha256 !== copy.sha256)) {
      return fail(problem("backup_damaged", { path: name }));
    }
    if (told?.damaged === true && name !== "winnow.db" && name !== "archive.db") damaged.add(name);
  }
  return ok(damaged);
}

/** Every folder that holds files of the backup, and the four that always stand, outermost last. */
function foldersOf({ files }: Pick<FoundBackup, "files">): string[] {
  const folders = new Set(["", "lists", "cleanings", "suppression"]);
  for (const name of files.keys()) if (name.includes("/")) folders.add(dirname(name));
  return [...folders].sort((a, b) => b.length - a.length);
}

/**
 * Brings the staged journal to the newest version, notes in it where it came from, and takes over from what is `present`
 * what a backup is not to say, and what it cannot know.
 */
function upgrade(staged: string, present: string, at: number): Result<number> {
  const opened = openJournal(join(staged, "winnow.db"), join(dirname(staged), "before"));
  if (!opened.ok) return fail(problem("backup_damaged", { path: "winnow.db" }));
  try {
    markRestored(opened.value.db, at);
    keepKeyAddresses(opened.value.db, layoutOf(present).journal);
    keepAccounts(opened.value.db, layoutOf(present).journal);
    keepRestraint(opened.value, layoutOf(present).journal);
    return ok(keepSuppression(opened.value.db, staged, present));
  } finally {
    opened.value.close();
  }
}
