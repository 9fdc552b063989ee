import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemCodeOf } from "../../../../shared/problems/entries.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { layoutOf, sizeOf } from "../layout.ts";
import { makePrivateFolder, PRIVATE_FILE, PRIVATE_FOLDER, syncFile, syncFolder } from "../private-files.ts";
import { Damaged, FORMAT, isNoRoom, MANIFEST, type Manifest } from "./format.ts";
import { hashOf, takeSnapshot } from "./snapshot.ts";

export interface BackUpInput {
  readonly dataDir: string;
  /** The new folder; until complete, it is at {@link growingOf}. */
  readonly path: string;
  readonly app: string;
  readonly at: number;
}

export interface BackedUp {
  readonly path: string;
  readonly bytes: number;
}

function growingOf(path: string): string {
  return `${path}.growing`;
}

export function discardGrowing(path: string): void {
  rmSync(growingOf(path), { recursive: true, force: true });
}

/**
 * Copies all data except keys into the new private folder `path`. The manifest is written last. Problems: `disk_full`,
 * `backup_unwritable`, `store_corrupt`.
 */
export async function backUp({ dataDir, path, app, at }: BackUpInput): Promise<Result<BackedUp>> {
  const layout = layoutOf(dataDir);
  const growing = growingOf(path);
  let isGrowing = false;
  try {
    makePrivateFolder(dirname(path));
    if (existsSync(path)) return fail(problem("backup_unwritable", { path, why: "name_taken" }));
    mkdirSync(growing, { mode: PRIVATE_FOLDER });
    isGrowing = true;
    const { files, schema } = takeSnapshot(layout, growing);
    writeManifest(growing, {
      format: FORMAT,
      app,
      madeAt: at,
      schemas: { "winnow.db": schema },
      files: files.map((name) => ({ path: name, ...hashOf(join(growing, name)) })),
    });
    renameSync(growing, path);
    syncFolder(dirname(path));
    return ok({ path, bytes: await sizeOf(path) });
  } catch (error) {
    if (isGrowing) discardGrowing(path);
    if (isNoRoom(error)) return fail(problem("disk_full", { path }));
    if (error instanceof Damaged) return fail(problem("store_corrupt", { path: error.message }));
    return fail(problem("backup_unwritable", { path, code: systemCodeOf(error) }));
  }
}

function writeManifest(folder: string, manifest: Manifest): void {
  const path = join(folder, MANIFEST);
  writeFileSync(path, JSON.stringify(manifest), { flag: "wx", mode: PRIVATE_FILE });
  syncFile(path);
  syncFolder(folder);
}
