import { z } from "zod";
import type { RowsToSuppress } from "../../../shared/bridge/suppression.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, type Result } from "../../../shared/result.ts";
import type { RowEntries } from "../settings/index.ts";
import type { Journal } from "../store/index.ts";
import type { ResultReader } from "./review/thread/reader.ts";
import { doorsAsStarted, suppressesIn } from "./suppresses.ts";

const foundSchema = z.object({ list_id: z.string(), options: z.string() });

/** Asks the reader whom a cleaning's rows name, and to write those who are on no suppression list yet to a file. */
export function createEntriesOfRows({ journal, reader }: { journal: Journal; reader: ResultReader }) {
  const cleaning = journal.db.prepare("SELECT list_id, options FROM cleanings WHERE id = ?");
  return async (
    { cleaningId, rows, except }: RowsToSuppress,
    target: string | null,
    signal?: AbortSignal,
  ): Promise<Result<RowEntries>> => {
    const row = cleaning.get(cleaningId);
    if (row === undefined) return fail(problem("cleaning_unknown", { cleaning: cleaningId }));
    const { list_id, options } = foundSchema.parse(row);
    const suppresses = suppressesIn(options);
    const meant = Array.isArray(rows) ? rows : doorsAsStarted(rows, { suppresses });
    const asked = { cleaningId, listId: list_id, rows: meant, except, target };
    return reader.ask("suppress", asked, signal === undefined ? {} : { signal });
  };
}
