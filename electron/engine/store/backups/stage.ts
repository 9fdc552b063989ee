import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemCodeOf } from "../../../../shared/problems/define-problem.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { openJournal } from "../journal.ts";
import { layoutOf } from "../layout.ts";
import { makePrivateFolder, PRIVATE_FOLDER, syncFile, syncFolder } from "../private-files.ts";
import { isNoRoom, kindOf } from "./format.ts";
import { checkDatabase, checkJournal, type FoundBackup, filesNeeded, findBackup } from "./found.ts";
import { copyPlain, NotAsExpected } from "./snapshot.ts";
import { newestIn } from "./stored-backups.ts";
import { discardStaged, stagedIn } from "./swap.ts";

export interface StageInput {
  readonly dataDir: string;
  readonly path: string;
  readonly at: number;
}

export interface Staged {
  /** The restored backup: the newest one if the chosen folder contains several. */
  readonly path: string;
  /** Number of unfinished cleanings, which are paused. */
  readonly paused: number;
}

/**
 * Prepares a restore beside the current data: copies the backup, verifies it against the manifest, checks all
 * databases, migrates the journal and pauses unfinished cleanings. Problems: `backup_not_one`, `backup_damaged`,
 * `backup_newer`, `backup_unreadable`, `backup_no_room`, `restore_failed`.
 */
export async function stageRestore({ dataDir, path, at }: StageInput): Promise<Result<Staged>> {
  const layout = layoutOf(dataDir);
  const found = findBackup(newestIn(path) ?? path);
  if (!found.ok) return found;
  const staged = stagedIn(layout);
  const makeReady = (): Result<Staged> => {
    discardStaged(layout);
    makePrivateFolder(staged);
    const checked = copyIn(found.value, staged);
    if (!checked.ok) return checked;
    const paused = pauseUnfinished(staged, at);
    if (!paused.ok) return paused;
    for (const name of found.value.files.keys())
      if (kindOf(name) === "database") syncFile(join(staged, name));
    for (const folder of foldersOf(found.value)) syncFolder(join(staged, folder));
    return ok({ path: found.value.folder, paused: paused.value });
  };
  let ready: Result<Staged>;
  try {
    ready = makeReady();
  } catch (error) {
    if (error instanceof NotAsExpected) ready = fail(problem("backup_damaged", { path: error.message }));
    else if (isNoRoom(error)) ready = fail(problem("backup_no_room", {}));
    else ready = fail(problem("restore_failed", { code: systemCodeOf(error) }));
  }
  if (!ready.ok) discardStaged(layout);
  return ready;
}

function copyIn(found: FoundBackup, staged: string): Result<null> {
  const { folder, manifest, files } = found;
  const listed = new Map((manifest?.files ?? []).map((file) => [file.path, file]));
  for (const below of foldersOf(found)) {
    if (below !== "") mkdirSync(join(staged, below), { recursive: true, mode: PRIVATE_FOLDER });
  }
  for (const [name, bytes] of files) {
    const copy = copyPlain(join(folder, name), join(staged, name), bytes);
    const expected = listed.get(name);
    if (copy.bytes !== bytes || (expected !== undefined && expected.sha256 !== copy.sha256)) {
      return fail(problem("backup_damaged", { path: name }));
    }
  }
  const journal = join(staged, "winnow.db");
  const checked = checkJournal(journal);
  if (!checked.ok) return checked;
  if (manifest === null && !filesNeeded(journal).every((file) => files.has(file))) {
    return fail(problem("backup_damaged", {}));
  }
  for (const name of files.keys()) {
    if (kindOf(name) !== "database" || name === "winnow.db") continue;
    const sound = checkDatabase(join(staged, name), name);
    if (!sound.ok) return sound;
  }
  return ok(null);
}

/** Returns all folders of the backup, deepest first. */
function foldersOf({ files }: Pick<FoundBackup, "files">): string[] {
  const folders = new Set(["", "lists", "cleanings", "memory"]);
  for (const name of files.keys()) if (name.includes("/")) folders.add(dirname(name));
  return [...folders].sort((a, b) => b.length - a.length);
}

const IS_OPEN = "cleaning_id IN (SELECT id FROM cleanings WHERE state = 'active')";

/**
 * Pauses unfinished cleanings: their progress since the backup is unknown. Parts that may have been paid for since need
 * new consent. Returns the number of cleanings.
 */
function pauseUnfinished(staged: string, at: number): Result<number> {
  const opened = openJournal(join(staged, "winnow.db"), join(dirname(staged), "before"));
  if (!opened.ok) return fail(problem("backup_damaged", { path: "winnow.db" }));
  const { db, commit, close } = opened.value;
  try {
    return ok(
      commit(() => {
        db.prepare(
          `INSERT INTO journal (cleaning_id, at, from_state, to_state, why)
             SELECT id, ?, state, state, ? FROM cleanings WHERE state = 'active'`,
        ).run(at, JSON.stringify({ code: "restored.paused" }));
        db.exec(`
          UPDATE parts SET record = json_set(record, '$.agreed', 0,
              '$.earlier.agreed', json_extract(record, '$.earlier.agreed') + json_extract(record, '$.agreed'))
            WHERE state IN ('queued', 'uploading', 'preparing', 'ready', 'starting', 'waiting') AND ${IS_OPEN}
              AND NOT json_extract(record, '$.single');
          UPDATE parts SET state = 'uncertain', record = json_set(record, '$.state', json('{"kind":"uncertain"}'),
              '$.problem', json('{"code":"check_uncertain","values":{}}'))
            WHERE state IN ('queued', 'checking', 'waiting') AND ${IS_OPEN} AND json_extract(record, '$.single');
        `);
        return db.prepare("UPDATE cleanings SET watching = 0 WHERE state = 'active'").run().changes;
      }),
    );
  } finally {
    close();
  }
}
