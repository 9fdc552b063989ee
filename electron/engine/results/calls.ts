import { z } from "zod";
import type { historyEntrySchema } from "../../../shared/bridge/results.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { flagsOf, sourceOf, verdictOf } from "../../../shared/verdicts.ts";
import type { Handlers } from "../handlers.ts";
import type { Journal } from "../store/index.ts";
import type { ArchivedVerdict } from "./archive/archive.ts";
import type { Target } from "./review/thread/operations.ts";
import type { ResultReader } from "./review/thread/reader.ts";

export type ResultCallName =
  | "results.summary"
  | "results.rows"
  | "results.row"
  | "results.compare"
  | "results.override"
  | "results.undo"
  | "results.history";

const cleaningRow = z.object({ list_id: z.string(), scope: z.string(), name: z.string() });
type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** What a verdict of a single check, or of a cleaning that was deleted since, is listed under. */
const CHECK = { cleaningId: "check", name: "Checked by itself" };
const GONE = "Earlier cleaning";

/** The handlers of `results.*`. They work offline, and while a cleaning is still under way. */
export function createResultCalls({
  journal,
  reader,
}: {
  journal: Journal;
  reader: ResultReader;
}): Handlers<ResultCallName> {
  function find(cleaningId: string): Result<Target & { scope: string }> {
    const row = journal.db.prepare("SELECT list_id, scope, name FROM cleanings WHERE id = ?").get(cleaningId);
    if (row === undefined) return fail(problem("cleaning_unknown", { cleaning: cleaningId }));
    const { list_id, scope } = cleaningRow.parse(row);
    return ok({ cleaningId, listId: list_id, scope });
  }

  function entryOf(entry: ArchivedVerdict): HistoryEntry {
    const found = journal.db
      .prepare("SELECT list_id, scope, name FROM cleanings WHERE id = ?")
      .get(entry.cleaningId ?? "");
    const name = found === undefined ? GONE : cleaningRow.parse(found).name;
    return {
      ...(entry.cleaningId === null ? CHECK : { cleaningId: entry.cleaningId, name }),
      at: entry.verifiedAt,
      verdict: verdictOf(entry.verdict),
      flags: flagsOf(entry.flags),
      source: sourceOf(entry.source),
    };
  }

  return {
    async "results.summary"({ cleaningId }, { signal }) {
      const target = find(cleaningId);
      return target.ok ? reader.ask("summary", target.value, { signal }) : target;
    },
    async "results.rows"({ cleaningId, sequence, page, ...query }, { signal }) {
      const target = find(cleaningId);
      if (!target.ok) return target;
      const series = { name: JSON.stringify([cleaningId, page]), sequence };
      const answer = await reader.ask("rows", { ...target.value, ...query }, { signal, series });
      return answer.ok ? ok({ ...answer.value, sequence }) : answer;
    },
    async "results.row"({ cleaningId, row }, { signal }) {
      const target = find(cleaningId);
      if (!target.ok) return target;
      const answer = await reader.ask("row", { ...target.value, row }, { signal });
      return answer.ok ? ok({ ...answer.value, history: answer.value.history.map(entryOf) }) : answer;
    },
    async "results.compare"({ left, right, ...question }, { signal }) {
      const before = find(left);
      if (!before.ok) return before;
      const after = find(right);
      if (!after.ok) return after;
      return reader.ask("compare", { left: before.value, right: after.value, ...question }, { signal });
    },
    async "results.override"({ cleaningId, rows, except, decision, reason }) {
      const target = find(cleaningId);
      if (!target.ok) return target;
      const answer = await reader.ask("override", { ...target.value, rows, except, decision, reason });
      return answer.ok ? ok({ changed: answer.value }) : answer;
    },
    async "results.undo"({ cleaningId, redo }) {
      const target = find(cleaningId);
      if (!target.ok) return target;
      const answer = await reader.ask("undo", { ...target.value, redo });
      return answer.ok ? ok({ changed: answer.value }) : answer;
    },
    async "results.history"({ search, limit }, { signal }) {
      const answer = await reader.ask("history", { search, limit, scope: null }, { signal });
      if (!answer.ok) return answer;
      return ok({
        addresses: answer.value.map((one) => ({ ...one, entries: one.entries.map(entryOf) })),
      });
    },
  };
}
