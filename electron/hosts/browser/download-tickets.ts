import type { Clock } from "../../engine/handlers.ts";
import type { HostLimits } from "./limits.ts";
import { newSecret } from "./secrets.ts";

const MOST_WAITING = 200;

/** Addresses of finished files: a browser fetches them without the page's bearer, so each works once and not for long. */
export interface DownloadTickets {
  /** A ticket for the file of that download id. */
  give(downloadId: string): string;
  /** The download id of a ticket, which is used up by it; null for an unknown, used or old one. */
  take(ticket: string): string | null;
}

export function createDownloadTickets(
  clock: Clock,
  { downloadTicketMs }: Pick<HostLimits, "downloadTicketMs">,
): DownloadTickets {
  const waiting = new Map<string, { downloadId: string; madeAt: number }>();
  return {
    give(downloadId) {
      for (const ticket of waiting.keys()) {
        if (waiting.size < MOST_WAITING) break;
        waiting.delete(ticket);
      }
      const ticket = newSecret();
      waiting.set(ticket, { downloadId, madeAt: clock.monotonic() });
      return ticket;
    },
    take(ticket) {
      const found = waiting.get(ticket);
      waiting.delete(ticket);
      if (found === undefined || clock.monotonic() - found.madeAt > downloadTicketMs) return null;
      return found.downloadId;
    },
  };
}
