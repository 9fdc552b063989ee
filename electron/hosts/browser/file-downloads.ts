import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { Clock } from "../../engine/index.ts";
import { newSecret } from "./authentication.ts";
import type { HostLimits } from "./limits.ts";

/** Returns the file as an attachment; `null` if it does not exist. `drop` is called if reading fails midway. */
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

/** Returns a Content-Disposition header with an ASCII fallback name and the exact name (RFC 5987 and 6266). */
export function contentDisposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%/]/g, "_");
  const exact = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

const MAX_TICKETS = 200;

/** Short-lived, single-use URLs of finished files, because the browser downloads them without the page's bearer. */
export type DownloadTickets = ReturnType<typeof createDownloadTickets>;

export function createDownloadTickets(
  clock: Clock,
  { downloadTicketMs }: Pick<HostLimits, "downloadTicketMs">,
) {
  const waiting = new Map<string, { downloadId: string; madeAt: number }>();
  return {
    issue(downloadId: string): string {
      for (const ticket of waiting.keys()) {
        if (waiting.size < MAX_TICKETS) break;
        waiting.delete(ticket);
      }
      const ticket = newSecret();
      waiting.set(ticket, { downloadId, madeAt: clock.monotonic() });
      return ticket;
    },
    /** Consumes a ticket and returns its download id; `null` if the ticket is unknown, used or expired. */
    take(ticket: string): string | null {
      const found = waiting.get(ticket);
      waiting.delete(ticket);
      if (found === undefined || clock.monotonic() - found.madeAt > downloadTicketMs) return null;
      return found.downloadId;
    },
  };
}
