import { closeSync, fsyncSync, mkdirSync, openSync } from "node:fs";

/** What lies in the data folder is the user's alone, whatever umask the program was started with. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

/** Makes the folder and those above it that are missing, for the user alone. What exists keeps its mode. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
}

/**
 * Makes an empty file for the user alone unless there is one: SQLite makes its databases as the umask has it, and what
 * it keeps beside one takes the mode of that one.
 */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, "a", PRIVATE_FILE));
}

/** Brings what was written to the file to the disk. */
export function syncFile(path: string): void {
  // Windows syncs only what is open for writing.
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Brings renames and new names in the folder to the disk. */
export function syncFolder(path: string): void {
  // Windows cannot open a folder; there the rename itself is what is durable.
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
