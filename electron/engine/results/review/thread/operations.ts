import { MAX_SEARCH_RESULTS } from "../../../../../shared/bridge/constants.ts";
import type { ExportFilter, ExportRowCounts } from "../../../../../shared/bridge/exports.ts";
import type { FacetFilter, FacetRequest } from "../../../../../shared/bridge/facets.ts";
import { type Insight, MAX_INSIGHTS } from "../../../../../shared/bridge/insights.ts";
import type {
  Comparison,
  HoldingQuestion,
  ResultFilter,
  ResultRow,
  ResultSort,
  SelectedRows,
  Summary,
} from "../../../../../shared/bridge/results.ts";
import type { CallOutput } from "../../../../../shared/bridge.ts";
import { problem } from "../../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../../shared/result.ts";
import { budgetOf, forecastOf } from "../../../forecast/index.ts";
import { type Archive, type ArchivedVerdict, openArchive } from "../../../ledger/index.ts";
import type { PeopleOfRows } from "../../../memory/index.ts";
import type { Layout } from "../../../store/index.ts";
import { unicodeForm } from "../../../text/index.ts";
import { countTurned, type EarlierFacts, factsOf } from "../insights/measures.ts";
import { insightsOf } from "../insights/rules.ts";
import { lookUpExpected, type OpenCleaning, plannedIn } from "../opened.ts";
import { type Facets, facetsOf } from "../query/facets.ts";
import { foldedAddress, maskOf } from "../query/filter.ts";
import { asShown, exportedMask, selectedIn, selection } from "../query/select.ts";
import {
  type CompareQuestion,
  comparisonOf,
  joinCleanings,
  loadFilterInputs,
  verdictsBefore,
} from "../view/compare.ts";
import { rowAccount } from "../view/left-out.ts";
import { type KeptList, type ListMatches, searchList, withBounces } from "../view/list-search.ts";
import { bouncesNow, loadFacts, suppressedNow, suppressRows } from "../view/present-facts.ts";
import { rowView } from "../view/row-view.ts";
import { countUnwanted, serviceLines } from "../view/service-line.ts";
import { type AnswerTotals, answerOf, summaryOf } from "../view/summary.ts";
import type { CooperativeTask } from "./steps.ts";

export interface Target {
  readonly cleaningId: string;
  readonly listId: string;
}

export interface RowsQuestion extends Target {
  readonly filter: ResultFilter;
  readonly sort: ResultSort;
  readonly offset: number;
  readonly limit: number;
}

export interface RowDetails {
  readonly row: ResultRow;
  readonly address: string | null;
  readonly serviceRow: string | null;
  readonly history: ArchivedVerdict[];
  readonly markReason: string | null;
}

/** Earlier cleaning to compare with; `at` is its start time in Unix ms. */
export type EarlierCleaning = Pick<EarlierFacts, "cleaningId" | "listId" | "name" | "at">;

export interface Queries {
  summary: { input: Target; output: Summary };
  answer: { input: Target & { suppresses: boolean }; output: AnswerTotals };
  /** `earlier` lists cleanings that may be of the same people, newest first. */
  insights: { input: Target & { earlier: readonly EarlierCleaning[] }; output: Insight[] };
  facets: { input: Target & { filter: FacetFilter; facets: readonly FacetRequest[] }; output: Facets };
  rows: { input: RowsQuestion; output: { total: number; rows: ResultRow[] } };
  row: { input: Target & { row: number; scope: string }; output: RowDetails };
  compare: { input: CompareQuestion & { left: Target; right: Target }; output: Comparison };
  count: { input: Target & { filter: ExportFilter }; output: ExportRowCounts };
  forecast: {
    input: Target & { filter: ExportFilter; most: number | null };
    output: CallOutput<"forecast.results">;
  };
  mark: {
    /** Suppressed rows are marked too. */
    input: Target &
      SelectedRows & {
        shown?: number | undefined;
        decision: "keep" | "drop" | null;
        reason: string;
      };
    output: number;
  };
  /** Counts the unsuppressed people in rows, and writes them to `target` if it is set. */
  suppress: { input: Target & SelectedRows & { target: string | null }; output: PeopleOfRows };
  undo: { input: Target & { redo: boolean }; output: number };
  history: {
    input: { search: string; limit: number; scope: string | null };
    output: {
      addresses: {
        address: string;
        suppressed: boolean;
        bouncedAt: number | null;
        entries: ArchivedVerdict[];
      }[];
      further: string[];
      more: boolean;
    };
  };
  holding: {
    input: { question: HoldingQuestion; lists: readonly KeptList[] };
    /** One entry per list, fewer after a time limit; `null` if a list could not be read. */
    output: (ListMatches | null)[];
  };
  release: { input: Target; output: null };
}
export type Question = keyof Queries;

/** Time limit in ms after which no further list is searched for one query. */
const SEARCH_TIME_LIMIT_MS = 400;

export interface ReaderContext {
  readonly layout: Layout;
  /** Sources of facts when the query was sent; `null` if unknown. */
  sources: string | null;
  open(target: Target): OpenCleaning;
  release(target: Target): void;
}

type Answer<Q extends Question> = (
  context: ReaderContext,
  input: Queries[Q]["input"],
) => CooperativeTask<Result<Queries[Q]["output"]>>;

export const queryHandlers: { [Q in Question]: Answer<Q> } = {
  // biome-ignore lint/correctness/useYield: every answer is made the same way, in steps or not
  *summary(context, input) {
    const cleaning = context.open(input);
    return ok(summaryOf(input.cleaningId, cleaning));
  },
  // biome-ignore lint/correctness/useYield: as above
  *answer(context, input) {
    const cleaning = context.open(input);
    const loaded = loadFacts(cleaning, context.layout, { leaveOutSuppressed: input.suppresses });
    if (!loaded.ok) return loaded;
    const unwanted = countUnwanted(cleaning, { layout: context.layout, ...input });
    return ok({ ...answerOf(cleaning, input.suppresses), ...(unwanted === null ? {} : { unwanted }) });
  },
  *insights(context, input) {
    const cleaning = context.open(input);
    const facts = yield* factsOf(cleaning);
    const earlier = yield* sinceEarlier(cleaning, context.layout, input.earlier);
    const insights: Insight[] = [];
    for (const found of insightsOf({ ...facts, earlier })) {
      if (insights.length === MAX_INSIGHTS) break;
      const { total } = yield* maskOf(cleaning, found.filter);
      if (total > 0) insights.push({ ...found, rows: total });
    }
    return ok(insights);
  },
  *facets(context, input) {
    const cleaning = context.open(input);
    const loaded = loadFilterInputs(cleaning, context.layout, input.filter);
    return loaded.ok ? ok(yield* facetsOf(cleaning, input.filter, input.facets)) : loaded;
  },
  *rows(context, input) {
    const cleaning = context.open(input);
    const loaded = loadFilterInputs(cleaning, context.layout, input.filter);
    if (!loaded.ok) return loaded;
    const rows = yield* selection(cleaning, input.filter, input.sort);
    const shown = rows.subarray(input.offset, input.offset + input.limit);
    return ok({ total: rows.length, rows: Array.from(shown, (row) => rowView(cleaning, row)) });
  },
  // biome-ignore lint/correctness/useYield: as above
  *row(context, input) {
    const cleaning = context.open(input);
    if (input.row >= cleaning.rows) return fail(problem("cleaning_unknown", { cleaning: input.cleaningId }));
    const address = cleaning.list.rowAddress[input.row] ?? -1;
    return ok({
      row: rowView(cleaning, input.row),
      address: address < 0 ? null : cleaning.list.address(address),
      serviceRow: address < 0 ? null : serviceRow(context.layout, input.cleaningId, cleaning, address),
      history: address < 0 ? [] : historyOf(context.layout, foldedAddress(cleaning, address), input.scope),
      markReason: cleaning.marks.reason(input.row),
    });
  },
  *count(context, input) {
    const cleaning = context.open(input);
    const loaded = loadFilterInputs(cleaning, context.layout, input.filter);
    if (!loaded.ok) return loaded;
    return ok(yield* rowAccount(cleaning, input.filter, yield* exportedMask(cleaning, input.filter)));
  },
  *forecast(context, { filter, most, ...input }) {
    const cleaning = context.open(input);
    const loaded = loadFilterInputs(cleaning, context.layout, filter);
    if (!loaded.ok) return loaded;
    const expected = lookUpExpected(cleaning, context.layout);
    const { calibration } = expected;
    const planned = plannedIn(cleaning, expected, (yield* exportedMask(cleaning, filter)).mask);
    yield;
    const budget = most === null ? null : budgetOf(calibration, planned, most);
    return ok({ forecast: forecastOf(calibration, planned), budget });
  },
  *compare(context, input) {
    const left = context.open(input.left);
    const right = context.open(input.right);
    const key = `${input.left.cleaningId} ${input.right.cleaningId}`;
    const known = left.cache.joins.get(key);
    const isFresh = known !== undefined && known.left === left.stored && known.right === right.results;
    const joined = isFresh ? known : left.cache.joins.set(key, yield* joinCleanings(left, right));
    return ok(comparisonOf(left, right, joined, input));
  },
  *mark(context, input) {
    const cleaning = context.open(input);
    const named = Array.isArray(input.rows) ? null : asShown(input.rows);
    const loaded = named === null ? ok(null) : loadFilterInputs(cleaning, context.layout, named);
    if (!loaded.ok) return loaded;
    const meant =
      named === null
        ? Uint32Array.from(new Set(Array.isArray(input.rows) ? input.rows : []))
        : rowsIn((yield* maskOf(cleaning, named)).mask);
    if (input.shown !== undefined && !Array.isArray(input.rows) && meant.length !== input.shown)
      return fail(problem("rows_changed", { shown: input.shown, now: meant.length }));
    const spared = new Set(input.except);
    const rows = spared.size === 0 ? meant : meant.filter((row) => !spared.has(row));
    const changed = cleaning.marks.mark(rows, input.decision, input.reason);
    cleaning.cache.marksChanged();
    return ok(changed);
  },
  *suppress(context, { rows, except, target, ...input }) {
    const cleaning = context.open(input);
    const loaded = Array.isArray(rows) ? ok(null) : loadFilterInputs(cleaning, context.layout, asShown(rows));
    if (!loaded.ok) return loaded;
    const mask = yield* selectedIn(cleaning, { rows, except });
    const skipsInvalid = !Array.isArray(rows) && rows.segments !== undefined;
    return yield* suppressRows(cleaning, context.layout, { mask, target, skipsInvalid });
  },
  // biome-ignore lint/correctness/useYield: as above
  *undo(context, input) {
    const cleaning = context.open(input);
    const changed = cleaning.marks.step(input.redo);
    cleaning.cache.marksChanged();
    return ok(changed);
  },
  *history(context, input) {
    const archive = openArchive(context.layout.archive, { readonly: true });
    try {
      // Fetch one more than the limit to know whether there are more.
      const matches = yield* archive.search(input.search, MAX_SEARCH_RESULTS + 1, input.scope);
      const addresses = matches.slice(0, input.limit);
      const entries = archive.history(addresses, input.scope);
      const suppressed = suppressedNow(context.layout, addresses);
      const bounced = bouncesNow(context.layout, addresses);
      const found = addresses.map((address, at) => ({
        address: unicodeForm(address),
        suppressed: (suppressed[at] ?? null) !== null,
        bouncedAt: bounced[at] || null,
        entries: entries[at] ?? [],
      }));
      return ok({
        addresses: found.sort((a, b) => (b.entries[0]?.verifiedAt ?? 0) - (a.entries[0]?.verifiedAt ?? 0)),
        further: matches.slice(input.limit, MAX_SEARCH_RESULTS).map(unicodeForm),
        more: matches.length > MAX_SEARCH_RESULTS,
      });
    } finally {
      archive.close();
    }
  },
  *holding(context, { question, lists }) {
    const until = performance.now() + SEARCH_TIME_LIMIT_MS;
    const { layout } = context;
    const found: (ListMatches | null)[] = [];
    for (const kept of lists) {
      if (found.length > 0 && performance.now() > until) break;
      try {
        found.push(yield* searchList(layout, kept, question));
      } catch {
        // The list is unread, being re-read, or damaged: skip it.
        found.push(null);
      }
      yield;
    }
    return ok(withBounces(layout, found));
  },
  // biome-ignore lint/correctness/useYield: as above
  *release(context, input) {
    context.release(input);
    return ok(null);
  },
};

/** Returns the changes since the newest of `candidates` that is of the same people, if any. */
function* sinceEarlier(
  cleaning: OpenCleaning,
  layout: Layout,
  candidates: readonly EarlierCleaning[],
): CooperativeTask<EarlierFacts | null> {
  for (const candidate of candidates) {
    yield;
    const turned = changesSince(cleaning, layout, candidate);
    if (turned !== null) return { ...candidate, ...turned };
  }
  return null;
}

function changesSince(cleaning: OpenCleaning, layout: Layout, candidate: EarlierCleaning) {
  try {
    const before = verdictsBefore(cleaning, layout, candidate);
    return before.ok ? countTurned(cleaning, before.value) : null;
  } catch {
    // The earlier list is damaged or being re-read: no comparison.
    return null;
  }
}

function rowsIn(mask: Uint8Array): Uint32Array {
  const rows: number[] = [];
  for (let row = 0; row < mask.length; row++) if (mask[row] === 1) rows.push(row);
  return Uint32Array.from(rows);
}

/** Returns the service's original line for an address; `null` if its file is no longer kept. */
function serviceRow(
  layout: Layout,
  cleaningId: string,
  cleaning: OpenCleaning,
  address: number,
): string | null {
  const lines = serviceLines(layout, cleaningId, cleaning);
  try {
    return lines.of(address)?.toString("utf8") ?? null;
  } finally {
    lines.close();
  }
}

function historyOf(layout: Layout, address: string, scope: string): ArchivedVerdict[] {
  const archive: Archive = openArchive(layout.archive, { readonly: true });
  try {
    return archive.history([address], scope)[0] ?? [];
  } finally {
    archive.close();
  }
}
