import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";
import { PRIVATE_FOLDER, syncFile, syncFolder } from "../data-folder/index.ts";
import { type Layout, markRestored } from "../store/index.ts";
import { copyDatabase, copyPlain } from "./copy.ts";
import { codeOf, isDamage } from "./errors.ts";
import { kindOf } from "./format.ts";

export interface Snapshot {
  /** What was copied, by its path below the folder. */
  readonly files: ReadonlyMap<string, { readonly damaged: boolean }>;
  /** The journal's `user_version`. */
  readonly schema: number;
}

/**
 * Copies everything that the journal knows of into `folder` while Winnow works on. The journal goes first: whatever it
 * says of results, addresses and files was on disk before it was said, and so is there when they are copied after it;
 * what they hold beyond that is taken in again without harm. `at`: Unix milliseconds. Throws the file system's errors and SQLite's.
 */
export function takeSnapshot(layout: Layout, folder: string, at: number): Snapshot {
  const files = new Map<string, { damaged: boolean }>();
  const journal = join(folder, "winnow.db");
  copyDatabase(layout.journal, journal);
  files.set("winnow.db", { damaged: false });
  const { lists, cleanings, suppression, schema } = contentsOf(journal);

  function copy(path: string): void {
    const kind = kindOf(path);
    if (kind === null) return;
    const [from, to] = [join(layout.dataDir, path), join(folder, path)];
    try {
      if (kind === "plain") copyPlain(from, to);
      files.set(path, { damaged: kind === "database" && !copySound(from, to) });
    } catch (error) {
      // What was never there, or went meanwhile, is missed by nobody who does not miss it here.
      if (codeOf(error) !== "ENOENT" && codeOf(error) !== "SQLITE_CANTOPEN") throw error;
      rmSync(to, { force: true });
    }
  }

  function copyFolder(path: string): void {
    mkdirSync(join(folder, path), { mode: PRIVATE_FOLDER });
    for (const name of namesIn(join(layout.dataDir, path))) copy(`${path}/${name}`);
    syncFolder(join(folder, path));
  }

  /** The results say where in the fetched files each of the service's own lines stands: both are of one moment. */
  function copyCleaning(id: string): void {
    const path = `cleanings/${id}`;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const before = fetchedFiles(layout.cleaning(id).dir);
      copyFolder(path);
      if (fetchedFiles(layout.cleaning(id).dir) === before) return;
      rmSync(join(folder, path), { recursive: true });
      for (const name of [...files.keys()]) if (name.startsWith(`${path}/`)) files.delete(name);
    }
    copyFolder(path);
  }

  for (const name of ["lists", "cleanings", "suppression"]) {
    mkdirSync(join(folder, name), { mode: PRIVATE_FOLDER });
  }
  for (const id of lists) copyFolder(`lists/${id}`);
  for (const id of cleanings) copyCleaning(id);
  for (const id of suppression) copy(`suppression/${id}.txt`);
  copy("archive.db");
  if (files.get("archive.db")?.damaged === true) {
    // It only saves credits, and every verdict is in its cleaning too.
    rmSync(join(folder, "archive.db"));
    files.delete("archive.db");
  }
  settle(journal, layout.journal, at);
  for (const name of ["lists", "cleanings", "suppression"]) syncFolder(join(folder, name));
  return { files, schema };
}

/** So often a cleaning is copied anew when results arrive meanwhile. */
const MOST_TRIES = 5;

/** A damaged database is kept byte for byte: the rest is none the worse for it. False: it is damaged. */
function copySound(from: string, to: string): boolean {
  try {
    copyDatabase(from, to);
    return true;
  } catch (error) {
    if (!isDamage(error)) throw error;
    rmSync(to, { force: true });
    copyPlain(from, to);
    return false;
  }
}

const idsSchema = z.array(z.object({ id: z.string() }));

function contentsOf(journal: string) {
  const db = new Database(journal, { readonly: true });
  try {
    const idsIn = (table: string) =>
      idsSchema.parse(db.prepare(`SELECT id FROM ${table}`).all()).map(({ id }) => id);
    return {
      lists: idsIn("lists"),
      cleanings: idsIn("cleanings"),
      suppression: idsIn("suppression_lists"),
      schema: Number(db.pragma("user_version", { simple: true })),
    };
  } finally {
    db.close();
  }
}

/**
 * What went from the journal while the rest was copied goes from its copy too. A list that no cleaning is made of and
 * that was read anew meanwhile counts as not read yet; the rest of a list never changes.
 */
function settle(copy: string, live: string, at: number): void {
  const db = new Database(copy);
  try {
    db.pragma("foreign_keys = ON");
    db.prepare("ATTACH ? AS live").run(live);
    db.exec(`
      DELETE FROM cleanings WHERE id NOT IN (SELECT id FROM live.cleanings);
      DELETE FROM suppression_lists WHERE id NOT IN (SELECT id FROM live.suppression_lists);
      DELETE FROM lists WHERE id NOT IN (SELECT id FROM live.lists)
        AND id NOT IN (SELECT list_id FROM cleanings);
      UPDATE lists SET preflight = NULL WHERE id NOT IN (SELECT list_id FROM cleanings)
        AND NOT EXISTS (
          SELECT 1 FROM live.lists AS now WHERE now.id = lists.id
            AND now.read_options = lists.read_options AND now.preflight IS lists.preflight
        );
    `);
    db.exec("DETACH live");
    // Somebody may put it back by hand.
    markRestored(db, at);
  } finally {
    db.close();
  }
  syncFile(copy);
}

function fetchedFiles(folder: string): string {
  const fetched = namesIn(folder).filter((name) => name.endsWith(".results.txt"));
  return fetched
    .map((name) => {
      const found = statSync(join(folder, name), { throwIfNoEntry: false });
      return `${name} ${found?.ino} ${found?.mtimeMs} ${found?.size}`;
    })
    .join("\n");
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}
