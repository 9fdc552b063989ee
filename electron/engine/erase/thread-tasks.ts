import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { ok } from "../../../shared/result.ts";
import { erasedAmong, type IsErased, noteErased, readErased } from "../memory/index.ts";
import { copiesOf, type Layout, layoutOf, rehashBackup, type Task } from "../store/index.ts";
import { blankFile } from "./blank.ts";
import { eraseCopy, type Found, inDatabase, namesIn } from "./copy.ts";
import { eraseTexts } from "./database.ts";

export interface EraseInput {
  readonly dataDir: string;
  /** Folded addresses, and domains with a leading `@`; null: those who were erased before, once more. */
  readonly entries: readonly string[] | null;
}

/** What was erased, and how many backups it was in. */
export interface Erased extends Found {
  readonly backups: number;
}

/** Erases everybody from all that Winnow keeps. Nothing may have it open. */
const eraseAll: Task<EraseInput, Erased> = async ({ dataDir, entries }) => {
  const layout = layoutOf(dataDir);
  if (entries !== null) noteErased(layout, entries);
  const isErased = entries === null ? readErased(layout) : erasedAmong(new Set(entries));
  if (isErased === null) return ok({ rows: 0, places: 0, verdicts: 0, facts: 0, backups: 0 });
  const found = eraseCopy(layout, isErased);
  const beside = eraseBeside(layout, isErased);
  let backups = 0;
  for (const path of copiesOf(layout)) {
    if (eraseBackup(path, isErased) > 0) backups++;
  }
  return ok({ ...found, places: found.places + beside, backups });
};

/** How much there was in a copy of the data, whole or damaged. */
function eraseBackup(path: string, isErased: IsErased): number {
  try {
    if (!statSync(path).isDirectory()) return inDatabase(path, (db) => eraseTexts(db, isErased));
    const { rows, places, verdicts, facts } = eraseCopy(layoutOf(path), isErased);
    rehashBackup(path);
    return rows + places + verdicts + facts;
  } catch {
    // It is damaged: nothing of it can be taken out, but it can be made unreadable.
    return filesIn(path).reduce((sum, file) => sum + blankFile(file, isErased), 0);
  }
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
}

/** What lies beside the data: the sandbox, logs, and files that are on their way. */
function eraseBeside(layout: Layout, isErased: IsErased): number {
  let places = 0;
  for (const folder of [layout.exports, layout.uploads, layout.unfinished])
    for (const name of namesIn(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  const sandbox = join(layout.sandbox, "sandbox.db");
  if (existsSync(sandbox)) places += inDatabase(sandbox, (db) => eraseTexts(db, isErased, true));
  const logs = join(layout.dataDir, "logs");
  for (const name of namesIn(logs))
    if (statSync(join(logs, name)).isFile()) places += blankFile(join(logs, name), isErased);
  return places;
}

export const eraseTasks = { "erase.all": eraseAll };
export type EraseTasks = typeof eraseTasks;
