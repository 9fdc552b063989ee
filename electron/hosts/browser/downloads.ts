import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";

/** A finished file as an attachment of that name, or null when it is not there. */
export async function sendFile(file: { path: string; name: string }): Promise<Response | null> {
  const found = await stat(file.path).catch(() => null);
  if (found === null || !found.isFile()) return null;
  const body = Readable.toWeb(createReadStream(file.path)) as ReadableStream<Uint8Array>;
  return new Response(body, {
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Length": String(found.size),
      "Content-Disposition": contentDisposition(file.name),
      "Cache-Control": "no-store",
    },
  });
}

/** An attachment's header: a plain ASCII name for all, and the true one as RFC 5987 and 6266 have it. */
export function contentDisposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%/]/g, "_");
  const exact = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
