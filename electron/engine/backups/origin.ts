import { lstatSync } from "node:fs";
import { z } from "zod";
import { type Journal, type Layout, makePrivateFile } from "../store/index.ts";

/**
 * Where the data comes from: `same` is the folder that Winnow last worked in, `first` one of which that was never
 * noted. What is `copied` or `restored` may be older than what another Winnow has done since.
 */
export type Origin = "same" | "first" | "copied" | "restored";

/** Names of rows of the journal's settings. */
const FOLDER = "data.folder";
const RESTORED = "data.restored";

/** What the system knows a file by and gives to no copy of it; moving the folder within a disk keeps both. */
const folderSchema = z.object({ inode: z.string(), born: z.string() });
const rowSchema = z.object({ value: z.string() }).optional();

export function originOf(journal: Journal, layout: Layout): Origin {
  if (stored(journal, RESTORED) !== null) return "restored";
  const noted = stored(journal, FOLDER);
  if (noted === null) return "first";
  const known = folderSchema.safeParse(JSON.parse(noted));
  const now = folderNow(layout);
  return known.success && now !== null && known.data.inode === now.inode && known.data.born === now.born
    ? "same"
    : "copied";
}

/** Notes that the data is this folder's from now on. Use it in the commit that draws the consequences. */
export function noteOrigin(journal: Journal, layout: Layout): void {
  makePrivateFile(layout.identity);
  const put = journal.db.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)");
  put.run(FOLDER, JSON.stringify(folderNow(layout)));
  journal.db.prepare("DELETE FROM settings WHERE name = ?").run(RESTORED);
}

/** Notes in a journal that is being brought back that it was, and when (Unix milliseconds). */
export function markRestored(journal: Journal, at: number): void {
  journal.commit(() => {
    journal.db.prepare("DELETE FROM settings WHERE name = ?").run(FOLDER);
    journal.db
      .prepare("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)")
      .run(RESTORED, JSON.stringify({ at }));
  });
}

function stored(journal: Journal, name: string): string | null {
  const row = rowSchema.parse(journal.db.prepare("SELECT value FROM settings WHERE name = ?").get(name));
  return row?.value ?? null;
}

function folderNow(layout: Layout): z.infer<typeof folderSchema> | null {
  const found = lstatSync(layout.identity, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : { inode: String(found.ino), born: String(found.birthtimeNs) };
}
