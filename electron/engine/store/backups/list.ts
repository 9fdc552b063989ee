import { lstatSync, readdirSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { KnownBackup } from "../../../../shared/bridge/app.ts";
import { systemCodeOf } from "../../../../shared/problems/values.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { type Layout, layoutOf, sizeOf } from "../layout.ts";
import { syncFolder } from "../private-files.ts";
import { codeOf } from "./format.ts";
import { findBackup } from "./found.ts";

const KINDS: readonly (readonly [KnownBackup["kind"], RegExp])[] = [
  ["backup", /^winnow-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)(-\d+)?$/],
  ["replaced", /^replaced-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)(-\d+)?$/],
  ["damaged", /^damaged-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)(-\d+)?$/],
  ["before_update", /^winnow-v\d+-(\d+)\.db$/],
];

/** Every copy of the data in Winnow's own folder, newest first, as far as names, kinds and sizes tell. Never fails. */
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

/** The folder of a backup by its id; null: an id never leads elsewhere. */
export function folderOfBackup(layout: Layout, id: string): string | null {
  const kind = kindOfName(id);
  return kind === null || kind === "before_update" ? null : placeOfCopy(layout, id);
}

/** Where the copy of that id is, or would be; null: no copy has such an id. */
function placeOfCopy(layout: Layout, id: string): string | null {
  const kind = kindOfName(id);
  if (kind === null) return null;
  const beside = join(layout.dataDir, id);
  return isBeside(kind) && isThere(beside) ? beside : join(layout.backups, id);
}

/** Folders in which copies are. Where `backups` is on another disk, what is only moved aside stays beside it. */
const foldersOfCopies = ({ backups, dataDir }: Layout) => [backups, dataDir];

/** The places of every copy of the data in Winnow's own folder: folders, and journals of before an update. */
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

/** The newest backup that was finished, or null. */
export function lastBackup(layout: Layout): string | null {
  const made = namesIn(layout.backups)
    .filter((name) => kindOfName(name) === "backup" && isFile(join(layout.backups, name, "winnow.db")))
    .sort()
    .at(-1);
  return made === undefined ? null : join(layout.backups, made);
}

/** The newest backup in a folder that holds backups; null: it holds none. */
export function newestIn(folder: string): string | null {
  const made = namesIn(folder)
    .filter((name) => kindOfName(name) === "backup")
    .sort()
    .at(-1);
  return made === undefined ? null : join(folder, made);
}

/** What the copy of that name is; null: no copy is called so. */
export function kindOfName(name: string): KnownBackup["kind"] | null {
  return KINDS.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

/** Unix milliseconds, as the name has them. */
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

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export interface DeleteBackups {
  readonly dataDir: string;
  readonly ids: readonly string[];
}

/** What a copy is called from the moment it is not listed any more until all of it is gone. */
const ERASING = ".erasing";

/**
 * Deletes copies in Winnow's own folder for good; answers what is still there. Each gets another name first: ended in
 * the middle, none is listed or restored by half. All that can be deleted is, before a problem is told: `copy_unknown`,
 * `copy_kept`.
 */
export async function deleteBackups({ dataDir, ids }: DeleteBackups): Promise<Result<KnownBackup[]>> {
  const layout = layoutOf(dataDir);
  let met: Problem | null = null;
  for (const id of ids) met = takeOut(layout, id) ?? met;
  met = (await finishDeleting(layout)) ?? met;
  return met === null ? listBackups({ dataDir }) : fail(met);
}

/** Deletes what is left of copies whose deletion was begun. What could not be deleted is told: `copy_kept`. */
export async function finishDeleting(layout: Layout): Promise<Problem | null> {
  let met: Problem | null = null;
  for (const folder of foldersOfCopies(layout)) {
    for (const name of namesIn(folder)) {
      if (!name.endsWith(ERASING) || kindOfName(name.slice(0, -ERASING.length)) === null) continue;
      const path = join(folder, name);
      try {
        await rm(path, { recursive: true, force: true });
      } catch (error) {
        met = problem("copy_kept", { path, code: systemCodeOf(error) });
      }
    }
  }
  return met;
}

/** Takes the copy out of those that are listed; answers why it could not be. One that is not there is no problem. */
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
