import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";

export interface Upload {
  readonly uploadId: string;
  readonly path: string;
  readonly name: string;
}

export const MOST_UPLOAD_BYTES = 8 * 1024 ** 3;

/** Streams `body` into a new file in `dir`. Problems: disk_full, file_too_large, file_unreadable; nothing is left then. */
export async function receiveUpload(
  body: AsyncIterable<Uint8Array> | null,
  name: string,
  dir: string,
  mostBytes: number,
): Promise<Result<Upload>> {
  const uploadId = randomUUID();
  const path = join(dir, uploadId);
  const partial = `${path}.partial`;
  try {
    await mkdir(dir, { recursive: true });
    await pipeline(
      Readable.from(body ?? []),
      atMost(mostBytes),
      createWriteStream(partial, { flags: "wx", mode: 0o600 }),
    );
    await rename(partial, path);
    return ok({ uploadId, path, name });
  } catch (error) {
    await rm(partial, { force: true });
    return fail(uploadProblem(error, name));
  }
}

/** Removes what earlier runs received: its names are forgotten with the run. */
export async function clearUploads(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true });
}

/** The file's own name out of what a page said, without folders and control characters. Null: not a name. */
export function uploadName(said: string | undefined): string | null {
  if (said === undefined) return null;
  const name = basename(said.replaceAll("\\", "/").replaceAll(/\p{Cc}/gu, "")).trim();
  return name === "" || name === "." || name === ".." || name.length > 255 ? null : name;
}

class TooLarge extends Error {}

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

function uploadProblem(error: unknown, name: string): Problem {
  if (error instanceof TooLarge) return problem("file_too_large", { name, why: "it is larger than 8 GB" });
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOSPC" || code === "EDQUOT") return problem("disk_full", { path: name });
  if (code === "ABORT_ERR" || code === "ECONNRESET" || code === "ERR_STREAM_PREMATURE_CLOSE") {
    return problem("cancelled");
  }
  return problem("file_unreadable", { path: name, why: code === "" ? "it stopped coming in" : code });
}
