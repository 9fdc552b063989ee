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
  ["unknown", /^unknown-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)(-\d+)?$/],
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
    // What no journal knew is no backup, and lacks nothing.
    const whole = kind === "before_update" ? isFile(path) : kind === "unknown" || findBackup(path).ok;
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

const isBeside = (kind: KnownBackup["kind"] | null) => kind === "replaced" || kind === "unknown";

/** The newest backup that was finished, or null. */
export function lastBackup(layout: Layout): string | null {
  const made = namesIn(layout.backups)
    .filter((name) => kindOfName(name) === "backup" && isFile(join(layout.backups, name, "winnow.db")))
    .sort()
    .at(-1);
  return made === undefined ? null : join(layout.backups, made);
}

const DAY = 24 * 3600_000;

/**
 * The newest backup in a folder that holds backups, at `now` (Unix milliseconds); null: it holds none. One that says it is
 * of a later time, or is another user's, does not go before those that can be the user's own.
 */
export function newestIn(folder: string, now: number): string | null {
  const self = process.geteuid?.();
  const backups = namesIn(folder)
    .filter((name) => kindOfName(name) === "backup")
    .sort((a, b) => timeOfCopy(a) - timeOfCopy(b) || (a < b ? -1 : 1));
  const isPast = (name: string) => timeOfCopy(name) <= now + DAY;
  const isOwn = (name: string) =>
    self === undefined || lstatSync(join(folder, name), { throwIfNoEntry: false })?.uid === self;
  const made =
    backups.findLast((name) => isPast(name) && isOwn(name)) ?? backups.findLast(isPast) ?? backups.at(-1);
  return made === undefined ? null : join(folder, made);
}

/** What the copy of that name is; null: no copy is called so. */
export function kindOfName(name: string): KnownBackup["kind"] | null {
  return KINDS.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

/** Unix milliseconds, as the name has them. */
export function timeOfCopy(name: string): number {
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
