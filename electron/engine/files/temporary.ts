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
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { undoMoves } from "./unfinished-folder.ts";

/** A file or folder beside the place that it will take, for as long as it is being written. */
export interface Temporary {
  readonly path: string;
  /** Takes away what is left of it. */
  discard(): void;
}

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
    discard() {
      try {
        discardTemporary(temporary);
      } catch {
        // Out of reach just now: the note stays, and the next start looks again.
        return;
      }
      rmSync(note, { force: true });
    },
  };
}

/** Takes away the unfinished file or folder at `temporary`, which is ours. */
export function discardTemporary(temporary: string): void {
  rmSync(temporary, { recursive: true, force: true });
}

/**
 * Removes what earlier runs were still writing when they ended. Only what a note speaks of, under a name that only that
 * note can have given, and that belongs to the same user: never a file of somebody else's.
 */
export function removeLeftovers(notes: string): void {
  for (const id of namesIn(notes)) {
    const note = join(notes, id);
    try {
      const [temporary, mark] = readNote(note);
      // In a copy of the data folder the note is another file: what it speaks of is the original's to take away.
      if (mark !== null && mark !== ownMark(lstatSync(note, { bigint: true }))) {
        rmSync(note, { force: true });
        continue;
      }
      // The folder may be on a disk that is not there today.
      if (statSync(dirname(temporary), { throwIfNoEntry: false }) === undefined) continue;
      if (NAME.test(basename(temporary)) && basename(temporary) === `.winnow-${id}.part`)
        removeOwn(temporary);
      rmSync(note, { force: true });
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

function removeOwn(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !(stats.isFile() || stats.isDirectory())) return;
  const user = process.getuid?.();
  if (user !== undefined && stats.uid !== user) return;
  if (stats.isDirectory()) undoMoves(path);
  rmSync(path, { recursive: true, force: true });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
