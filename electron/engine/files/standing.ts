import type { BigIntStats } from "node:fs";
import type { Standing } from "../../../shared/bridge/standing.ts";
import { findPlace } from "./found.ts";

/** What tells a file from every other one that may come to stand at its path. Of a folder: only which one it is. */
export function standingOf(stats: BigIntStats): Standing {
  const isFolder = stats.isDirectory();
  return {
    file: String(stats.ino),
    bytes: isFolder ? 0 : Number(stats.size),
    changed: isFolder ? "0" : String(stats.mtimeNs),
  };
}

export function isSameStanding(one: Standing, two: Standing): boolean {
  return one.file === two.file && one.bytes === two.bytes && one.changed === two.changed;
}

/** What stands at the path `named` now, to be remembered with the user's agreement to replace it; null: nothing does. */
export function standingAt(named: string): Standing | null {
  const found = findPlace(named);
  return found.kind === "file" || found.kind === "folder" ? standingOf(found.stats) : null;
}
