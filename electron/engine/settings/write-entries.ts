import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { makePrivateFolder, PRIVATE_FILE, storeProblem, syncFile, syncFolder } from "../store/index.ts";

const PIECE = 64 * 1024;

/**
 * Writes the entries of a suppression list, one a line: beside `target` first, then renamed, so that it is there whole or
 * not at all. Problems: those of the store.
 */
export function writeEntries(target: string, entries: Iterable<string>): Result<null> {
  try {
    write(target, entries);
    return ok(null);
  } catch (error) {
    rmSync(`${target}.new`, { force: true });
    return fail(storeProblem(error, target) ?? problem("internal"));
  }
}

function write(target: string, entries: Iterable<string>): void {
  makePrivateFolder(dirname(target));
  const file = openSync(`${target}.new`, "w", PRIVATE_FILE);
  try {
    let text = "";
    for (const entry of entries) {
      text += `${entry}\n`;
      if (text.length < PIECE) continue;
      writeSync(file, text);
      text = "";
    }
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
  syncFile(`${target}.new`);
  renameSync(`${target}.new`, target);
  syncFolder(dirname(target));
}
