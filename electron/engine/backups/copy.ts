import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import Database from "better-sqlite3";
import { makePrivateFile, PRIVATE_FILE, syncFile } from "../data-folder/index.ts";

/** No link is followed, and no pipe waited for, where the system can be told so. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const PIECE = 1024 * 1024;

export interface Copied {
  readonly bytes: number;
  readonly sha256: string;
}

/** What was to be copied is no plain file, or is longer than it was said to be. */
export class NotAsExpected extends Error {}

/**
 * Copies the plain file at `from` into a new, private one at `to`, durably; answers what it copied. Throws
 * `NotAsExpected` for anything else than a plain file of at most `most` bytes, and the file system's errors.
 */
export function copyPlain(from: string, to: string, most = Number.POSITIVE_INFINITY): Copied {
  if (!lstatSync(from).isFile()) throw new NotAsExpected(from);
  const source = openSync(from, READ);
  try {
    if (!fstatSync(source).isFile()) throw new NotAsExpected(from);
    const target = openSync(to, "wx", PRIVATE_FILE);
    try {
      const hash = createHash("sha256");
      const piece = Buffer.allocUnsafe(PIECE);
      let bytes = 0;
      for (;;) {
        const got = readSync(source, piece, 0, PIECE, null);
        if (got === 0) break;
        bytes += got;
        if (bytes > most) throw new NotAsExpected(from);
        hash.update(piece.subarray(0, got));
        for (let at = 0; at < got; ) at += writeSync(target, piece, at, got - at);
      }
      fsyncSync(target);
      return { bytes, sha256: hash.digest("hex") };
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}

/** Copies a database that may be in use, as it is at this moment, into a new, private file. Throws SQLite's errors. */
export function copyDatabase(from: string, to: string): void {
  const db = new Database(from, { readonly: true, fileMustExist: true, timeout: 60_000 });
  try {
    makePrivateFile(to);
    db.prepare("VACUUM INTO ?").run(to);
  } finally {
    db.close();
  }
  syncFile(to);
}

/** Length and SHA-256 of the file at `path`. */
export function hashOf(path: string): Copied {
  const file = openSync(path, READ);
  try {
    const hash = createHash("sha256");
    const piece = Buffer.allocUnsafe(PIECE);
    let bytes = 0;
    for (;;) {
      const got = readSync(file, piece, 0, PIECE, null);
      if (got === 0) return { bytes, sha256: hash.digest("hex") };
      bytes += got;
      hash.update(piece.subarray(0, got));
    }
  } finally {
    closeSync(file);
  }
}
