import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { systemCodeOf } from "../../../shared/problems/values.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { removeOwn } from "../../engine/data-folder/index.ts";
import type { Clock } from "../../engine/handlers.ts";
import { watchTransfer } from "../../serving/transfer-watch.ts";
import { untilAborted } from "../../serving/until-aborted.ts";
import type { HostLimits } from "./limits.ts";

export interface Upload {
  readonly uploadId: string;
  readonly path: string;
  readonly name: string;
}

/** Files that pages sent: each waits in a folder of the host's until the engine has its own copy, and no longer. */
export interface Uploads {
  /**
   * Streams `body` into a new file. Problems: `disk_full`, `file_too_large`, `uploads_full`, `file_unreadable`,
   * `cancelled`; nothing is left then. `declared`: how long it says it is, in bytes; 0 where it does not say.
   */
  receive(body: AsyncIterable<Uint8Array>, name: string, declared: number): Promise<Result<Upload>>;
  /** A call reads these uploads until the answer is called: with true, they were copied and are removed. */
  use(uploadIds: readonly string[]): (copied: boolean) => Promise<void>;
  /** Removes all that is there. */
  close(): Promise<void>;
}

export interface UploadsOptions {
  readonly dir: string;
  readonly clock: Clock;
  readonly limits: HostLimits;
  /** An upload was removed: its id leads nowhere now. */
  readonly forget: (uploadId: string) => void;
  /** Bytes that are free on the disk of a folder; null where the system does not say. */
  readonly freeBytes?: (dir: string) => Promise<number | null>;
}

interface Kept extends Upload {
  readonly bytes: number;
  readers: number;
  copied: boolean;
  readonly forgetTimer: () => void;
}

/** Bytes after which the disk is looked at anew. */
const DISK_STEP = 64 * 1024 * 1024;

class Refused extends Error {
  readonly problem: Problem;
  constructor(refused: Problem) {
    super(refused.code);
    this.problem = refused;
  }
}

export function createUploads(options: UploadsOptions): Uploads {
  const { dir, clock, limits, freeBytes = freeBytesOf } = options;
  const kept = new Map<string, Kept>();
  let underWay = 0;
  let total = 0;

  async function refusalOf(name: string, size: number, more: number): Promise<Problem | null> {
    if (size > limits.uploadBytes) return problem("file_too_large", { name, why: "bytes" });
    if (total + more > limits.uploadsBytes) return problem("uploads_full", { name });
    const free = await freeBytes(dir);
    return free !== null && free - more < limits.freeBytes ? problem("disk_full", { path: name }) : null;
  }

  /** Counts what comes, and looks at the limits as it does. */
  function within(name: string, count: (bytes: number) => void): Transform {
    let seen = 0;
    let unlooked = 0;
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        seen += chunk.length;
        unlooked += chunk.length;
        count(chunk.length);
        const isOver = seen > limits.uploadBytes || total > limits.uploadsBytes;
        if (!isOver && unlooked < DISK_STEP) return done(null, chunk);
        unlooked = 0;
        void refusalOf(name, seen, 0).then(
          (refused) => (refused === null ? done(null, chunk) : done(new Refused(refused))),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        );
      },
    });
  }

  async function remove(upload: Kept): Promise<void> {
    if (!kept.delete(upload.uploadId)) return;
    upload.forgetTimer();
    options.forget(upload.uploadId);
    total -= upload.bytes;
    await rm(upload.path, { force: true }).catch(() => undefined);
  }

  async function removeWhenUnread(upload: Kept): Promise<void> {
    if (upload.copied && upload.readers === 0) await remove(upload);
  }

  return {
    async receive(body, name, declared) {
      if (kept.size + underWay >= limits.uploads) return fail(problem("uploads_full", { name }));
      const uploadId = randomUUID();
      const path = join(dir, uploadId);
      const partial = `${path}.partial`;
      const stalled = new AbortController();
      const watch = watchTransfer(clock, limits, () => {
        stalled.abort(new Refused(problem("file_unreadable", { path: name, why: "stopped" })));
      });
      let bytes = 0;
      underWay += 1;
      try {
        await mkdir(dir, { recursive: true, mode: 0o700 });
        const refused = await refusalOf(name, declared, declared);
        if (refused !== null) return fail(refused);
        const count = (more: number) => {
          bytes += more;
          total += more;
          watch.moved(more);
        };
        await pipeline(
          Readable.from(untilAborted(body, stalled.signal)),
          within(name, count),
          createWriteStream(partial, { flags: "wx", mode: 0o600 }),
        );
        await rename(partial, path);
      } catch (error) {
        total -= bytes;
        await rm(partial, { force: true });
        return fail(uploadProblem(error, name));
      } finally {
        watch.end();
        underWay -= 1;
      }
      const upload: Kept = {
        uploadId,
        path,
        name,
        bytes,
        readers: 0,
        copied: false,
        forgetTimer: clock.after(limits.uploadMs, () => {
          upload.copied = true;
          void removeWhenUnread(upload);
        }),
      };
      kept.set(uploadId, upload);
      return ok({ uploadId, path, name });
    },
    use(uploadIds) {
      const uploads = uploadIds.flatMap((uploadId) => kept.get(uploadId) ?? []);
      for (const upload of uploads) upload.readers += 1;
      return async (copied) => {
        for (const upload of uploads) {
          upload.readers -= 1;
          upload.copied ||= copied;
          await removeWhenUnread(upload);
        }
      };
    },
    async close() {
      for (const upload of [...kept.values()]) await remove(upload);
      await clearUploads(dir);
    },
  };
}

/** Removes what earlier runs received: its names are forgotten with the run. */
export async function clearUploads(dir: string): Promise<void> {
  await removeOwn("uploads", dir);
}

async function freeBytesOf(dir: string): Promise<number | null> {
  const found = await statfs(dir).catch(() => null);
  return found === null ? null : found.bavail * found.bsize;
}

function uploadProblem(error: unknown, name: string): Problem {
  if (error instanceof Refused) return error.problem;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOSPC" || code === "EDQUOT") return problem("disk_full", { path: name });
  if (code === "ABORT_ERR" || code === "ECONNRESET" || code === "ERR_STREAM_PREMATURE_CLOSE") {
    return problem("cancelled");
  }
  return problem("file_unreadable", {
    path: name,
    why: code === "" ? "stopped" : "not_kept",
    code: systemCodeOf(error),
  });
}
