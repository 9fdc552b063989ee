import { type BigIntStats, fstatSync, lstatSync } from "node:fs";

/** What the system knows a file or folder by, wherever it stands. */
export type Inode = Pick<BigIntStats, "dev" | "ino">;

/**
 * A file that this process made and holds open. In a folder that others may write to, its path may lead to anything by
 * now; the descriptor is this file for certain, and its number is given to no other one while it is open.
 */
export interface MadeFile {
  readonly path: string;
  /** Open for reading and writing. */
  readonly descriptor: number;
  /** Whether it is this file that stands at `path`. */
  isAt(path: string): boolean;
}

export function madeFile(path: string, descriptor: number): MadeFile {
  const inode = fstatSync(descriptor, { bigint: true });
  return { path, descriptor, isAt: (at) => isInodeAt(inode, at) };
}

/** Whether that very file or folder stands at `path`, not one that a link there leads to. */
export function isInodeAt(inode: Inode, path: string): boolean {
  const there = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return there !== undefined && there.ino === inode.ino && there.dev === inode.dev;
}
