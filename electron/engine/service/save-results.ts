import { type FileHandle, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { systemCodeOf } from "../../../shared/problems/define-problem.ts";
import { problem } from "../../../shared/problems.ts";
import { type AnswerContext, failed } from "./error-responses.ts";
import { openEnvelope } from "./response-schemas.ts";
import { nonsense, refused } from "./responses.ts";
import type { ServiceAnswer } from "./types.ts";

export interface ResultsFileOptions {
  readonly path: string;
  readonly limit: number;
  readonly context: AnswerContext;
  readonly alive: (received: number) => void;
  readonly onBytes: ((received: number) => void) | undefined;
}

/** Longer than any error sent in place of results, in bytes. */
const MAX_ERROR_BYTES = 64 * 1024;

/** Streams a download into `path` and syncs it; deletes it on failure (service-spec, 'Download results'). */
export async function saveResults(
  response: Response,
  options: ResultsFileOptions,
): Promise<ServiceAnswer<{ bytes: number }>> {
  let saved = false;
  try {
    const answer = await write(response, options);
    saved = answer.ok;
    return answer;
  } finally {
    if (!saved) await rm(options.path, { force: true }).catch(() => {});
  }
}

async function write(
  response: Response,
  { path, limit, context, alive, onBytes }: ResultsFileOptions,
): Promise<ServiceAnswer<{ bytes: number }>> {
  const opened = await onDisk(path, () => open(path, "w", 0o600));
  if (!opened.ok) return opened;
  const file = opened.value;
  try {
    const head: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of response.body ?? []) {
      bytes += piece.length;
      alive(bytes);
      if (bytes > limit) return nonsense("download", "too_large");
      if (bytes <= MAX_ERROR_BYTES) head.push(piece);
      const written = await onDisk(path, () => writeAll(file, piece));
      if (!written.ok) return written;
      onBytes?.(bytes);
    }
    const instead =
      bytes <= MAX_ERROR_BYTES ? notResults(response, Buffer.concat(head).toString(), context) : null;
    if (instead !== null) return instead;
    const synced = await onDisk(path, () => file.sync());
    return synced.ok ? { ok: true, value: { bytes } } : synced;
  } finally {
    await file.close().catch(() => {});
  }
}

/** Detects an error in JSON or a proxy's page sent with status 200. */
function notResults(response: Response, text: string, context: AnswerContext): ServiceAnswer<never> | null {
  const start = text.replace(/^\uFEFF/, "").trimStart();
  if (start.startsWith("{")) {
    const envelope = openEnvelope(start);
    if (envelope !== null) {
      return envelope.success === true
        ? nonsense("download", "no_results")
        : refused(response, envelope, text, context);
    }
  }
  if (/^<(!doctype|html|head|body)\b/i.test(start)) return nonsense("download", "web_page");
  if (start === "") return nonsense("download", "empty");
  return null;
}

async function writeAll(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.length; ) at += (await file.write(piece, at)).bytesWritten;
}

type OnDisk<T> = { ok: true; value: T } | Extract<ServiceAnswer<never>, { ok: false }>;

/** Separates disk errors, which the user must resolve, from network errors. */
async function onDisk<T>(path: string, act: () => Promise<T>): Promise<OnDisk<T>> {
  try {
    return { ok: true, value: await act() };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unwritable";
    const what =
      code === "ENOSPC" || code === "EDQUOT"
        ? problem("disk_full", { path })
        : code === "ENOENT"
          ? problem("store_gone", { dir: dirname(path) })
          : problem("store_failing", { dir: dirname(path), code: systemCodeOf(error) });
    return failed(what, "user", "unknown");
  }
}

/** Normalizes a column name for comparison: letters and digits in lower case. */
export function plainColumnName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
