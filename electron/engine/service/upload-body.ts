import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { systemCodeOf } from "../../../shared/problems/entries.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { RequestBody } from "./transport.ts";

/**
 * Builds the multipart body of an upload, streamed from the file at `path` as field `local_file` (service-spec, 'Upload
 * a list' and 'Limits'). `limit` is in bytes. Not FormData, because its length, needed for Content-Length, is unknown
 * beforehand. Problems: `file_missing`, `file_unreadable`, `upload_too_large`.
 */
export async function uploadBody(
  path: string,
  name: string | undefined,
  limit: number,
  onBytes: ((sent: number) => void) | undefined,
): Promise<Result<RequestBody>> {
  const file = await openFile(path);
  if (!file.ok) return file;
  if (file.value.size > limit) {
    return fail(problem("upload_too_large", { bytes: file.value.size, limit }));
  }
  const boundary = `winnow-${randomUUID()}`;
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="local_file"; filename="${fileName(name ?? basename(path))}"` +
    "\r\nContent-Type: text/csv\r\n\r\n";
  const body = new Blob([head, file.value, `\r\n--${boundary}--\r\n`]);
  const headBytes = Buffer.byteLength(head);
  const fileBytes = file.value.size;
  return ok({
    kind: "stream",
    type: `multipart/form-data; boundary=${boundary}`,
    size: body.size,
    open: () => body.stream(),
    onSent: (sent) => onBytes?.(Math.min(fileBytes, Math.max(0, sent - headBytes))),
  });
}

async function openFile(path: string): Promise<Result<Blob>> {
  try {
    // openAsBlob does not report what is wrong with a path.
    const found = await stat(path);
    if (!found.isFile())
      return fail(problem("file_unreadable", { path, why: found.isDirectory() ? "folder" : "device" }));
    return ok(await openAsBlob(path));
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === "ENOENT") return fail(problem("file_missing", { path }));
    return fail(problem("file_unreadable", { path, code }));
  }
}

/** Escapes a file name as the HTML standard requires; the service accepts only `.csv`. */
function fileName(name: string): string {
  const csv = /\.csv$/i.test(name) ? name : `${name}.csv`;
  return csv.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
