import { randomUUID } from "node:crypto";
import {
  type BigIntStats,
  closeSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { isOwnName } from "../data-folder/index.ts";
import { type HeldFolder, holdFolder } from "./held-folder.ts";
import { undoMoves } from "./unfinished-folder.ts";

/** Where a file or folder is made, beside the place that it will take. */
export interface TemporaryPlace {
  readonly path: string;
  /** Winnow's own note of it. */
  readonly note: string;
}

/** A file or folder beside the place that it will take, for as long as it is being written. */
export interface Temporary extends TemporaryPlace {
  /** Takes away what is left of it. */
  discard(): void;
}

/** What a note is called in which the number of the folder is kept. */
const FOLDER = ".folder";
const NAME = /^\.winnow-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;

/**
 * A new name in the folder where the file at `path` will stand, so on the same disk; nothing is made yet. What is noted in
 * the folder `notes` of Winnow's own is found again if Winnow ends first, see {@link removeLeftovers}.
 */
export function temporaryBeside(path: string, notes: string): Temporary {
  const id = randomUUID();
  const temporary = join(dirname(path), `.winnow-${id}.part`);
  const note = join(notes, id);
  mkdirSync(notes, { recursive: true, mode: 0o700 });
  const file = openSync(note, "wx", 0o600);
  try {
    writeSync(file, `${temporary}\n${ownMark(fstatSync(file, { bigint: true }))}`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return {
    path: temporary,
    note,
    discard() {
      try {
        discardTemporary({ path: temporary, note });
      } catch {
        // Out of reach just now: the note stays, and the next start looks again.
        return;
      }
      forget(note);
    },
  };
}

/** Makes the folder at a temporary place, for us alone, and notes which one it is. It must not exist yet. */
export function makeTemporaryFolder({ path, note }: TemporaryPlace): HeldFolder {
  mkdirSync(path, { mode: 0o700 });
  const folder = holdFolder(path);
  try {
    if (!isNewAndOurs(folder))
      throw Object.assign(new Error(`${path} is not the one that was made`), { code: "EEXIST" });
    writeFileSync(note + FOLDER, String(folder.stats.ino), { flag: "wx", mode: 0o600, flush: true });
    return folder;
  } catch (error) {
    folder.close();
    throw error;
  }
}

/** Whoever else may write beside it can put a folder of theirs, or another one of the user's, in its place. */
function isNewAndOurs(folder: HeldFolder): boolean {
  if (readdirSync(folder.at("")).length > 0) return false;
  const probe = folder.at("probe");
  const file = openSync(probe, "wx", 0o600);
  try {
    return fstatSync(file, { bigint: true }).uid === folder.stats.uid;
  } finally {
    closeSync(file);
    rmSync(probe);
  }
}

/**
 * Takes away what is unfinished there. A folder only if it is the one that was made: others who may write beside it can
 * move the user's own folders, but not empty them, and are not helped to.
 */
export function discardTemporary({ path, note }: TemporaryPlace): void {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isDirectory()) {
    rmSync(path, { force: true });
    return;
  }
  const made = madeFolder(note);
  if (made === String(stats.ino)) rmSync(path, { recursive: true, force: true });
  // Winnow ended before it was noted.
  else if (made === null && readdirSync(path).length === 0) rmdirSync(path);
}

/** The number of the folder that was made for this note; null: none was. */
function madeFolder(note: string): string | null {
  try {
    return readFileSync(note + FOLDER, "utf8");
  } catch {
    return null;
  }
}

function forget(note: string): void {
  rmSync(note, { force: true });
  rmSync(note + FOLDER, { force: true });
}

/**
 * Removes what earlier runs were still writing when they ended. Only what a note speaks of, under a name that only that
 * note can have given, and that belongs to the same user: never a file of somebody else's.
 */
export function removeLeftovers(notes: string): void {
  for (const id of namesIn(notes)) {
    if (id.endsWith(FOLDER) || !isOwnName("unfinished", id)) continue;
    const note = join(notes, id);
    try {
      const [temporary, mark] = readNote(note);
      // In a copy of the data folder the note is another file: what it speaks of is the original's to take away.
      if (mark !== null && mark !== ownMark(lstatSync(note, { bigint: true }))) {
        forget(note);
        continue;
      }
      // The folder may be on a disk that is not there today.
      if (statSync(dirname(temporary), { throwIfNoEntry: false }) === undefined) continue;
      if (NAME.test(basename(temporary)) && basename(temporary) === `.winnow-${id}.part`)
        removeOwn({ path: temporary, note });
      forget(note);
    } catch {
      // Looked at again at the next start.
    }
  }
}

/** What the system knows a file by, and gives to no copy of it. */
function ownMark({ ino, birthtimeNs }: BigIntStats): string {
  return `#${ino} ${birthtimeNs}`;
}

/** The path that a note speaks of, and its mark; null: an earlier Winnow wrote it. A path may hold line breaks. */
function readNote(note: string): [string, string | null] {
  const text = readFileSync(note, "utf8");
  const marked = /^(.*)\n(#\d+ \d+)$/s.exec(text);
  return marked === null ? [text, null] : [marked[1] ?? "", marked[2] ?? ""];
}

function removeOwn({ path, note }: TemporaryPlace): void {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined || !(stats.isFile() || stats.isDirectory())) return;
  const user = process.getuid?.();
  if (user !== undefined && stats.uid !== BigInt(user)) return;
  if (stats.isDirectory() && madeFolder(note) === String(stats.ino)) undoMoves(path);
  discardTemporary({ path, note });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
