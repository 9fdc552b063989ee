import { lstatSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { KnownBackup } from "../../../shared/bridge/app.ts";
import { ok, type Result } from "../../../shared/result.ts";
import { type Layout, layoutOf, sizeOf } from "../store/index.ts";
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
export function placeOfCopy(layout: Layout, id: string): string | null {
  const kind = kindOfName(id);
  if (kind === null) return null;
  const beside = join(layout.dataDir, id);
  return isBeside(kind) && isThere(beside) ? beside : join(layout.backups, id);
}

/** Folders in which copies are. Where `backups` is on another disk, what is only moved aside stays beside it. */
export const foldersOfCopies = ({ backups, dataDir }: Layout) => [backups, dataDir];

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
