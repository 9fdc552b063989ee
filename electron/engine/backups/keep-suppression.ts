import type Database from "better-sqlite3";
import { z } from "zod";
import { recoverSuppression, suppressionFiles } from "../settings/index.ts";
import { layoutOf } from "../store/index.ts";
import { copyPlain } from "./copy.ts";

/**
 * Adds the suppression lists of the data folder `present` that the journal `staged` does not know, with their entries
 * below `folder`: whoever asked to be left out since a backup is not to be mailed because of a restore, also where the
 * journal that is there cannot be read. A list that is damaged comes along as it is, and keeps cleanings from starting
 * there too. Answers how many were added. Throws the errors of SQLite about `staged`, and the file system's.
 */
export function keepSuppression(
  staged: Database.Database,
  folder: string,
  present: string,
  at: number,
): number {
  const [from, to] = [layoutOf(present), layoutOf(folder)];
  const known = new Set(
    z.array(z.string()).parse(staged.prepare("SELECT id FROM suppression_lists").pluck().all()),
  );
  for (const id of suppressionFiles(from)) {
    if (!known.has(id)) copyPlain(from.suppression(id), to.suppression(id));
  }
  return recoverSuppression(staged, to, from.journal, at);
}
