import { randomUUID } from "node:crypto";
import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { safeNameWith, stemOf, writeText } from "../../files/index.ts";
import type { Clock, Handlers } from "../../handlers.ts";
import type { ResultReader } from "../../results/index.ts";
import { createDestinations, type DestinationsInput } from "../write/destination.ts";
import { reportPage } from "./page.ts";

export interface ReportCallsInput extends DestinationsInput {
  readonly reader: ResultReader;
  readonly clock: Clock;
  readonly cleaning: (cleaningId: string) => Promise<Result<Cleaning>>;
}

export interface ReportCalls {
  readonly handlers: Handlers<"exports.report">;
}

/** Writes the printable report of a cleaning: whole, or not at all. */
export function createReportCalls(input: ReportCallsInput): ReportCalls {
  const { reader, clock, cleaning, downloads } = input;
  const destinationOf = createDestinations(input);
  return {
    handlers: {
      async "exports.report"({ cleaningId, target }, { signal }) {
        const found = await cleaning(cleaningId);
        if (!found.ok) return found;
        const { listId } = found.value;
        const summary = await reader.ask("summary", { cleaningId, listId }, { signal });
        if (!summary.ok) return summary;
        const html = reportPage(found.value, summary.value, new Date(clock.now()));
        const name = safeNameWith(stemOf(found.value.name), "-report.html");
        const id = randomUUID();
        const to = destinationOf(target, { id, listId, name });
        const path = to.place.named;
        let kept = false;
        try {
          // A page for people to look at is of no use in a pipe.
          if (to.stream !== null) return fail(problem("out_not_a_file", { path: to.stream.path }));
          const written = await writeText(to.place, to.temporary, to.mode, html);
          if (!written.ok) return written;
          kept = true;
        } finally {
          to.end(kept);
        }
        const bytes = Buffer.byteLength(html);
        const isOffered = target.kind === "download";
        const downloadId = isOffered ? downloads.offer(id, { cleaningId, path, name, bytes }) : null;
        return ok({ name, path, bytes, downloadId });
      },
    },
  };
}
