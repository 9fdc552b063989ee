import { rm } from "node:fs/promises";
import pLimit from "p-limit";
import type { Cleaning, PartState } from "../../../shared/bridge/cleanings.ts";
import { stackOf } from "../../../shared/errors.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, type Result } from "../../../shared/result.ts";
import type { VerdictCounts } from "../../../shared/verdicts.ts";
import type { Accounts } from "../accounts/index.ts";
import { type CleaningRow, deleteList, readyPreflight, revisionOf } from "../catalog/index.ts";
import {
  type Cleanings,
  type CleaningsOptions,
  createCleanings,
  DOCUMENTED_LIMITS,
  IMPORTED_PART,
  type IngestOutcome,
  type PartRow,
  type ResultsToImport,
} from "../cleanings/index.ts";
import type { Clock } from "../clock.ts";
import { deadDomains } from "../domains/index.ts";
import type { EngineOptions } from "../engine-types.ts";
import type { Downloads, ExportCalls } from "../exports/index.ts";
import type { Emit } from "../handlers.ts";
import { freshnessAt, type Ledger, unansweredCutoff } from "../ledger/index.ts";
import { type Collected, type IngestInput, isIngested } from "../results/index.ts";
import type { SettingsStore } from "../settings/index.ts";
import { type Journal, type Layout, storeProblem, type TaskRunner } from "../store/index.ts";
import type { EngineTasks } from "../task-table.ts";
import type { TeamSync } from "../team/index.ts";
import type { Threads } from "./query-threads.ts";

const OVER: ReadonlySet<PartState> = new Set(["done", "failed", "cancelled", "gone"]);

interface WireCleaningsOptions {
  readonly options: EngineOptions;
  readonly journal: Journal;
  readonly ledger: Ledger;
  readonly layout: Layout;
  readonly accounts: Accounts;
  /** Prices are computed without claims, which another process may change. */
  readonly isReadOnly: boolean;
  readonly settings: SettingsStore;
  readonly threads: Threads;
  readonly downloads: Downloads;
  readonly exported: ExportCalls;
  readonly calibration: CleaningsOptions["calibration"];
  /** Deletes the cleaning's verdicts and the record of its export. */
  readonly forget: (cleaningId: string) => Promise<void>;
  readonly team: TeamSync;
  readonly closing: AbortSignal;
  readonly emit: Emit;
}

export function wireCleanings(tools: WireCleaningsOptions): Cleanings {
  const { options, journal, ledger, layout, isReadOnly, settings, threads, exported, emit } = tools;
  const { clock, log } = options;
  const { runner } = threads;
  const taking = { runner, layout, clock, log };
  // Ingest parts one at a time: they write to the same files, and each needs memory for the whole list.
  const oneByOne = pLimit(1);
  const settled = new Map<string, number>();

  /** Shares a part's results with the team as soon as it is over. */
  function noteSettled({ id, parts }: Cleaning): void {
    const now = parts.filter(({ state }) => OVER.has(state)).length;
    if (settled.get(id) === now) return;
    settled.set(id, now);
    if (now > 0) tools.team.noteNews();
  }

  return createCleanings({
    ...tools,
    clock,
    emit(event) {
      if (event.event === "cleaning.changed" && event.cleaning.deletedAt !== null)
        tools.downloads.discardOf(event.cleaning.id);
      if (event.event === "cleaning.changed") noteSettled(event.cleaning);
      emit(event);
    },
    settings: () => settings.current(),
    limits: { ...DOCUMENTED_LIMITS, ...options.limits },
    startSeconds: options.limits?.startSeconds,
    preflight: (listId) => readyPreflight(journal, listId),
    revision: (listId) => revisionOf(journal, listId),
    plan: (input, run) => runner.run("cleanings.plan", { ...input, isReadOnly }, run),
    deadDomains: () => deadDomains(journal, options.clock.now()),
    forecast: (input, run) => runner.run("cleanings.forecast", input, run),
    collect: (cleaning) => collectElsewhere({ ...taking, ledger, settings }, cleaning),
    countClaimedByOthers: (cleaning, parts) =>
      countTakenOver({ ...taking, ledger, settings }, cleaning, parts),
    totals: ({ id, list_id }) =>
      runner.run("cleanings.totals", { dataDir: layout.dataDir, cleaningId: id, listId: list_id }),
    isIngested: ({ cleaningId, ordinal }) => isIngested(layout.cleaning(cleaningId).results, ordinal),
    ingest: (cleaning, part, signal) => oneByOne(() => takePartIn(taking, cleaning, part, signal)),
    fillIn: (cleaning, part, download, signal) =>
      ingestPart(taking, cleaning, part, download, signal, { fillMissingOnly: true }),
    importResults: (imported) => takeFileIn(taking, imported),
    checkOutputPath: (listId, out) => exported.checkOutputPath(listId, out),
    writeOutput: (cleaning, out) => exported.writeOutput(cleaning.id, out),
    async forgetVerdicts(cleaningId, listId) {
      await threads.reader.ask("release", { cleaningId, listId });
      await tools.forget(cleaningId);
    },
    async eraseList(listId) {
      const isForgotten = journal.commit(() => {
        if (!deleteList(journal, listId)) return false;
        settings.forgetList(listId);
        return true;
      });
      if (!isForgotten) return;
      emit({ event: "settings.changed" });
      await rm(layout.list(listId).dir, { recursive: true, force: true });
    },
    probe: options.probe ?? (() => {}),
    log,
  });
}

export interface TakeInTools {
  readonly runner: TaskRunner<EngineTasks>;
  readonly layout: Layout;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

async function takePartIn(
  tools: TakeInTools,
  cleaning: CleaningRow,
  part: PartRow,
  signal: AbortSignal,
): Promise<IngestOutcome> {
  const download = tools.layout.cleaning(cleaning.id).download(part.ordinal);
  const { answer, shortFetches } = part.record;
  const taken = await ingestPart(tools, cleaning, part, download, signal, { answer, shortFetches });
  if (!taken.ok) return { kind: "unusable", problem: taken.problem };
  const { missing, isShort = false } = taken.value;
  return isShort ? { kind: "short", missing } : { kind: "taken", missing };
}

/** Ingests results of a part from the file at `download`. Returns the number of addresses still missing. */
async function ingestPart(
  tools: TakeInTools,
  cleaning: CleaningRow,
  { ordinal, record }: PartRow,
  download: string,
  signal: AbortSignal,
  how: Pick<IngestInput, "answer" | "shortFetches" | "fillMissingOnly">,
): Promise<Result<{ missing: number; isShort?: boolean | undefined }>> {
  const { runner, layout, clock } = tools;
  const { results } = layout.cleaning(cleaning.id);
  return runner
    .run(
      "results.ingest",
      {
        list: layout.list(cleaning.list_id),
        results,
        archive: layout.archive,
        scope: cleaning.scope,
        cleaningId: cleaning.id,
        ordinal,
        addresses: record.addresses,
        download,
        // The service may count more addresses than were sent, but cannot return more.
        expectedTotal: Math.min(record.total ?? record.addresses, record.addresses),
        now: clock.now(),
        ...how,
      },
      { signal },
    )
    .catch((error: unknown) => ingestFailed(error, results, tools, `part ${ordinal} of ${cleaning.id}`));
}

interface ElsewhereTools extends TakeInTools {
  readonly ledger: Ledger;
  readonly settings: SettingsStore;
}

/** Fills in verdicts that other cleanings and checks obtained. */
async function collectElsewhere(tools: ElsewhereTools, cleaning: CleaningRow): Promise<Result<Collected>> {
  const input = pendingElsewhere(tools, cleaning);
  return tools.runner
    .run("results.collect", input)
    .catch((error: unknown) =>
      ingestFailed(error, input.results, tools, `what others verified for ${cleaning.id}`),
    );
}

/** Counts the addresses of these parts that others have verified since, or are verifying. */
async function countTakenOver(
  tools: ElsewhereTools,
  cleaning: CleaningRow,
  parts: readonly number[],
): Promise<Result<number>> {
  const input = pendingElsewhere(tools, cleaning);
  return tools.runner
    .run("results.takenOver", { ...input, cleaningId: cleaning.id, parts })
    .catch((error: unknown) =>
      ingestFailed(error, input.results, tools, `what others verified of ${cleaning.id}`),
    );
}

function pendingElsewhere(
  { layout, clock, ledger, settings }: ElsewhereTools,
  { id, list_id, scope, created_at }: CleaningRow,
) {
  const now = clock.now();
  const current = settings.current();
  const fresh = freshnessAt(now, current);
  return {
    list: layout.list(list_id),
    results: layout.cleaning(id).results,
    archive: layout.archive,
    scope,
    // Verdicts newer than the cleaning count even if the settings consider them stale.
    freshness: {
      ...fresh,
      freshAfter: Math.min(fresh.freshAfter, created_at),
      freshAfterUnknown: Math.min(fresh.freshAfterUnknown, created_at),
    },
    claims: ledger.claims(scope, unansweredCutoff(now, current)),
  };
}

function ingestFailed(
  error: unknown,
  path: string,
  { layout, log }: TakeInTools,
  what: string,
): Result<never> {
  log(`taking in ${what}: ${stackOf(error)}`);
  return fail(storeProblem(error, path, layout.dataDir) ?? problem("internal"));
}

/** Ingests the verdicts of a results file, which is the list itself, into its cleaning. */
async function takeFileIn(
  { runner, layout, clock }: TakeInTools,
  { cleaningId, listId, scope, assumedAt }: ResultsToImport,
): Promise<Result<{ counts: VerdictCounts; missing: number }>> {
  const files = layout.cleaning(cleaningId);
  return runner.run("results.ingest", {
    list: layout.list(listId),
    results: files.results,
    archive: layout.archive,
    scope,
    cleaningId,
    ordinal: IMPORTED_PART,
    download: files.download(IMPORTED_PART),
    expectedTotal: null,
    source: "imported",
    now: clock.now(),
    assumedAt,
  });
}
