import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, ftruncateSync, lstatSync, openSync, readSync, writeSync } from "node:fs";
import { z } from "zod";
import { makePrivateFile } from "../data-folder/index.ts";
import { FOLDER, type Journal, type Layout, RESTORED } from "../store/index.ts";

/**
 * Where the data comes from: `same` is what this folder held when Winnow last worked in it, `first` a folder in which
 * that was never noted. What is `copied` or `restored` may be older than what was done since, here or elsewhere.
 */
export type Lineage = "same" | "first" | "copied" | "restored";

/**
 * The folder is known by its file `identity`: by what the system knows that file by and gives to no copy of it (moving
 * the folder within a disk keeps both), and by the word in it, which is another one after each start, each end and each
 * commit after which credits may be spent. So a journal of an earlier time that comes back into the folder does not
 * know the word that is there now.
 */
const folderSchema = z.object({
  inode: z.string().default(""),
  born: z.string().default(""),
  /** Absent: an earlier Winnow noted it, and the file was empty. */
  word: z.string().default(""),
  /** The word that is about to take its place in the file. */
  next: z.string().optional(),
});
interface Identity {
  readonly inode: string;
  readonly born: string;
  readonly word: string;
}
const rowSchema = z.object({ value: z.string() }).optional();

export function lineageOf(journal: Journal, layout: Layout): Lineage {
  if (stored(journal, RESTORED) !== null) return "restored";
  const noted = stored(journal, FOLDER);
  const now = identityNow(layout);
  // A folder that was noted before, and now holds a journal that knows nothing of it.
  if (noted === null) return now === null ? "first" : "copied";
  const known = folderSchema.safeParse(parsed(noted));
  if (!known.success || now === null) return "copied";
  const { inode, born, word, next } = known.data;
  const isSame = inode === now.inode && born === now.born && (word === now.word || next === now.word);
  return isSame ? "same" : "copied";
}

/**
 * Notes that the data is this folder's from now on: `draw` draws the consequences in the commit that says so. Throws
 * SQLite's errors. Where the word cannot be written, the next start finds a copy once more, and asks.
 */
export function noteLineage<T>(journal: Journal, layout: Layout, draw: () => T): T {
  makePrivateFile(layout.identity);
  const before = identityNow(layout);
  const word = newWord();
  const drawn = journal.commit(() => {
    put(journal, { ...before, word });
    journal.db.prepare("DELETE FROM settings WHERE name = ?").run(RESTORED);
    return draw();
  });
  tryToWrite(layout, word);
  return drawn;
}

/**
 * Gives the folder its next word, so that no journal of before is taken for this one. Only for one that is the `same`.
 * Ended in between, either word is good; in the end only that which the file was to have. Throws SQLite's errors.
 */
export function renewLineage(journal: Journal, layout: Layout): void {
  const before = identityNow(layout);
  const next = newWord();
  journal.commit(() => put(journal, { ...before, next }));
  tryToWrite(layout, next);
  journal.commit(() => put(journal, { ...before, word: next }));
}

/** What was committed, and the error that kept the word from the file; null: it is there. */
export interface Renewed<T> {
  readonly drawn: T;
  readonly error: unknown;
}

/**
 * Commits what `draw` writes together with the folder's next word, then writes the word: from then on no journal of
 * before the commit is taken for this one, however the run ends. Where there is an `error`, one may be: nothing that
 * costs may follow. Throws SQLite's errors, and the disk's where the file cannot be made; nothing is committed then.
 */
export function commitRenewed<T>(journal: Journal, layout: Layout, draw: () => T): Renewed<T> {
  makePrivateFile(layout.identity);
  const before = identityNow(layout);
  const next = newWord();
  const drawn = journal.commit(() => {
    put(journal, { ...before, next });
    return draw();
  });
  try {
    write(layout, next);
    return { drawn, error: null };
  } catch (error) {
    return { drawn, error };
  }
}

function put(journal: Journal, folder: z.input<typeof folderSchema>): void {
  journal.db
    .prepare("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)")
    .run(FOLDER, JSON.stringify(folder));
}

function stored(journal: Journal, name: string): string | null {
  const row = rowSchema.parse(journal.db.prepare("SELECT value FROM settings WHERE name = ?").get(name));
  return row?.value ?? null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Bytes that are ever read of the file: a word is shorter. */
const MOST_BYTES = 64;

function identityNow(layout: Layout): Identity | null {
  const found = lstatSync(layout.identity, { bigint: true, throwIfNoEntry: false });
  if (found === undefined || !found.isFile()) return null;
  const file = openSync(layout.identity, "r");
  try {
    const bytes = Buffer.alloc(MOST_BYTES);
    const word = bytes.toString("latin1", 0, readSync(file, bytes, 0, MOST_BYTES, 0));
    return { inode: String(found.ino), born: String(found.birthtimeNs), word };
  } finally {
    closeSync(file);
  }
}

const newWord = () => randomBytes(16).toString("hex");

/** Over the old one, in the same file: another file would be another folder's. */
function write(layout: Layout, word: string): void {
  const file = openSync(layout.identity, "r+");
  try {
    writeSync(file, word, 0, "latin1");
    ftruncateSync(file, word.length);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function tryToWrite(layout: Layout, word: string): void {
  try {
    write(layout, word);
  } catch {
    // The journal knows another word than the file then: at most it is asked for nothing.
  }
}
