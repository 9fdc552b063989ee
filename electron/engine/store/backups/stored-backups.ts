import { lstatSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { KnownBackup } from "../../../../shared/bridge/app.ts";
import { codeOf } from "../../../../shared/errors.ts";
import { systemCodeOf } from "../../../../shared/problems/define-problem.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { ERASING, type Layout, layoutOf, sizeOf } from "../layout.ts";
import { namesIn, syncFolder } from "../private-files.ts";
import { findBackup } from "./found.ts";

const KINDS: readonly (readonly [KnownBackup["kind"], RegExp])[] = [
  ["backup", /^winnow-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)(-\d+)?$/],
  ["replaced", /^replaced-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)(-\d+)?$/],
  ["damaged", /^damaged-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)(-\d+)?$/],
  ["before_update", /^winnow-v\d+-(\d+)\.db$/],
];

/** Lists the copies of the data in Winnow's folder, newest first, judged by names, kinds and sizes. Never fails. */
export async function listBackups({ dataDir }: { dataDir: string }): Promise<Result<KnownBackup[]>> {
  const layout = layoutOf(dataDir);
  const known: KnownBackup[] = [];
  for (const path of copiesIn(layout)) {
    const id = basename(path);
    const kind = kindOfName(id);
    if (kind === null) continue;
    const whole = kind === "before_update" ? isFile(path) : findBackup(path).ok;
    known.push({ id, kind, madeAt: timeOfCopy(id), bytes: await sizeOf(path), whole, path });
  }
  return ok(known.sort((a, b) => b.madeAt - a.madeAt));
}

/** Returns a backup's folder by id; `null` for any other text, which prevents path traversal. */
export function folderOfBackup(layout: Layout, id: string): string | null {
  const kind = kindOfName(id);
  return kind === null || kind === "before_update" ? null : placeOfCopy(layout, id);
}

function placeOfCopy(layout: Layout, id: string): string | null {
  const kind = kindOfName(id);
  if (kind === null) return null;
  const beside = join(layout.dataDir, id);
  return isBeside(kind) && isThere(beside) ? beside : join(layout.backups, id);
}

/** If `backups` is on another disk, replaced data stays in the data folder. */
const foldersOfCopies = ({ backups, dataDir }: Layout) => [backups, dataDir];

/** Returns the paths of all copies: folders, and journals saved before an update. */
export function copiesOf(layout: Layout): string[] {
  return copiesIn(layout).filter((path) => kindOfName(basename(path)) !== null);
}

function copiesIn(layout: Layout): string[] {
  const beside = namesIn(layout.dataDir).filter((name) => isBeside(kindOfName(name)));
  return [
    ...beside.map((name) => join(layout.dataDir, name)),
    ...namesIn(layout.backups)
      .filter((name) => !beside.includes(name))
      .map((name) => join(layout.backups, name)),
  ];
}

const isBeside = (kind: KnownBackup["kind"] | null) => kind === "replaced";

export function lastBackup(layout: Layout): string | null {
  return newestIn(layout.backups, (path) => isFile(join(path, "winnow.db")));
}

/** Returns the newest backup in a folder that `isMeant` accepts; `null` if there is none. */
export function newestIn(folder: string, isMeant: (path: string) => boolean = () => true): string | null {
  const backups = namesIn(folder)
    .filter((name) => kindOfName(name) === "backup" && isMeant(join(folder, name)))
    .sort();
  const newest = backups.at(-1);
  return newest === undefined ? null : join(folder, newest);
}

/** Returns the kind of the copy with this name; `null` if it is not a copy. */
export function kindOfName(name: string): KnownBackup["kind"] | null {
  return KINDS.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

/** Returns the time in a copy's name, in Unix ms. */
function timeOfCopy(name: string): number {
  for (const [, pattern] of KINDS) {
    const stamp = pattern.exec(name)?.[1];
    if (stamp === undefined) continue;
    if (/^\d+$/.test(stamp)) return Number(stamp);
    return Date.parse(stamp.replace(/T(\d\d)-(\d\d)-(\d\d)-/, "T$1:$2:$3."));
  }
  return 0;
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

export interface DeleteBackups {
  readonly dataDir: string;
  readonly ids: readonly string[];
}

/**
 * Deletes copies permanently and returns the remaining ones. Each is renamed first, so that an interruption never
 * leaves half a copy listed. Continues after failures. Problems: `copy_unknown`, `copy_kept`.
 */
export async function deleteBackups({ dataDir, ids }: DeleteBackups): Promise<Result<KnownBackup[]>> {
  const layout = layoutOf(dataDir);
  let failure: Problem | null = null;
  for (const id of ids) failure = takeOut(layout, id) ?? failure;
  failure = (await finishDeleting(layout)) ?? failure;
  return failure === null ? listBackups({ dataDir }) : fail(failure);
}

/** Finishes interrupted deletions. Problem: `copy_kept`. */
export async function finishDeleting(layout: Layout): Promise<Problem | null> {
  let failure: Problem | null = null;
  for (const folder of foldersOfCopies(layout)) {
    for (const name of namesIn(folder)) {
      if (!name.endsWith(ERASING) || kindOfName(name.slice(0, -ERASING.length)) === null) continue;
      const path = join(folder, name);
      try {
        await rm(path, { recursive: true, force: true });
      } catch (error) {
        failure = problem("copy_kept", { path, code: systemCodeOf(error) });
      }
    }
  }
  return failure;
}

/** Renames the copy so that it is no longer listed. Returns a problem if that fails; a missing copy is fine. */
function takeOut(layout: Layout, id: string): Problem | null {
  const path = placeOfCopy(layout, id);
  if (path === null) return problem("copy_unknown", { id });
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
    renameSync(path, path + ERASING);
    syncFolder(dirname(path));
    return null;
  } catch (error) {
    return codeOf(error) === "ENOENT" ? null : problem("copy_kept", { path, code: systemCodeOf(error) });
  }
}
