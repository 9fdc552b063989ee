import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { systemCodeOf } from "../../../../shared/problems/define-problem.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { MAX_LIST_BYTES, makePrivateFolder, PRIVATE_FILE } from "../../../engine/index.ts";

export const STANDARD_INPUT = "-";
const NAME = "standard input";

/** A list from standard input, stored in a temporary file. */
export interface PipedList {
  readonly uploadId: string;
  readonly path: string;
  readonly name: string;
  remove(): Promise<void>;
}

class TooLarge extends Error {}

/**
 * Reads `stdin` to its end into a private file below `dir`. The file's id serves as an upload id. There is no time
 * limit. Fails with `file_unreadable`, `file_too_large`, `disk_full`, `store_failing` or `cancelled`, and leaves no
 * file then.
 */
export async function receivePiped(
  stdin: Readable,
  dir: string,
  signal: AbortSignal,
): Promise<Result<PipedList>> {
  const uploadId = randomUUID();
  const path = join(dir, uploadId);
  try {
    makePrivateFolder(dir);
    const target = createWriteStream(path, { flags: "wx", mode: PRIVATE_FILE });
    await pipeline(stdin, atMost(MAX_LIST_BYTES), target, { signal });
    return ok({ uploadId, path, name: NAME, remove: () => rm(path, { force: true }) });
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    return fail(signal.aborted ? problem("cancelled") : refusal(error, path, dir));
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

function refusal(error: unknown, path: string, dir: string): Problem {
  if (error instanceof TooLarge) return problem("file_too_large", { name: NAME, why: "bytes" });
  const code = systemCodeOf(error);
  if (code === "ENOSPC" || code === "EDQUOT") return problem("disk_full", { path });
  const isOurs = error instanceof Error && "path" in error && String(error.path).startsWith(dir);
  return isOurs ? problem("store_failing", { dir, code }) : problem("file_unreadable", { path: NAME, code });
}
