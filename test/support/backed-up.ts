import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import Database from "better-sqlite3";
import { expect } from "vitest";
import { z } from "zod";
import { hasEnded, type InProcess, unwrap } from "./in-process.ts";
import type { World } from "./one-cleaning.ts";

export const backUp = async (at: InProcess, target?: string) =>
  unwrap(await at.call("app.backup", target === undefined ? {} : { target: { path: target } })).path;
export const restore = (at: InProcess, path: string) => at.call("app.restore", { kind: "path", path });

/** Returns the relative paths of the files below `folder`. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** Returns the hashes of the data folder's lists, cleanings and suppression lists. */
export function hashFiles(data: string): Record<string, string> {
  const kept = filesIn(data).filter((name) => /^(lists|cleanings|suppression)\//.test(name));
  return Object.fromEntries(
    kept.map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(data, name)))
        .digest("hex"),
    ]),
  );
}

/** Cleans the list of `world` and returns the cleaning's id. */
export async function cleanToEnd(world: World, at: InProcess): Promise<string> {
  const { id } = await world.begin(at);
  expect(await at.until(id, hasEnded)).toMatchObject({ state: "done", missing: 0 });
  return id;
}

const manifestSchema = z.looseObject({
  format: z.number(),
  files: z.array(z.looseObject({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});
export const manifestOf = (backup: string) =>
  manifestSchema.parse(JSON.parse(readFileSync(join(backup, "backup.json"), "utf8")));

/** Updates the manifest after the files were changed, like someone who forges a backup. */
export function updateManifest(backup: string): void {
  const manifest = manifestOf(backup);
  const files = filesIn(backup)
    .filter((name) => name !== "backup.json")
    .map((path) => ({
      path,
      bytes: statSync(join(backup, path)).size,
      sha256: createHash("sha256")
        .update(readFileSync(join(backup, path)))
        .digest("hex"),
    }));
  writeFileSync(join(backup, "backup.json"), JSON.stringify({ ...manifest, files }));
}

/** Changes a database without Winnow's knowledge. */
export function executeSql(path: string, sql: string): void {
  const db = new Database(path);
  db.exec(sql);
  db.close();
}
