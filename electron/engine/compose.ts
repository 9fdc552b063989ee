import { rm } from "node:fs/promises";
import { type Problem, problem } from "../../shared/problems.ts";
import { ok, type Result } from "../../shared/result.ts";
import { flagsOf, verdictOf } from "../../shared/verdicts.ts";
import { createAboutCalls, requestedRestore, restoreRequestPath } from "./about/index.ts";
import { createAccountCalls, createAccounts } from "./accounts/index.ts";
import { createCheckCalls } from "./checks/index.ts";
import { createCleanings, DOCUMENTED_LIMITS } from "./cleanings/index.ts";
import type { EngineActivity, EngineOptions } from "./engine-types.ts";
import { createExportCalls, createReportCalls } from "./exports/index.ts";
import { openDownloads } from "./files/index.ts";
import type { Emit, Handlers } from "./handlers.ts";
import { tidyUp } from "./housekeeping.ts";
import {
  checkSyntax,
  createListCalls,
  readyPreflight,
  revisionOf,
  suggestAddress,
  type UploadedFile,
} from "./lists/index.ts";
import { createResultCalls, createResultReader } from "./results/index.ts";
import { createSettings, createSuppressionCalls } from "./settings/index.ts";
import { createTaskRunner, type Layout, layoutOf, openStore, restoreInto } from "./store/index.ts";
import { takeFileIn, takePartIn } from "./take-in.ts";
import type { EngineTasks } from "./work.ts";

/** What the engine's facade needs of its rooms. */
export interface Rooms {
  readonly handlers: Handlers;
  readonly layout: Layout;
  /** Tidies up, and goes on with every unfinished cleaning. */
  recover(): Promise<void>;
  wake(): void;
  busy(): EngineActivity;
  downloadFile(downloadId: string): { path: string; name: string } | null;
  registerUpload(upload: { uploadId: string; path: string; name: string }): void;
  forgetUpload(uploadId: string): void;
  /** `text` without any key that is in memory. */
  redact(text: string): string;
  /** What was found damaged when the data folder was opened. */
  readonly damage: Problem | null;
  close(): Promise<void>;
}

/** Threads for reading, planning, taking in and writing, beside the one that answers queries. */
const TASK_THREADS = 3;

/** Builds every room and hands each what it needs. `closing` is aborted when they are to end at once. */
export async function composeRooms(
  options: EngineOptions,
  emit: Emit,
  logLines: () => readonly string[],
  closing: AbortSignal,
): Promise<Result<Rooms>> {
  const { clock, log } = options;
  const layout = layoutOf(options.dataDir);
  const backup = await requestedRestore(layout);
  if (backup !== null) {
    const restored = restoreInto(layout, backup, new Date(clock.now()));
    await rm(restoreRequestPath(layout), { force: true });
    if (!restored.ok) return restored;
  }
  const opened = openStore(layout, clock.now());
  if (!opened.ok) return opened;
  const { journal, damage } = opened.value;

  const runner = createTaskRunner<EngineTasks>(options.workers.tasks, TASK_THREADS);
  const reader = createResultReader({
    layout,
    workerUrl: options.workers.reader,
    crashed() {
      log("the thread that answers questions about results broke down");
      if (!toldOfCrash) emit({ event: "notice", problem: problem("thread_restarted") });
      toldOfCrash = true;
    },
  });
  let toldOfCrash = false;
  const uploads = new Map<string, UploadedFile>();
  const settings = createSettings(journal);
  const background = new Set<Promise<void>>();
  let online = true;

  const accounts = createAccounts({
    journal,
    keychain: options.keychain,
    fetch: options.fetch,
    clock,
    emit: (event) => {
      emit(event);
      if (event.event === "account.changed") cleanings.accountChanged(event.account);
    },
    launchSandbox: options.launchSandbox,
    session: options.session,
    usage: (accountId) => cleanings.usage(accountId),
    uploadBytes: options.limits?.bytes,
    closing,
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

  const downloads = openDownloads(layout.exports);
  const exported = createExportCalls({
    journal,
    layout,
    downloads,
    reader,
    emit,
    clock,
    run: (input, run) => runner.run("exports.write", input, run),
    countFormulas: (input, run) => runner.run("exports.formulas", input, run),
  });

  const cleanings = createCleanings({
    journal,
    layout,
    accounts,
    clock,
    emit,
    settings: () => settings.current(),
    limits: { ...DOCUMENTED_LIMITS, ...options.limits },
    preflight: (listId) => readyPreflight(journal, listId),
    revision: (listId) => revisionOf(journal, listId),
    plan: (input, run) => runner.run("cleanings.plan", input, run),
    totals: (cleaningId) => runner.run("cleanings.totals", { dataDir: layout.dataDir, cleaningId }),
    takeIn: (cleaning, part, signal) => takePartIn({ runner, layout, clock }, cleaning, part, signal),
    importResults: (cleaningId, listId, scope) =>
      takeFileIn({ runner, layout, clock }, cleaningId, listId, scope),
    agreeOut: (listId, out) => exported.agreeOut(listId, out),
    writeOut: (cleaning, out) => exported.writeOut(cleaning.id, out),
    async erase(cleaningId, listId) {
      await reader.ask("release", { cleaningId, listId });
      const forgotten = await runner.run("results.forget", { archive: layout.archive, cleaningId });
      // What the archive still knows is erased the next time: nothing else of it may go before.
      if (!forgotten.ok) throw new Error(`the archive keeps ${cleaningId}: ${forgotten.problem.code}`);
      await rm(layout.cleaning(cleaningId).dir, { recursive: true, force: true });
    },
    probe: options.probe ?? (() => {}),
    log,
  });

  const reports = createReportCalls({
    journal,
    layout,
    downloads,
    reader,
    clock,
    cleaning: (cleaningId) =>
      cleanings.handlers["cleanings.get"]({ cleaningId }, { signal: new AbortController().signal }),
  });

  const checks = createCheckCalls({
    accounts,
    clock,
    async lookUp(scope, address) {
      const { freshDays, freshDaysUnknown } = settings.current();
      const fresh = {
        freshAfter: clock.now() - freshDays * DAY,
        freshAfterUnknown: clock.now() - freshDaysUnknown * DAY,
      };
      const known = await runner.run("results.recall", { archive: layout.archive, scope, address, fresh });
      const verdict = known.ok && known.value !== null ? verdictOf(known.value.verdict) : null;
      if (!known.ok || known.value === null || verdict === null) return null;
      return { verdict, flags: flagsOf(known.value.flags), verifiedAt: known.value.verifiedAt };
    },
    async remember(scope, check) {
      await runner.run("results.remember", { archive: layout.archive, scope, check });
    },
    suggest: (address) => suggestAddress(address, settings.current().referenceOverrides),
    malformed: checkSyntax,
    log,
  });

  const handlers: Handlers = {
    ...settings.handlers,
    ...createSuppressionCalls({
      journal,
      clock,
      async copy(source) {
        const signal = new AbortController().signal;
        const opened = await lists["lists.open"]({ source }, { signal });
        if (!opened.ok) return opened;
        const { listId, name } = opened.value;
        const discard = () => lists["lists.discard"]({ listId }, { signal });
        return ok({ path: layout.list(listId).original, name, discard });
      },
      read: (path) => runner.run("settings.readSuppressed", { path }),
    }),
    ...createAboutCalls({
      journal,
      layout,
      clock,
      keychain: options.keychain,
      host: options.host,
      version: options.version,
      demo: options.demo,
      licences: options.licences ?? [],
      serviceHost: URL.parse(options.session?.baseUrl ?? "")?.host ?? "",
      online: () => online,
      setOnline(now) {
        if (online === now) return;
        online = now;
        cleanings.setOnline(now);
        emit({ event: "network.changed", online: now });
      },
      logLines,
      backUp: (at) => runner.run("store.backUp", { dataDir: layout.dataDir, at }),
      damage,
    }),
    ...createAccountCalls(accounts),
    ...lists,
    ...cleanings.handlers,
    ...createResultCalls({ journal, reader }),
    ...exported.handlers,
    ...reports.handlers,
    ...checks,
  };

  return ok({
    handlers,
    layout,
    damage,
    redact: accounts.redact,
    async recover() {
      await tidyUp(journal, layout, clock);
      cleanings.recover();
      const emptied = cleanings
        .emptyBin()
        .catch((error: unknown) => log(`emptying the bin: ${String(error)}`));
      background.add(emptied);
    },
    wake: () => cleanings.wake(),
    busy: () => cleanings.busy(),
    downloadFile: (id) => exported.downloadFile(id) ?? reports.downloadFile(id),
    registerUpload: ({ uploadId, path, name }) => void uploads.set(uploadId, { path, name }),
    forgetUpload: (uploadId) => void uploads.delete(uploadId),
    async close() {
      const settled = cleanings.close();
      // What runs in threads may be cut off at any time, and the cleanings would wait for its end.
      await runner.close();
      await settled;
      await Promise.all(background);
      await reader.close();
      await accounts.close();
      opened.value.close();
    },
  });
}

const DAY = 24 * 3600_000;
