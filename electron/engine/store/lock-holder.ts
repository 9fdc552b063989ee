import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { makePrivateFile } from "../data-folder/index.ts";

/** Who has the data folder: a process, and the machine that it runs on. */
export interface LockHolder {
  readonly pid: number;
  readonly host: string;
}

const holderSchema = z.object({ pid: z.int().min(1), host: z.string().max(255) });
const noteOf = (dataDir: string) => join(dataDir, "lock.db.holder");

/** Notes that this process has the folder, for those who find it locked. The lock itself does not depend on it. */
export function noteHolder(dataDir: string): void {
  try {
    makePrivateFile(noteOf(dataDir));
    writeFileSync(noteOf(dataDir), JSON.stringify({ pid: process.pid, host: hostname() }));
  } catch {
    // Others are told less.
  }
}

export function forgetHolder(dataDir: string): void {
  try {
    rmSync(noteOf(dataDir), { force: true });
  } catch {
    // Whoever reads it finds that the process has ended.
  }
}

/** Who has the locked folder, as far as that is known: a note may be left by a process that was killed. */
export function holderOf(dataDir: string): LockHolder | null {
  try {
    const holder = holderSchema.parse(JSON.parse(readFileSync(noteOf(dataDir), "utf8")));
    return holder.host === hostname() && !isRunning(holder.pid) ? null : holder;
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
