import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";

/** A finished file as an attachment of that name; null: it is not there. `drop` ends the connection: it cannot be read to its end. */
export async function sendFile(
  { path, name }: { path: string; name: string },
  drop: () => void,
): Promise<Response | null> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) return null;
  const file = createReadStream(path);
  file.on("error", drop);
  return new Response(Readable.toWeb(file) as ReadableStream<Uint8Array>, {
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Length": String(found.size),
      "Content-Disposition": contentDisposition(name),
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
