import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import pLimit from "p-limit";
import type { UNREAD } from "../../../../shared/problems/file-reasons.ts";

/** What is asked of a file of the user's: as a disk answers it, or a test's own disk. */
export interface ForeignFile {
  stat(): Promise<ForeignStats>;
  read(into: Buffer): Promise<{ bytesRead: number }>;
  close(): Promise<void>;
}

export interface ForeignStats {
  isFile(): boolean;
  isDirectory(): boolean;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: number;
  readonly dev: number;
}

export interface ForeignDisk {
  stat(path: string): Promise<ForeignStats>;
  open(path: string): Promise<ForeignFile>;
}

/** Neither a pipe without a writer nor a terminal is waited for, where the system can be told so. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

export const systemDisk: ForeignDisk = {
  stat: (path) => stat(path),
  open: (path): Promise<FileHandle & ForeignFile> => open(path, READ),
};

/** How long a drive may take for one answer before it counts as gone. */
const DRIVE_PATIENCE_MS = 60_000;
/** A drive that does not answer holds a thread of the process: so many of its four at most. */
const MOST_ASKED_AT_ONCE = 2;

const slots = pLimit(MOST_ASKED_AT_ONCE);

class Unread extends Error {
  readonly why: keyof typeof UNREAD;

  constructor(why: keyof typeof UNREAD) {
    super(why);
    this.why = why;
  }
}

/** The drive did not answer in time, or nobody waits for it any more. */
export class NotAnswered extends Unread {}

/** What stands at the path is no stored file. */
export class NotStored extends Unread {}

/**
 * What `ask` of a drive answers, or {@link NotAnswered} once `signal` is aborted or patience is over. A question cannot be
 * taken back: what it answers too late goes to `late`.
 */
export function answered<T>(
  ask: () => Promise<T>,
  signal: AbortSignal,
  late: (value: T) => unknown = () => undefined,
  patience = DRIVE_PATIENCE_MS,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    let isAsked = false;
    const leave = () => {
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
    };
    const giveUp = () => {
      leave();
      reject(new NotAnswered(isAsked ? "silent" : "others_silent"));
    };
    const timer = setTimeout(giveUp, patience);
    if (signal.aborted) return giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
    slots(async () => {
      if (isOver) return;
      isAsked = true;
      const value = await ask();
      if (isOver) return void late(value);
      leave();
      resolve(value);
    }).catch((error: unknown) => {
      if (isOver) return;
      leave();
      reject(error);
    });
  });
}

/**
 * Opens the file at `path` for reading if it is a stored one: no folder, pipe, socket or device, also where one takes its
 * place in between. Throws the file system's errors, {@link NotStored} and {@link NotAnswered}.
 */
export async function openForeign(
  path: string,
  signal: AbortSignal,
  disk: ForeignDisk = systemDisk,
): Promise<{ file: ForeignFile; stats: ForeignStats }> {
  // Opening some devices does something to them already.
  requireStored(await answered(() => disk.stat(path), signal));
  const file = await answered(
    () => disk.open(path),
    signal,
    (one) => void one.close().catch(() => undefined),
  );
  try {
    const stats = await answered(() => file.stat(), signal);
    requireStored(stats);
    return { file, stats };
  } catch (error) {
    void file.close().catch(() => undefined);
    throw error;
  }
}

function requireStored(stats: ForeignStats): void {
  if (stats.isFile()) return;
  throw new NotStored(stats.isDirectory() ? "folder" : "device");
}
