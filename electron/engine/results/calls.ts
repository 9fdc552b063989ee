import { z } from "zod";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { historyEntrySchema } from "../../../shared/bridge/results.ts";
import type { RowsToSuppress } from "../../../shared/bridge/suppression.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { flagsOf, sourceOf, verdictOf } from "../../../shared/verdicts.ts";
import { SANDBOX_SCOPE } from "../accounts/index.ts";
import type { Handlers } from "../handlers.ts";
import type { ArchivedVerdict } from "../ledger/index.ts";
import type { PeopleOfRows } from "../memory/index.ts";
import type { Journal } from "../store/index.ts";
import { priceSummary, suppressesIn, withStartedSuppression } from "./cleaning-terms.ts";
import type { EarlierCleaning, Target } from "./review/thread/operations.ts";
import type { ResultReader } from "./review/thread/reader.ts";

export type ResultCallName =
  | "results.summary"
  | "results.answer"
  | "results.facets"
  | "results.insights"
  | "results.rows"
  | "results.row"
  | "results.compare"
  | "results.mark"
  | "results.undo"
  | "results.holding"
  | "results.history";

const cleaningRow = z.object({
  list_id: z.string(),
  scope: z.string(),
  options: z.string(),
  price: z.string(),
  state: z.string(),
  created_at: z.number(),
  unique_addresses: z.number(),
});
/** Rows of earlier cleanings with half to twice as many addresses, which may be of the same people. */
const earlierRows = z.array(
  z.object({ id: z.string(), list_id: z.string(), name: z.string(), created_at: z.number() }),
);
const MAX_EARLIER = 3;
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

const CHECK = { cleaningId: "check", name: "Single check" };
const GONE = "Earlier cleaning";

const LISTS_PER_BATCH = 100;

/** Creates the handlers of `results.*`. They work offline, and while a cleaning is still running. */
export function createResultCalls({
  journal,
  reader,
  searcher = reader,
  cleaning,
}: {
  journal: Journal;
  reader: ResultReader;
  /** Searches whole lists in a separate thread, so that queries for rows don't wait for it. */
  searcher?: ResultReader;
  cleaning: (cleaningId: string) => Promise<Result<Cleaning>>;
}): Handlers<ResultCallName> {
  function rowOf(cleaningId: string): Result<z.infer<typeof cleaningRow>> {
    const row = journal.db
      .prepare(
        "SELECT list_id, scope, options, price, state, created_at, unique_addresses FROM cleanings WHERE id = ?",
      )
      .get(cleaningId);
    return row === undefined
      ? fail(problem("cleaning_unknown", { cleaning: cleaningId }))
      : ok(cleaningRow.parse(row));
  }

  function find(cleaningId: string): Result<Target & { scope: string; suppresses: boolean }> {
    const found = rowOf(cleaningId);
    if (!found.ok) return found;
    const { list_id, scope, options } = found.value;
    return ok({ cleaningId, listId: list_id, scope, suppresses: suppressesIn(options) });
  }

  /** Returns earlier cleanings of the same account that may be of the same people, newest first. */
  function earlierOf(cleaningId: string, row: z.infer<typeof cleaningRow>): EarlierCleaning[] {
    const { scope, created_at, unique_addresses } = row;
    return earlierRows
      .parse(
        journal.db
          .prepare(
            `SELECT id, list_id, name, created_at FROM cleanings
             WHERE scope = ? AND created_at < ? AND id <> ? AND deleted_at IS NULL AND state IN ('done', 'imported')
               AND unique_addresses BETWEEN ? AND ?
             ORDER BY created_at DESC LIMIT ${MAX_EARLIER}`,
          )
          .all(scope, created_at, cleaningId, unique_addresses / 2, unique_addresses * 2),
      )
      .map(({ id, list_id, name, created_at: at }) => ({ cleaningId: id, listId: list_id, name, at }));
  }

  function entryOf(entry: ArchivedVerdict): HistoryEntry {
    const row = journal.db
      .prepare("SELECT name, deleted_at FROM cleanings WHERE id = ?")
      .get(entry.cleaningId ?? "");
    const found = row === undefined ? { name: GONE, deleted_at: null } : nameRow.parse(row);
    const source = sourceOf(entry.source);
    return {
      ...(entry.cleaningId === null ? CHECK : { cleaningId: entry.cleaningId, name: found.name }),
      ...(found.deleted_at === null ? {} : { inBin: true }),
      at: entry.verifiedAt,
      verdict: verdictOf(entry.verdict),
      flags: flagsOf(entry.flags),
      source,
      // Imported verdicts are never sandbox data.
      sandbox: entry.scope === SANDBOX_SCOPE && source !== "imported",
    };
  }

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

  return {
    async "results.summary"({ cleaningId }, { signal }) {
      const target = find(cleaningId);
      return target.ok ? reader.ask("summary", target.value, { signal }) : target;
    },
    async "results.answer"({ cleaningId }, { signal }) {
      const found = rowOf(cleaningId);
      if (!found.ok) return found;
      const { list_id, options, price } = found.value;
      const target = { cleaningId, listId: list_id, suppresses: suppressesIn(options) };
      const answered = await reader.ask("answer", target, { signal });
      if (!answered.ok) return answered;
      const shown = await cleaning(cleaningId);
      if (!shown.ok) return shown;
      const { saved, ...answer } = answered.value;
      return ok({ ...answer, cleaningId, price: priceSummary(shown.value, price, saved) });
    },
    async "results.insights"({ cleaningId }, { signal }) {
      const found = rowOf(cleaningId);
      if (!found.ok) return found;
      // Insights on partial results could be wrong for the whole list.
      if (found.value.state === "active") return ok({ insights: [] });
      const target = { cleaningId, listId: found.value.list_id, earlier: earlierOf(cleaningId, found.value) };
      const answer = await reader.ask("insights", target, { signal });
      return answer.ok ? ok({ insights: answer.value }) : answer;
    },
    async "results.facets"({ cleaningId, sequence, page, filter, facets }, { signal }) {
      const target = find(cleaningId);
      if (!target.ok) return target;
      const series = { name: JSON.stringify(["facets", cleaningId, page]), sequence };
      const asked = { ...target.value, filter: withStartedSuppression(filter, target.value), facets };
      const answer = await reader.ask("facets", asked, { signal, series });
      return answer.ok ? ok({ ...answer.value, sequence }) : answer;
    },
    async "results.rows"({ cleaningId, sequence, page, filter, ...query }, { signal }) {
      const target = find(cleaningId);
      if (!target.ok) return target;
      const series = { name: JSON.stringify([cleaningId, page]), sequence };
      const asked = { ...target.value, ...query, filter: withStartedSuppression(filter, target.value) };
      const answer = await reader.ask("rows", asked, { signal, series });
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
    async "results.mark"({ cleaningId, rows, except, decision, reason, shown }) {
      const target = find(cleaningId);
      if (!target.ok) return target;
      const answer = await reader.ask("mark", {
        ...target.value,
        rows: Array.isArray(rows) ? rows : withStartedSuppression(rows, target.value),
        ...{ except, decision, reason, shown },
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
      const all = keptLists();
      const isBeyond = ({ created_at, id }: (typeof all)[number]) =>
        from === null || created_at < from.at || (created_at === from.at && id < from.id);
      const first = all.findIndex(isBeyond);
      const rest = first < 0 ? [] : all.slice(first, first + LISTS_PER_BATCH);
      const lists = rest.map(({ id, list_id, cleaned }) => ({
        cleaningId: cleaned === 1 ? id : null,
        listId: list_id,
      }));
      if (lists.length === 0)
        return ok({ lists: [], looked: all.length, of: all.length, unread: 0, next: null });
      const answer = await searcher.ask("holding", { question, lists }, { signal });
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

const foundSchema = z.object({ list_id: z.string(), options: z.string() });

/** Returns a function that counts the unsuppressed people in rows, and writes them to `target` if it is set. */
export function createEntriesOfRows({ journal, reader }: { journal: Journal; reader: ResultReader }) {
  const cleaning = journal.db.prepare("SELECT list_id, options FROM cleanings WHERE id = ?");
  return async (
    { cleaningId, rows, except }: RowsToSuppress,
    target: string | null,
    signal?: AbortSignal,
  ): Promise<Result<PeopleOfRows>> => {
    const row = cleaning.get(cleaningId);
    if (row === undefined) return fail(problem("cleaning_unknown", { cleaning: cleaningId }));
    const { list_id, options } = foundSchema.parse(row);
    const suppresses = suppressesIn(options);
    const meant = Array.isArray(rows) ? rows : withStartedSuppression(rows, { suppresses });
    const asked = { cleaningId, listId: list_id, rows: meant, except, target };
    return reader.ask("suppress", asked, signal === undefined ? {} : { signal });
  };
}
