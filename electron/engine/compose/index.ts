import { problem } from "../../../shared/problems.ts";
import { ok, type Result } from "../../../shared/result.ts";
import { createAboutCalls } from "../about/index.ts";
import { createAccountCalls, createAccounts, watchKeychain } from "../accounts/index.ts";
import { createBackupCalls, lineageOf, noteLineage, stagedIn } from "../backups/index.ts";
import { removeOwn } from "../data-folder/index.ts";
import { createExportCalls, createReportCalls } from "../exports/index.ts";
import { openDownloads } from "../files/index.ts";
import type { Handlers } from "../handlers.ts";
import { createListCalls } from "../lists/index.ts";
import { createEntriesOfRows, createResultCalls } from "../results/index.ts";
import { createSettings, createSuppressionCalls, recoverSuppression } from "../settings/index.ts";
import { type Layout, layoutOf, type OpenedStore, openStore } from "../store/index.ts";
import { createTaskRunner, type TaskRunner } from "../threads/index.ts";
import { calendarOf, keepingClock } from "../trusted-time.ts";
import { bringBack, isSettledLineage, putUnknownAside } from "../unknown-data.ts";
import type { EngineTasks } from "../work.ts";
import { composeChecks } from "./checks.ts";
import { composeCleanings } from "./cleanings.ts";
import { tidyUp } from "./housekeeping.ts";
import { watchInPlace } from "./in-place.ts";
import type { Rooms, RoomsOptions } from "./rooms.ts";
import { mendingThreads } from "./threads.ts";
import { tellingOfChanges } from "./told-changes.ts";
import { createUpkeep } from "./upkeep.ts";

export type { Rooms, Uploads } from "./rooms.ts";

/** Threads for reading, planning, taking in and writing, beside the one that answers queries. */
const TASK_THREADS = 3;

/** Builds every room and hands each what it needs. What throws leaves nothing open behind. */
export async function composeRooms(input: RoomsOptions): Promise<Result<Rooms>> {
  const { options } = input;
  const layout = layoutOf(options.dataDir);
  const opened = openStore(layout, options.clock.now(), options.mayBeLost);
  if (!opened.ok) return opened;
  const runner = createTaskRunner<EngineTasks>(options.workers.tasks, TASK_THREADS, options.workers.first);
  try {
    return ok(buildRooms({ ...input, layout, store: opened.value, tasks: runner }));
  } catch (error) {
    await runner.close();
    opened.value.close();
    throw error;
  }
}

interface Ground extends RoomsOptions {
  readonly layout: Layout;
  readonly store: OpenedStore;
  readonly tasks: TaskRunner<EngineTasks>;
}

function buildRooms({
  options,
  emit,
  logLines,
  restore,
  runKeys,
  uploads,
  lock,
  layout,
  store,
  tasks,
}: Ground): Rooms {
  const { clock, log } = options;
  const { journal, aside } = store;
  const inPlace = watchInPlace({ layout, journal, lock, log });
  const recovered = recoverSuppression(journal.db, layout, aside, clock.now());
  if (recovered > 0) log(`suppression lists that the journal did not know: ${recovered}`);
  const damage =
    aside === null ? null : problem("store_corrupt", { path: layout.journal, aside, suppression: recovered });
  const calendar = calendarOf(journal, clock);
  const keeping = keepingClock(journal, clock);
  const closing = new AbortController();
  let online = true;

  const threads = mendingThreads({
    journal,
    layout,
    runner: tasks,
    workers: options.workers,
    toRemake: (cleaningId) => cleanings.toRemake(cleaningId),
    remade: (cleaningId, made) => cleanings.remade(cleaningId, made),
    calendar,
    emit,
    log,
  });
  const { runner, reader, searcher, forget } = threads;
  const settings = createSettings(journal);

  const keychain = watchKeychain(options.keychain, {
    clock,
    tell: (waiting) => emit({ event: "keychain.waiting", waiting }),
  });
  const accounts = createAccounts({
    journal,
    keychain,
    runKeys,
    fetch: options.fetch,
    clock,
    emit: (event) => {
      emit(event);
      if (event.event === "account.changed") cleanings.accountChanged(event.account);
    },
    launchSandbox: options.launchSandbox,
    eraseSandbox: () => removeOwn("sandbox", layout.sandbox),
    session: options.session,
    usage: (accountId) => cleanings.usage(accountId),
    listsOf: (accountId, scope) => cleanings.listsOf(accountId, scope),
    listsAtService: (accountId, scope) => cleanings.listsAtService(accountId, scope),
    rekeyed: (accountId) => cleanings.rekeyed(accountId),
    removed: (accountId) => settings.forgetAccount(accountId),
    uploadBytes: options.limits?.bytes,
    closing: closing.signal,
  });

  const lists = createListCalls({
    journal,
    layout,
    runner,
    emit,
    clock: keeping,
    resolveUpload: (uploadId) => uploads.get(uploadId) ?? null,
    samplePath: options.samplePath,
    overrides: () => settings.current().referenceOverrides,
  });

  const downloads = openDownloads(layout.exports, { clock });
  const exported = createExportCalls({
    journal,
    layout,
    downloads,
    reader,
    emit,
    clock,
    run: (input, run) => runner.run("exports.write", input, run),
  });

  const cleanings = composeCleanings({
    options,
    journal,
    layout,
    accounts,
    settings,
    threads,
    downloads,
    exported,
    inPlace,
    calendar,
    keeping,
    closing: closing.signal,
    emit,
  });
  const cleaningOf = (cleaningId: string) =>
    cleanings.handlers["cleanings.get"]({ cleaningId }, { signal: new AbortController().signal });
  const reports = createReportCalls({ journal, layout, downloads, reader, clock, cleaning: cleaningOf });
  const checks = composeChecks({
    journal,
    layout,
    accounts,
    settings,
    cleanings,
    runner,
    inPlace,
    clock,
    calendar,
    log,
  });

  const handlers: Handlers = {
    ...settings.handlers,
    ...createSuppressionCalls({
      journal,
      layout,
      clock,
      runner,
      lists: {
        open: (source, signal) => lists["lists.open"]({ source }, { signal }),
        read: (listId, options, signal) => lists["lists.read"]({ listId, options }, { signal }),
        discard: (listId) => lists["lists.discard"]({ listId }, { signal: new AbortController().signal }),
      },
      entriesOfRows: createEntriesOfRows({ journal, reader }),
    }),
    ...createAboutCalls({
      journal,
      layout,
      clock,
      keychain,
      host: options.host,
      version: options.version,
      demo: options.demo,
      licences: options.licences ?? (async () => []),
      serviceHost: URL.parse(options.session?.baseUrl ?? "")?.host ?? "",
      online: () => online,
      setOnline(now) {
        if (online === now) return;
        online = now;
        cleanings.setOnline(now);
        emit({ event: "network.changed", online: now });
      },
      logLines,
      log,
      damage,
    }),
    ...createBackupCalls({ layout, clock, version: options.version, runner, restore }),
    ...createAccountCalls(accounts),
    ...lists,
    ...cleanings.handlers,
    ...createResultCalls({ journal, reader, searcher, cleaning: cleaningOf }),
    ...exported.handlers,
    ...reports.handlers,
    ...checks.handlers,
  };

  const upkeep = createUpkeep({ journal, layout, cleanings, runner, clock, emit, log });
  const lineage = lineageOf(journal, layout);
  const data = { journal, layout };
  if (!store.lost) bringBack(data, log);
  // Before the journal counts as the folder's own: until then it is asked what it knows.
  const unknown = store.lost ? null : putUnknownAside(data, { lineage, now: clock.now(), log });
  const settled = !store.lost && isSettledLineage(data, lineage);
  // Nothing is asked about a cleaning before it is on disk that what is known of it may be out of date.
  const paused =
    lineage === "same"
      ? 0
      : noteLineage(journal, layout, () => (lineage === "first" ? 0 : cleanings.pauseAll()));
  if (lineage === "same") upkeep.renew();
  const copied = paused > 0 ? [problem("data_copied", { cleanings: paused })] : [];
  /** Whether the archive is there and whole; settles by itself. */
  let archiveReady = Promise.resolve();

  return {
    handlers: tellingOfChanges(handlers, emit),
    layout,
    misplaced: inPlace.problem,
    notices: [...(damage === null ? [] : [damage]), ...copied, ...(unknown === null ? [] : [unknown])],
    paused,
    redact: accounts.redact,
    async recover() {
      const now = upkeep.timeToDelete();
      if (!store.lost) await tidyUp({ journal, layout, now, settled, forget, log });
      if (options.goOn === false) return;
      archiveReady = threads.ready();
      cleanings.recover();
      upkeep.begin(now);
    },
    tidied: upkeep.tidied,
    wake: () => cleanings.wake(),
    busy: () => cleanings.busy(),
    finishing: () => cleanings.finishing(),
    async stage(input, signal) {
      const staged = await runner.run("backups.stage", input, { signal });
      if (!staged.ok) return staged;
      const whence = { from: layout.dataDir, to: stagedIn(layout), at: calendar.now() };
      const carried = await runner.run("results.carryOver", whence, { signal });
      return carried.ok ? staged : carried;
    },
    downloadFile: (id) => downloads.find(id),
    registerUpload: ({ uploadId, path, name }) => void uploads.set(uploadId, { path, name }),
    forgetUpload: (uploadId) => void uploads.delete(uploadId),
    async close() {
      // The cleanings let go of their requests first: those are to be made again, and did not fail.
      const settled = cleanings.close();
      closing.abort();
      upkeep.stop();
      upkeep.timeToDelete();
      // A verdict that has come is paid for: it is kept, for all that Winnow ends. What was not sent is not noted as sent.
      await checks.stored();
      // What runs in threads may be cut off at any time, and the cleanings would wait for its end.
      await threads.stop();
      await settled;
      await Promise.all([upkeep.ended(), archiveReady]);
      await threads.close();
      downloads.close();
      await accounts.close();
      // The folder is another's by now, or another journal's: its word stays.
      if (inPlace.problem() === null) upkeep.renew();
      inPlace.close();
      store.close();
    },
  };
}
