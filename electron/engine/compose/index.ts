import { rm } from "node:fs/promises";
import { problem } from "../../../shared/problems.ts";
import { ok, type Result } from "../../../shared/result.ts";
import { createAboutCalls } from "../about/index.ts";
import { createAccountCalls, createAccounts, watchKeychain } from "../accounts/index.ts";
import { createBackupCalls } from "../backups/index.ts";
import { createExportCalls, createReportCalls } from "../exports/index.ts";
import { openDownloads } from "../files/index.ts";
import type { Handlers } from "../handlers.ts";
import { createLedger, recoverLedger } from "../ledger/index.ts";
import { createListCalls } from "../lists/index.ts";
import { createEntriesOfRows, createResultCalls } from "../results/index.ts";
import { createSettings, createSuppressionCalls } from "../settings/index.ts";
import { type Layout, layoutOf, type OpenedStore, openStore } from "../store/index.ts";
import { createTaskRunner, type TaskRunner } from "../threads/index.ts";
import type { EngineTasks } from "../work.ts";
import { composeChecks } from "./checks.ts";
import { composeCleanings } from "./cleanings.ts";
import { tidyUp } from "./housekeeping.ts";
import type { Rooms, RoomsOptions } from "./rooms.ts";
import { createThreads } from "./threads.ts";
import { tellingOfChanges } from "./told-changes.ts";
import { createUpkeep } from "./upkeep.ts";

export type { Rooms, Uploads } from "./rooms.ts";

/** Threads for reading, planning, taking in and writing, beside the one that answers queries. */
const TASK_THREADS = 3;

/** Builds every room and hands each what it needs. What throws leaves nothing open behind. */
export async function composeRooms(input: RoomsOptions): Promise<Result<Rooms>> {
  const { options } = input;
  const layout = layoutOf(options.dataDir);
  const opened = openStore(layout, options.clock.now());
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
  layout,
  store,
  tasks,
}: Ground): Rooms {
  const { clock, log } = options;
  const { journal, aside } = store;
  const damage = aside === null ? null : problem("store_corrupt", { path: layout.journal, aside });
  const closing = new AbortController();
  let online = true;

  const threads = createThreads({ layout, runner: tasks, workers: options.workers, emit, log });
  const { runner, reader, searcher } = threads;
  const settings = createSettings(journal);
  const ledger = createLedger(journal);
  recoverLedger(journal, layout);

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
    eraseSandbox: () => rm(layout.sandbox, { recursive: true, force: true }),
    session: options.session,
    usage: (accountId) => cleanings.usage(accountId),
    removed: (accountId) => settings.forgetAccount(accountId),
    uploadBytes: options.limits?.bytes,
    closing: closing.signal,
  });

  const lists = createListCalls({
    journal,
    layout,
    runner,
    emit,
    clock,
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
    ledger,
    layout,
    accounts,
    settings,
    threads,
    downloads,
    exported,
    closing: closing.signal,
    emit,
  });
  const cleaningOf = (cleaningId: string) =>
    cleanings.handlers["cleanings.get"]({ cleaningId }, { signal: new AbortController().signal });
  const reports = createReportCalls({ journal, layout, downloads, reader, clock, cleaning: cleaningOf });
  const checks = composeChecks({
    journal,
    ledger,
    layout,
    accounts,
    settings,
    cleanings,
    runner,
    clock,
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

  const upkeep = createUpkeep({ cleanings, clock, emit, log });
  return {
    handlers: tellingOfChanges(handlers, emit),
    layout,
    notices: damage === null ? [] : [damage],
    redact: accounts.redact,
    async recover() {
      await tidyUp({ journal, layout, now: clock.now(), forget: threads.forget, log });
      if (options.goOn === false) return;
      cleanings.recover();
      upkeep.begin();
    },
    tidied: upkeep.tidied,
    wake: () => cleanings.wake(),
    busy: () => cleanings.busy(),
    stage: (input, signal) => runner.run("backups.stage", input, { signal }),
    downloadFile: (id) => downloads.find(id),
    registerUpload: ({ uploadId, path, name }) => void uploads.set(uploadId, { path, name }),
    forgetUpload: (uploadId) => void uploads.delete(uploadId),
    async close() {
      // The cleanings let go of their requests first: those are to be made again, and did not fail.
      const settled = cleanings.close();
      closing.abort();
      upkeep.stop();
      // A verdict that has come is paid for: it is kept, for all that Winnow ends. What was not sent is not noted as sent.
      await checks.stored();
      // What runs in threads may be cut off at any time, and the cleanings would wait for its end.
      await threads.stop();
      await settled;
      await upkeep.ended();
      await threads.close();
      downloads.close();
      await accounts.close();
      store.close();
    },
  };
}
