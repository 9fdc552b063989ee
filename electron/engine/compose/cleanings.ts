import { rm } from "node:fs/promises";
import type { Accounts } from "../accounts/index.ts";
import { type Cleanings, createCleanings, DOCUMENTED_LIMITS } from "../cleanings/index.ts";
import type { EngineOptions } from "../engine-types.ts";
import type { ExportCalls } from "../exports/index.ts";
import type { Downloads } from "../files/index.ts";
import type { Emit } from "../handlers.ts";
import type { Ledger } from "../ledger/index.ts";
import { forgetList, readyPreflight, revisionOf } from "../lists/index.ts";
import { isHome } from "../results/index.ts";
import type { SettingsStore } from "../settings/index.ts";
import type { Journal, Layout } from "../store/index.ts";
import { collectElsewhere, fillPartIn, takeFileIn, takePartIn } from "./take-in.ts";
import type { Threads } from "./threads.ts";

interface ComposeCleaningsOptions {
  readonly options: EngineOptions;
  readonly journal: Journal;
  readonly ledger: Ledger;
  readonly layout: Layout;
  readonly accounts: Accounts;
  readonly settings: SettingsStore;
  readonly threads: Threads;
  readonly downloads: Downloads;
  readonly exported: ExportCalls;
  readonly closing: AbortSignal;
  readonly emit: Emit;
}

/** The life of cleanings, with its tasks in threads and its files in the data folder. */
export function composeCleanings({
  options,
  journal,
  ledger,
  layout,
  accounts,
  settings,
  threads,
  downloads,
  exported,
  closing,
  emit,
}: ComposeCleaningsOptions): Cleanings {
  const { clock, log } = options;
  const { runner } = threads;
  const taking = { runner, layout, clock, log };
  return createCleanings({
    journal,
    ledger,
    layout,
    accounts,
    clock,
    closing,
    emit(event) {
      if (event.event === "cleaning.changed" && event.cleaning.deletedAt !== null)
        downloads.discardOf(event.cleaning.id);
      emit(event);
    },
    settings: () => settings.current(),
    limits: { ...DOCUMENTED_LIMITS, ...options.limits },
    startSeconds: options.limits?.startSeconds,
    preflight: (listId) => readyPreflight(journal, listId),
    revision: (listId) => revisionOf(journal, listId),
    plan: (input, run) => runner.run("cleanings.plan", input, run),
    collect: (cleaning, isGivenUp) => collectElsewhere({ ...taking, ledger, settings }, cleaning, isGivenUp),
    totals: (cleaningId) => runner.run("cleanings.totals", { dataDir: layout.dataDir, cleaningId }),
    isHome: ({ cleaningId, ordinal }) => isHome(layout.cleaning(cleaningId).results, ordinal),
    takeIn: (cleaning, part, signal) => takePartIn(taking, cleaning, part, signal),
    fillIn: (cleaning, part, download, signal) => fillPartIn(taking, cleaning, part, download, signal),
    importResults: (cleaningId, listId, scope) => takeFileIn(taking, cleaningId, listId, scope),
    agreeOut: (listId, out) => exported.agreeOut(listId, out),
    writeOut: (cleaning, out) => exported.writeOut(cleaning.id, out),
    async forgetVerdicts(cleaningId, listId) {
      await threads.reader.ask("release", { cleaningId, listId });
      await threads.forget(cleaningId);
    },
    async eraseList(listId) {
      const isForgotten = journal.commit(() => {
        if (!forgetList(journal, listId)) return false;
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
