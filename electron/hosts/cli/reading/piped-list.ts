import { randomUUID } from "node:crypto";
import { close, constants, createWriteStream, fstatSync, open, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { Socket } from "node:net";
import { basename, join } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { systemCodeOf } from "../../../../shared/problems/values.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { makePrivateFolder, PRIVATE_FILE } from "../../../engine/data-folder/index.ts";
import { MOST_LIST_BYTES } from "../../../engine/lists/index.ts";

/** What stands for standard input where a list is named. */
export const STANDARD_INPUT = "-";

/** A list that came as a stream, whole, in a file of Winnow's own. */
export interface PipedList {
  readonly uploadId: string;
  readonly path: string;
  readonly name: string;
  /** Takes the file away, once the list was taken in or was refused. */
  remove(): Promise<void>;
}

class TooLarge extends Error {}

/** Whether a list comes as a stream, which can be read but once: standard input, a pipe, a process substitution. */
export function isPiped(file: string): boolean {
  return file === STANDARD_INPUT || pipeAt(file);
}

/** What a list is called that `file` names: a stream has no name of its own, but for a pipe that stands in a folder. */
function nameOfList(file: string): string {
  if (file === STANDARD_INPUT) return "standard input";
  return /^\/(dev|proc)\//.test(file) && pipeAt(file) ? "piped list" : basename(file);
}

/**
 * Reads the stream that `file` names to its end, into a private file below `dir`, whose id is that of an upload. However
 * long it takes: whoever writes decides. Problems: `file_unreadable`, `file_too_large`, `disk_full`, `store_failing`,
 * `cancelled`; nothing is left then.
 */
export async function receivePiped(
  file: string,
  dir: string,
  { stdin, signal }: { readonly stdin: Readable; readonly signal: AbortSignal },
): Promise<Result<PipedList>> {
  const name = nameOfList(file);
  const uploadId = randomUUID();
  const path = join(dir, uploadId);
  let source: Readable;
  try {
    source = file === STANDARD_INPUT ? stdin : await openPipe(file);
  } catch (error) {
    return fail(problem("file_unreadable", { path: file, code: systemCodeOf(error) }));
  }
  try {
    makePrivateFolder(dir);
    const target = createWriteStream(path, { flags: "wx", mode: PRIVATE_FILE });
    await pipeline(source, atMost(MOST_LIST_BYTES), target, { signal });
    return ok({ uploadId, path, name, remove: () => rm(path, { force: true }) });
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    return fail(refusal(error, { file, name, path, dir, signal }));
  }
}

/** Opened without waiting for who writes into it: that is waited for by the stream, which can be given up. */
async function openPipe(file: string): Promise<Readable> {
  const opened = await promisify(open)(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if (fstatSync(opened).isFIFO()) return new Socket({ fd: opened, readable: true, writable: false });
  await promisify(close)(opened);
  throw Object.assign(new Error("it is no pipe any more"), { code: "EINVAL" });
}

function pipeAt(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isFIFO() === true;
  } catch {
    // What cannot be looked at is told of when it is opened.
    return false;
  }
}

function atMost(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > bytes) done(new TooLarge());
      else done(null, chunk);
    },
  });
}

interface Failing {
  readonly file: string;
  readonly name: string;
  readonly path: string;
  readonly dir: string;
  readonly signal: AbortSignal;
}

function refusal(error: unknown, { file, name, path, dir, signal }: Failing): Problem {
  if (signal.aborted) return problem("cancelled");
  if (error instanceof TooLarge) return problem("file_too_large", { name, why: "bytes" });
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOSPC" || code === "EDQUOT") return problem("disk_full", { path });
  const isOurs = error instanceof Error && "path" in error && String(error.path).startsWith(dir);
  return isOurs
    ? problem("store_failing", { dir, code: systemCodeOf(error) })
    : problem("file_unreadable", { path: file, code: systemCodeOf(error) });
}
