import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";
import { eraseFromArchive } from "../ledger/index.ts";
import type { IsErased } from "../memory/index.ts";
import { eraseFacts } from "../memory/index.ts";
import { FATE, RESULT_COLUMNS } from "../results/format.ts";
import { type Layout, openColumns, overwriteErased } from "../store/index.ts";
import { blankFile } from "./blank.ts";
import { closeErased, eraseTexts } from "./database.ts";
import { type ErasedList, eraseList } from "./list.ts";
import { removeOverwritten } from "./remove.ts";

/** What was found of those who are erased, and is gone. */
export interface Found {
  /** Rows of lists that were theirs, and other places in lists and results that named them. */
  readonly rows: number;
  readonly places: number;
  readonly verdicts: number;
  readonly facts: number;
}

/** Erases everybody from one copy of the data: what Winnow works with, or a backup. Throws the errors of the file system and of SQLite. */
export function eraseCopy(layout: Layout, isErased: IsErased): Found {
  let rows = 0;
  let places = 0;
  const lists = new Map<string, ErasedList>();
  for (const id of namesIn(join(layout.dataDir, "lists"))) {
    const found = eraseList(layout.list(id), isErased);
    rows += found.rows;
    places += found.places;
    if (found.rows + found.places > 0) lists.set(id, found);
  }
  const listOf = listsOfCleanings(layout);
  for (const id of namesIn(join(layout.dataDir, "cleanings"))) {
    const { dir, results } = layout.cleaning(id);
    for (const name of namesIn(dir))
      if (/^part-\d+\.(csv|results\.txt)$/.test(name))
        places += blankFile(join(dir, name), isErased, { whole: "line" });
    if (!existsSync(results)) continue;
    const gone = lists.get(listOf.get(id) ?? "")?.gone ?? new Set<number>();
    if (gone.size > 0) forgetVerdicts(results, gone);
    places += inDatabase(results, (db) => eraseTexts(db, isErased));
  }
  const verdicts = eraseFromArchive(layout.archive, isErased);
  if (!existsSync(layout.journal)) return { rows, places, verdicts, facts: 0 };
  let facts = 0;
  places += inDatabase(layout.journal, (db) => {
    facts = eraseFacts(layout, db, isErased, removeOverwritten);
    // A sample of its rows stands beside what was found in it.
    const forget = db.prepare(
      "UPDATE lists SET preflight = json_set(preflight, '$.preview', json('[]')) WHERE id = ?",
    );
    for (const id of lists.keys()) forget.run(id);
    return eraseTexts(db, isErased);
  });
  return { rows, places, verdicts, facts };
}

const cleaningsSchema = z.array(z.object({ id: z.string(), list: z.string() }));

function listsOfCleanings({ journal }: Layout): ReadonlyMap<string, string> {
  if (!existsSync(journal)) return new Map();
  const db = new Database(journal, { readonly: true });
  try {
    const rows = db.prepare("SELECT id, list_id AS list FROM cleanings").all();
    return new Map(cleaningsSchema.parse(rows).map(({ id, list }) => [id, list]));
  } finally {
    db.close();
  }
}

/** Of addresses that are nobody's any more nothing was found out, and they are not to be mailed. */
function forgetVerdicts(path: string, gone: ReadonlySet<number>): void {
  const store = openColumns(path, { readonly: false, mustExist: true });
  try {
    store.transaction(() => {
      const fate = store.get(RESULT_COLUMNS.fate.name, RESULT_COLUMNS.fate.kind);
      const verdict = store.get(RESULT_COLUMNS.verdict.name, RESULT_COLUMNS.verdict.kind);
      if (fate === null || verdict === null) return;
      for (const id of gone) {
        fate[id] = FATE.suppressed;
        verdict[id] = 0;
      }
      store.put(RESULT_COLUMNS.fate.name, fate);
      store.put(RESULT_COLUMNS.verdict.name, verdict);
    });
  } finally {
    store.close();
  }
}

/** Changes a database, and writes it anew where something changed. */
export function inDatabase(path: string, change: (db: Database.Database) => number): number {
  const db = new Database(path, { fileMustExist: true, timeout: 60_000 });
  overwriteErased(db);
  const changed = change(db);
  closeErased(db);
  return changed;
}

export function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
