import { z } from "zod";
import type { HoldingQuestion, historyEntrySchema } from "../../../shared/bridge/results.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { flagsOf, sourceOf, verdictOf } from "../../../shared/verdicts.ts";
import { SANDBOX_SCOPE } from "../accounts/index.ts";
import type { Handlers } from "../handlers.ts";
import type { Journal } from "../store/index.ts";
import type { ArchivedVerdict } from "./archive/look-ups.ts";
import type { Target } from "./review/thread/operations.ts";
import type { ResultReader } from "./review/thread/reader.ts";
import type { SoughtInLists } from "./review/view/holding.ts";

export type ResultCallName =
  | "results.summary"
  | "results.rows"
  | "results.row"
  | "results.compare"
  | "results.override"
  | "results.undo"
  | "results.holding"
  | "results.history";

const cleaningRow = z.object({ list_id: z.string(), scope: z.string(), name: z.string() });
const nameRow = z.object({ name: z.string(), deleted_at: z.number().nullable() });
const keptRows = z.array(
  z.object({
    id: z.string(),
    list_id: z.string(),
    name: z.string(),
    deleted_at: z.number().nullable(),
    created_at: z.number(),
    cleaned: z.int(),
    scope: z.string().nullable(),
  }),
);
type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** What a verdict of a single check, or of a cleaning that was deleted since, is listed under. */
const CHECK = { cleaningId: "check", name: "Checked by itself" };
const GONE = "Earlier cleaning";

/** So many lists are asked about at once, at most. */
const LISTS_AT_ONCE = 100;

/** The handlers of `results.*`. They work offline, and while a cleaning is still under way. */
export function createResultCalls({
  journal,
  reader,
  searcher = reader,
}: {
  journal: Journal;
  reader: ResultReader;
  /** Looks through whole lists: whoever looks at rows does not wait for that. */
  searcher?: ResultReader;
}): Handlers<ResultCallName> {
  function find(cleaningId: string): Result<Target & { scope: string }> {
    const row = journal.db.prepare("SELECT list_id, scope, name FROM cleanings WHERE id = ?").get(cleaningId);
    if (row === undefined) return fail(problem("cleaning_unknown", { cleaning: cleaningId }));
    const { list_id, scope } = cleaningRow.parse(row);
    return ok({ cleaningId, listId: list_id, scope });
  }

  function entryOf(entry: ArchivedVerdict): HistoryEntry {
    const row = journal.db
      .prepare("SELECT name, deleted_at FROM cleanings WHERE id = ?")
      .get(entry.cleaningId ?? "");
    const found = row === undefined ? { name: GONE, deleted_at: null } : nameRow.parse(row);
    return {
      ...(entry.cleaningId === null ? CHECK : { cleaningId: entry.cleaningId, name: found.name }),
      ...(found.deleted_at === null ? {} : { inBin: true }),
      at: entry.verifiedAt,
      verdict: verdictOf(entry.verdict),
      flags: flagsOf(entry.flags),
      source: sourceOf(entry.source),
      sandbox: entry.scope === SANDBOX_SCOPE,
    };
  }

  /** Every list that is kept, by its cleanings where there are any, newest first. */
  function keptLists() {
    return keptRows.parse(
      journal.db
        .prepare(
          `SELECT id, list_id, name, deleted_at, created_at, 1 AS cleaned, scope FROM cleanings
           UNION ALL
           SELECT id, id, name, NULL, created_at, 0, NULL FROM lists WHERE id NOT IN (SELECT list_id FROM cleanings)
           ORDER BY created_at DESC, id DESC`,
        )
        .all(),
    );
  }

  function soughtOf(question: HoldingQuestion): Result<SoughtInLists> {
    if (question.kind !== "verdicts_of") return ok(question);
    const from = find(question.cleaningId);
    return from.ok ? ok({ kind: "verdicts_of", from: from.value }) : from;
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
    async "results.override"({ cleaningId, rows, except, decision, reason, shown }) {
      const target = find(cleaningId);
      if (!target.ok) return target;
      const answer = await reader.ask("override", {
        ...target.value,
        ...{ rows, except, decision, reason, shown },
      });
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
      const { addresses, further, more } = answer.value;
      return ok({
        addresses: addresses.map((one) => ({ ...one, entries: one.entries.map(entryOf) })),
        further,
        more,
      });
    },
    async "results.holding"({ question, from }, { signal }) {
      const sought = soughtOf(question);
      if (!sought.ok) return sought;
      const all = keptLists();
      const isBeyond = ({ created_at, id }: (typeof all)[number]) =>
        from === null || created_at < from.at || (created_at === from.at && id < from.id);
      const first = all.findIndex(isBeyond);
      const rest = first < 0 ? [] : all.slice(first, first + LISTS_AT_ONCE);
      const lists = rest.map(({ id, list_id, cleaned }) => ({
        cleaningId: cleaned === 1 ? id : null,
        listId: list_id,
      }));
      if (lists.length === 0)
        return ok({ lists: [], looked: all.length, of: all.length, unread: 0, next: null });
      const answer = await searcher.ask("holding", { question: sought.value, lists }, { signal });
      if (!answer.ok) return answer;
      const looked = rest.slice(0, answer.value.length);
      const last = looked.at(-1);
      const done = first + looked.length;
      return ok({
        lists: looked.flatMap(({ id, list_id, name, deleted_at, cleaned, scope }, at) => {
          const held = answer.value[at];
          if (!held || held.found === 0) return [];
          return [
            {
              ...held,
              ...{ cleaningId: cleaned === 1 ? id : null, listId: list_id, name, inBin: deleted_at !== null },
              sandbox: scope === SANDBOX_SCOPE,
            },
          ];
        }),
        looked: done,
        of: all.length,
        unread: answer.value.filter((one) => one === null).length,
        next: last === undefined || done === all.length ? null : { at: last.created_at, id: last.id },
      });
    },
  };
}
