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

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
