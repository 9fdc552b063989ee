import { lstatSync, readdirSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { KnownBackup } from "../../../shared/bridge/app.ts";
import { systemCodeOf } from "../../../shared/problems/values.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, type Result } from "../../../shared/result.ts";
import { syncFolder } from "../data-folder/index.ts";
import { type Layout, layoutOf } from "../store/index.ts";
import { codeOf } from "./errors.ts";
import { foldersOfCopies, kindOfName, listBackups, placeOfCopy } from "./list.ts";

export interface DeleteBackups {
  readonly dataDir: string;
  readonly ids: readonly string[];
}

/** What a copy is called from the moment it is not listed any more until all of it is gone. */
const ERASING = ".erasing";

/**
 * Deletes copies in Winnow's own folder for good, and what is left of those that were being deleted before; answers what
 * is still there. Each gets another name first: ended in the middle, none is listed or restored by half. No link is
 * followed. All that can be deleted is, before a problem is told: `copy_unknown`, `copy_elsewhere`, `copy_kept`.
 */
export async function deleteBackups({ dataDir, ids }: DeleteBackups): Promise<Result<KnownBackup[]>> {
  const layout = layoutOf(dataDir);
  const unknown = ids.find((id) => kindOfName(id) === null);
  if (unknown !== undefined) return fail(problem("copy_unknown", { id: unknown }));
  let met: Problem | null = null;
  for (const id of ids) met = takeOut(layout, id) ?? met;
  met = (await finishDeleting(layout)) ?? met;
  return met === null ? listBackups({ dataDir }) : fail(met);
}

/** Deletes what is left of copies whose deletion was begun. What could not be deleted is told: `copy_kept`. */
export async function finishDeleting(layout: Layout): Promise<Problem | null> {
  let met: Problem | null = null;
  for (const folder of foldersOfCopies(layout)) {
    try {
      const begun = isOwnFolder(folder) ? begunIn(folder) : [];
      for (const path of begun) met = (await remove(path)) ?? met;
      if (begun.length > 0) syncFolder(folder);
    } catch (error) {
      met = problem("copy_kept", { path: folder, code: systemCodeOf(error) });
    }
  }
  return met;
}

async function remove(path: string): Promise<Problem | null> {
  try {
    await rm(path, { recursive: true, force: true });
    return null;
  } catch (error) {
    return problem("copy_kept", { path, code: systemCodeOf(error) });
  }
}

/** Takes the copy out of those that are listed; answers why it could not be. One that is not there is no problem. */
function takeOut(layout: Layout, id: string): Problem | null {
  const path = placeOfCopy(layout, id);
  if (path === null) return problem("copy_unknown", { id });
  const folder = dirname(path);
  try {
    if (!isOwnFolder(folder)) {
      const isNone = lstatSync(folder, { throwIfNoEntry: false }) === undefined;
      return isNone ? null : problem("copy_elsewhere", { path: folder });
    }
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return null;
    if (found.isSymbolicLink()) return problem("copy_elsewhere", { path });
    renameSync(path, freeName(path));
    syncFolder(folder);
    return null;
  } catch (error) {
    return codeOf(error) === "ENOENT" ? null : problem("copy_kept", { path, code: systemCodeOf(error) });
  }
}

function freeName(path: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? `${path}${ERASING}` : `${path}-${n}${ERASING}`;
    if (lstatSync(name, { throwIfNoEntry: false }) === undefined) return name;
  }
}

function begunIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ERASING) && isOfCopy(name.slice(0, -ERASING.length)))
    .map((name) => join(folder, name));
}

function isOfCopy(name: string): boolean {
  return kindOfName(name) !== null || kindOfName(name.replace(/-\d+$/, "")) !== null;
}

/** A folder, and not a link to one. */
function isOwnFolder(folder: string): boolean {
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
}
