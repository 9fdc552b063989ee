import type { z } from "zod";
import type { Answer } from "../../../shared/bridge/answer.ts";
import { type Cleaning, priceSchema } from "../../../shared/bridge/cleanings.ts";
import type { historyEntrySchema, ResultFilter } from "../../../shared/bridge/results.ts";
import type { RowsToSuppress } from "../../../shared/bridge/suppression.ts";
import type { EngineCallName } from "../../../shared/bridge.ts";
import { ok, type Result } from "../../../shared/result.ts";
import { flagsOf, sourceOf, verdictOf } from "../../../shared/verdicts.ts";
import { SANDBOX_SCOPE } from "../accounts/index.ts";
import { earlierCleanings, findCleaning, keptLists, knownCleaning } from "../catalog/index.ts";
import type { Handlers } from "../handlers.ts";
import { type ArchivedVerdict, FILES_SCOPE } from "../ledger/index.ts";
import type { PeopleOfRows } from "../memory/index.ts";
import type { Journal } from "../store/index.ts";
import type { ResultReader } from "./review/thread/reader.ts";

const ofFileSchema = priceSchema.pick({ inFile: true, withoutVerdict: true });

/** Returns the price line of an answer. `agreed` is the stored price. */
function priceSummary(cleaning: Cleaning, agreed: string, saved: number): Answer["price"] {
  const { skipped } = cleaning;
  const { inFile = 0, withoutVerdict = 0 } = ofFileIn(agreed);
  return {
    rows: cleaning.rows,
    duplicates: skipped.duplicate,
    invalid: skipped.malformed,
    empty: skipped.empty,
    suppressed: skipped.suppressed,
    erased: skipped.erased,
    known: skipped.known,
    inFile,
    withoutVerdict,
    beyondLimit: skipped.beyondLimit,
    elsewhere: skipped.elsewhere,
    // The addresses of an imported file are counted above and were not sent.
    sent: cleaning.state === "imported" ? 0 : cleaning.uploaded,
    charged: cleaning.spent,
    saved,
  };
}

function ofFileIn(agreed: string): z.infer<typeof ofFileSchema> {
  try {
    return ofFileSchema.parse(JSON.parse(agreed));
  } catch {
    return {};
  }
}

/** Applies the suppression option the cleaning was started with, unless the filter sets its own. */
export function withStartedSuppression<F extends Pick<ResultFilter, "segments" | "leaveOutSuppressed">>(
  filter: F,
  { suppresses }: { suppresses: boolean },
): F {
  if (filter.segments === undefined) return filter;
  return { ...filter, leaveOutSuppressed: filter.leaveOutSuppressed ?? suppresses };
}

export type ResultCallName = Extract<EngineCallName, `results.${string}`>;

const MAX_EARLIER = 3;
type HistoryEntry = z.infer<typeof historyEntrySchema>;

const CHECK = { cleaningId: "check", name: "Single check" };
const GONE = "Earlier cleaning";

const LISTS_PER_BATCH = 100;

function hostOf(scope: string): string {
  return scope === FILES_SCOPE ? "a results file" : (URL.parse(scope)?.host ?? scope);
}

/** Creates the handlers of `results.*`. They work offline, and while a cleaning is still running. */
export function createResultCalls({
  journal,
  reader,
  searcher = reader,
  cleaning,
  colleague = () => null,
}: {
  journal: Journal;
  reader: ResultReader;
  /** Searches whole lists in a separate thread, so that queries for rows don't wait for it. */
  searcher?: ResultReader;
  cleaning: (cleaningId: string) => Promise<Result<Cleaning>>;
  /** Returns the name of the colleague who shared what the archive stores as this cleaning; `null` for others. */
  colleague?: (cleaningId: string) => string | null;
}): Handlers<ResultCallName> {
  const { db } = journal;

  const find = (cleaningId: string) => knownCleaning(db, cleaningId);

  function entryOf(entry: ArchivedVerdict): HistoryEntry {
    const found = entry.cleaningId === null ? null : findCleaning(db, entry.cleaningId);
    const source = sourceOf(entry.source);
    const member = entry.cleaningId === null ? null : colleague(entry.cleaningId);
    const name = found?.name ?? member ?? GONE;
    return {
      ...(entry.cleaningId === null ? CHECK : { cleaningId: entry.cleaningId, name }),
      ...(member === null ? {} : { colleagueUsed: hostOf(entry.scope) }),
      ...(found === null || found.deletedAt === null ? {} : { inBin: true }),
      at: entry.verifiedAt,
      verdict: verdictOf(entry.verdict),
      flags: flagsOf(entry.flags),
      source,
      // Imported verdicts are never sandbox data.
      sandbox: entry.scope === SANDBOX_SCOPE && source !== "imported",
    };
  }

  return {
    async "results.summary"({ cleaningId }, { signal }) {
      const target = find(cleaningId);
      return target.ok ? reader.ask("summary", target.value, { signal }) : target;
    },
    async "results.answer"({ cleaningId }, { signal }) {
      const target = find(cleaningId);
      if (!target.ok) return target;
      const answered = await reader.ask("answer", target.value, { signal });
      if (!answered.ok) return answered;
      const shown = await cleaning(cleaningId);
      if (!shown.ok) return shown;
      const { saved, ...answer } = answered.value;
      return ok({ ...answer, cleaningId, price: priceSummary(shown.value, target.value.price, saved) });
    },
    async "results.insights"({ cleaningId }, { signal }) {
      const target = find(cleaningId);
      if (!target.ok) return target;
      // Insights on partial results could be wrong for the whole list.
      if (target.value.state === "active") return ok({ insights: [] });
      const earlier = earlierCleanings(db, target.value, MAX_EARLIER).map(
        ({ cleaningId: id, listId, name, createdAt: at }) => ({ cleaningId: id, listId, name, at }),
      );
      const answer = await reader.ask("insights", { ...target.value, earlier }, { signal });
      return answer.ok ? ok({ insights: answer.value }) : answer;
    },
    async "results.facets"({ cleaningId, sequence, page, filter, facets }, { signal }) {
      const target = find(cleaningId);
      if (!target.ok) return target;
      const series = { name: JSON.stringify(["facets", cleaningId, page]), sequence };
      const facetQuery = { ...target.value, filter: withStartedSuppression(filter, target.value), facets };
      const answer = await reader.ask("facets", facetQuery, { signal, series });
      return answer.ok ? ok({ ...answer.value, sequence }) : answer;
    },
    async "results.rows"({ cleaningId, sequence, page, filter, ...query }, { signal }) {
      const target = find(cleaningId);
      if (!target.ok) return target;
      const series = { name: JSON.stringify([cleaningId, page]), sequence };
      const rowsQuery = { ...target.value, ...query, filter: withStartedSuppression(filter, target.value) };
      const answer = await reader.ask("rows", rowsQuery, { signal, series });
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
        except,
        decision,
        reason,
        shown,
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
      const all = keptLists(db);
      const isBeyond = ({ createdAt, id }: (typeof all)[number]) =>
        from === null || createdAt < from.at || (createdAt === from.at && id < from.id);
      const first = all.findIndex(isBeyond);
      const rest = first < 0 ? [] : all.slice(first, first + LISTS_PER_BATCH);
      const lists = rest.map(({ id, listId, isCleaned }) => ({ cleaningId: isCleaned ? id : null, listId }));
      if (lists.length === 0)
        return ok({ lists: [], looked: all.length, of: all.length, unread: 0, next: null });
      const answer = await searcher.ask("holding", { question, lists }, { signal });
      if (!answer.ok) return answer;
      const searched = rest.slice(0, answer.value.length);
      const last = searched.at(-1);
      const done = first + searched.length;
      return ok({
        lists: searched.flatMap(({ id, listId, name, deletedAt, isCleaned, scope }, at) => {
          const held = answer.value[at];
          if (!held || held.found === 0) return [];
          return [
            {
              ...held,
              cleaningId: isCleaned ? id : null,
              listId,
              name,
              inBin: deletedAt !== null,
              sandbox: scope === SANDBOX_SCOPE,
            },
          ];
        }),
        looked: done,
        of: all.length,
        unread: answer.value.filter((one) => one === null).length,
        next: last === undefined || done === all.length ? null : { at: last.createdAt, id: last.id },
      });
    },
  };
}

/** Returns a function that counts the unsuppressed people in rows, and writes them to `target` if it is set. */
export function createEntriesOfRows({ journal, reader }: { journal: Journal; reader: ResultReader }) {
  return async (
    { cleaningId, rows, except }: RowsToSuppress,
    target: string | null,
    signal?: AbortSignal,
  ): Promise<Result<PeopleOfRows>> => {
    const found = knownCleaning(journal.db, cleaningId);
    if (!found.ok) return found;
    const { listId, suppresses } = found.value;
    const meant = Array.isArray(rows) ? rows : withStartedSuppression(rows, { suppresses });
    const question = { cleaningId, listId, rows: meant, except, target };
    return reader.ask("suppress", question, signal === undefined ? {} : { signal });
  };
}
