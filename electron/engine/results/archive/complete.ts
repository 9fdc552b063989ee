import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { z } from "zod";
import type { Layout } from "../../store/index.ts";
import { openArchive } from "./archive.ts";
import { cleaningsIn } from "./journalled.ts";
import { type Rebuilt, takeCleaning } from "./rebuild.ts";

/** `ordinal` null: whichever. */
const homeSchema = z.array(z.object({ id: z.string(), ordinal: z.int().nullable() }));

/**
 * Whether the archive lacks parts that came home by the journal: it is sound, but empty or one of an earlier time, which
 * somebody put back or a power cut left. Throws the error `ARCHIVE_DAMAGED`, and SQLite's other errors.
 */
export function lacksParts(journal: Database.Database, layout: Layout): boolean {
  return lackingIn(journal, layout).size > 0;
}

/**
 * Takes in what the archive lacks of each cleaning. Single checks stand nowhere else: that some may be lost since is noted
 * with the time `at`. Throws SQLite's errors and the file system's.
 */
export function completeArchive(layout: Layout, at: number): Rebuilt {
  const journal = new Database(layout.journal, { readonly: true });
  try {
    const lacking = lackingIn(journal, layout);
    const archive = openArchive(layout.archive);
    try {
      for (const cleaning of cleaningsIn(layout.journal))
        if (lacking.has(cleaning.id)) takeCleaning(archive, layout, cleaning);
      const unread = lackingIn(journal, layout).size;
      // What can never be read is no sign of an archive of an earlier time.
      const isLost = lacking.size > unread;
      if (isLost) archive.unanswered.noteLost(at);
      return { cleanings: lacking.size, unread, isLost };
    } finally {
      archive.close();
    }
  } finally {
    journal.close();
  }
}

/** Ids of the cleanings of which the archive lacks a part. */
function lackingIn(journal: Database.Database, layout: Layout): ReadonlySet<string> {
  // A results file that was opened has no parts in the journal. What is being erased was taken out already.
  const home = journal.prepare(
    `SELECT id, ordinal FROM cleanings LEFT JOIN parts ON cleaning_id = id AND parts.state = 'done'
       WHERE (ordinal IS NOT NULL OR cleanings.state = 'imported')
       AND NOT EXISTS (SELECT 1 FROM settings WHERE name = 'erasing.' || id)`,
  );
  const taken = takenBy(layout.archive);
  const lacking = homeSchema
    .parse(home.all())
    .filter(({ id, ordinal }) => (ordinal === null ? !taken.has(id) : taken.get(id)?.has(ordinal) !== true));
  return new Set(lacking.flatMap(({ id }) => (existsSync(layout.cleaning(id).results) ? [id] : [])));
}

function takenBy(path: string): ReadonlyMap<string, ReadonlySet<number>> {
  const archive = openArchive(path, { readonly: true });
  try {
    return archive.taken();
  } finally {
    archive.close();
  }
}
