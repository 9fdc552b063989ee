import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, utimes } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { codeOf } from "../../../shared/errors.ts";
import { systemCodeOf } from "../../../shared/problems/define-problem.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Clock, Engine } from "../../engine/index.ts";
import type { HostLimits } from "./limits.ts";

export interface Upload {
  readonly uploadId: string;
  readonly path: string;
  readonly name: string;
}

export interface UploadsOptions {
  readonly dir: string;
  readonly clock: Clock;
  readonly limits: Pick<HostLimits, "uploadBytes" | "uploadLifetimeMs">;
  readonly forget: (uploadId: string) => void;
}

interface StoredUpload extends Upload {
  readers: number;
  copied: boolean;
  readonly forgetTimer: () => void;
}

class TooLarge extends Error {}

/** Files uploaded by pages, kept until the engine has copied them. */
export type Uploads = ReturnType<typeof createUploads>;

export function createUploads(options: UploadsOptions) {
  const { dir, clock, limits } = options;
  const kept = new Map<string, StoredUpload>();
  const arriving = new Set<Promise<void>>();

  function within(): Transform {
    let seen = 0;
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        seen += chunk.length;
        if (seen > limits.uploadBytes) done(new TooLarge());
        else done(null, chunk);
      },
    });
  }

  /** Writes `body` to `path`, or leaves no file. */
  async function store(body: AsyncIterable<Uint8Array>, path: string, written: Date): Promise<void> {
    const partial = `${path}.partial`;
    try {
      const target = createWriteStream(partial, { flags: "wx", mode: 0o600 });
      await pipeline(Readable.from(body), within(), target);
      await utimes(partial, written, written);
      await rename(partial, path);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  async function remove(upload: StoredUpload): Promise<void> {
    if (!kept.delete(upload.uploadId)) return;
    upload.forgetTimer();
    options.forget(upload.uploadId);
    await rm(upload.path, { force: true }).catch(() => undefined);
  }

  async function removeWhenUnread(upload: StoredUpload): Promise<void> {
    if (upload.copied && upload.readers === 0) await remove(upload);
  }

  return {
    /**
     * Streams `body` into a new file. `declared`: the announced size in bytes; 0 if unknown. Fails with `disk_full`,
     * `file_too_large`, `file_unreadable` or `cancelled`, and leaves no file then.
     */
    async receive(
      body: AsyncIterable<Uint8Array>,
      name: string,
      declared: number,
      written: Date,
    ): Promise<Result<Upload>> {
      const uploadId = randomUUID();
      const path = join(dir, uploadId);
      try {
        await mkdir(dir, { recursive: true, mode: 0o700 });
        if (declared > limits.uploadBytes) throw new TooLarge();
        const arrival = store(body, path, written);
        arriving.add(arrival);
        await arrival.finally(() => arriving.delete(arrival));
      } catch (error) {
        return fail(uploadProblem(error, name));
      }
      const upload: StoredUpload = {
        uploadId,
        path,
        name,
        readers: 0,
        copied: false,
        forgetTimer: clock.after(limits.uploadLifetimeMs, () => {
          upload.copied = true;
          void removeWhenUnread(upload);
        }),
      };
      kept.set(uploadId, upload);
      return ok({ uploadId, path, name });
    },
    /** Keeps these uploads until the returned function is called; `copied` removes them. */
    use(uploadIds: readonly string[]): (copied: boolean) => Promise<void> {
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
    /** Call it once no more bodies arrive: removing the folder fails while a file is written there. */
    async close() {
      await Promise.allSettled(arriving);
      for (const upload of [...kept.values()]) await remove(upload);
      await clearUploads(dir);
    },
  };
}

export async function clearUploads(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true });
}

function uploadProblem(error: unknown, name: string): Problem {
  if (error instanceof TooLarge) return problem("file_too_large", { name, why: "bytes" });
  const code = codeOf(error);
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

export type HostedEngine = Pick<Engine, "call" | "on" | "downloadFile" | "registerUpload" | "forgetUpload">;

/** Returns the file name without folders and control characters; `null` if nothing usable is left. */
export function uploadName(said: string | undefined): string | null {
  if (said === undefined) return null;
  const name = basename(said.replaceAll("\\", "/").replaceAll(/\p{Cc}/gu, "")).trim();
  return name === "" || name === "." || name === ".." || name.length > 255 ? null : name;
}

/** Parses the file's modification time in Unix ms; now if it is invalid or in the future. */
export function writtenAt(said: string | undefined): Date {
  const at = Number(said);
  return new Date(at > 0 && at < Date.now() ? at : Date.now());
}
