import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import type { Clock } from "../../engine/handlers.ts";
import { watchTransfer } from "../../serving/transfer-watch.ts";
import type { HostLimits } from "./limits.ts";

/** Hands finished files to browsers. */
export interface Downloads {
  /**
   * A finished file as an attachment of that name. `missing`: it is not there; `busy`: too many are on their way. `drop`
   * ends the connection: nobody takes the file, or it cannot be read to its end.
   */
  send(file: { path: string; name: string }, drop: () => void): Promise<Response | "missing" | "busy">;
}

export function createDownloads(
  clock: Clock,
  limits: Pick<HostLimits, "downloads" | "stallBytes" | "stallMs">,
): Downloads {
  let underWay = 0;
  return {
    async send({ path, name }, drop) {
      const found = await stat(path).catch(() => null);
      if (found === null || !found.isFile()) return "missing";
      if (underWay >= limits.downloads) return "busy";
      underWay += 1;
      const file = createReadStream(path);
      // A browser that takes nothing must not keep the file open for ever.
      const watch = watchTransfer(clock, limits, drop);
      const counted = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          watch.moved(chunk.length);
          done(null, chunk);
        },
      });
      file.on("error", drop);
      counted.once("close", () => {
        watch.end();
        file.destroy();
        underWay -= 1;
      });
      const body = Readable.toWeb(file.pipe(counted)) as ReadableStream<Uint8Array>;
      return new Response(body, {
        headers: {
          "Content-Type": "application/octet-stream",
          "Content-Length": String(found.size),
          "Content-Disposition": contentDisposition(name),
          "Cache-Control": "no-store",
        },
      });
    },
  };
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
