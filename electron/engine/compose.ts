import { rm } from "node:fs/promises";
import { type Problem, problem } from "../../shared/problems.ts";
import { fail, ok, type Result } from "../../shared/result.ts";
import { flagsOf, verdictOf } from "../../shared/verdicts.ts";
import { createAboutCalls } from "./about/index.ts";
import { createAccountCalls, createAccounts, type RunKeys, watchKeychain } from "./accounts/index.ts";
import { checkSyntax, suggestAddress } from "./addresses/index.ts";
import {
  type BackupCallsOptions,
  commitRenewed,
  createBackupCalls,
  lineageOf,
  noteLineage,
  renewLineage,
  type Staged,
  type StageInput,
  stagedIn,
} from "./backups/index.ts";
import { createCheckCalls } from "./checks/index.ts";
import { createCleanings, DOCUMENTED_LIMITS } from "./cleanings/index.ts";
import { removeOwn } from "./data-folder/index.ts";
import type { EngineActivity, EngineOptions } from "./engine-types.ts";
import { createExportCalls, createReportCalls } from "./exports/index.ts";
import { openDownloads } from "./files/index.ts";
import type { Emit, Handlers } from "./handlers.ts";
import { tidyUp } from "./housekeeping.ts";
import { watchInPlace } from "./in-place.ts";
import { createListCalls, forgetList, readyPreflight, revisionOf, type UploadedFile } from "./lists/index.ts";
import { mendArchive } from "./mend-archive.ts";
import { mendFiles } from "./mend-files.ts";
import { createResultCalls, createResultReader, isHome } from "./results/index.ts";
import {
  createSettings,
  createSuppressionCalls,
  createSuppressionLookup,
  recoverSuppression,
} from "./settings/index.ts";
import {
  type DataLock,
  isUnscrubbed,
  type Layout,
  layoutOf,
  noteScrubbed,
  type OpenedStore,
  openStore,
} from "./store/index.ts";
import { fillPartIn, suppressedSince, takeFileIn, takePartIn } from "./take-in.ts";
import { createTaskRunner, type TaskRunner } from "./threads/index.ts";
import { tellingOfChanges } from "./told-changes.ts";
import { calendarOf, keepingClock, lastBelieved, trustedTime } from "./trusted-time.ts";
import { bringBack, isSettledLineage, putUnknownAside } from "./unknown-data.ts";
import type { EngineTasks } from "./work.ts";

/** What the engine's facade needs of its rooms. */
export interface Rooms {
  readonly handlers: Handlers;
  readonly layout: Layout;
  /** Why nothing may be begun: what Winnow has open are not the files of their names any more; null: they are. */
  misplaced(): Problem | null;
  /** Tidies up, and goes on with every unfinished cleaning. */
  recover(): Promise<void>;
  wake(): void;
  busy(): Omit<EngineActivity, "writing">;
  downloadFile(downloadId: string): { path: string; name: string } | null;
  registerUpload(upload: { uploadId: string; path: string; name: string }): void;
  forgetUpload(uploadId: string): void;
  /** `text` without any key that is in memory. */
  redact(text: string): string;
  /** What was found when the data folder was opened, and the user is to be told. */
  readonly notices: readonly Problem[];
  /** Cleanings that came back unfinished from a backup, or with a copy of the data: they are paused. */
  readonly paused: number;
  /** Resolves when what cleanings sum up or write by themselves now is; null: they do not. */
  finishing(): Promise<unknown> | null;
  /** Resolves when what was due in the bin at the start is gone, or stays. Does not reject. */
  tidied(): Promise<void>;
  /** Checks a backup and makes it ready beside the data. */
  stage(input: StageInput, signal: AbortSignal): Promise<Result<Staged>>;
  close(): Promise<void>;
}

/** The files that the host received, by their ids: they outlive the rooms. */
export type Uploads = Map<string, UploadedFile>;

/** Threads for reading, planning, taking in and writing, beside the one that answers queries. */
const TASK_THREADS = 3;

/** Builds every room and hands each what it needs. What throws leaves nothing open behind. */
export async function composeRooms(
  options: EngineOptions,
  emit: Emit,
  logLines: () => readonly string[],
  restore: BackupCallsOptions["restore"],
  runKeys: RunKeys,
  uploads: Uploads,
  lock: Pick<DataLock, "standing">,
): Promise<Result<Rooms>> {
  const layout = layoutOf(options.dataDir);
  const opened = openStore(layout, options.clock.now(), options.mayBeLost);
  if (!opened.ok) return opened;
  const runner = createTaskRunner<EngineTasks>(options.workers.tasks, TASK_THREADS);
  try {
    return ok(
      buildRooms({
        options,
        emit,
        logLines,
        restore,
        runKeys,
        uploads,
        lock,
        layout,
        store: opened.value,
        runner,
      }),
    );
  } catch (error) {
    await runner.close();
    opened.value.close();
    throw error;
  }
}

interface Ground {
  readonly options: EngineOptions;
  readonly emit: Emit;
  readonly logLines: () => readonly string[];
  readonly restore: BackupCallsOptions["restore"];
  readonly runKeys: RunKeys;
  readonly uploads: Uploads;
  readonly lock: Pick<DataLock, "standing">;
  readonly layout: Layout;
  readonly store: OpenedStore;
  readonly runner: TaskRunner<EngineTasks>;
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
  runner: threads,
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
  // Each starts its thread with the first question.
  const makeReader = () =>
    createResultReader({
      layout,
      workerUrl: options.workers.reader,
      crashed() {
        log("the thread that answers questions about results broke down");
        if (!toldOfCrash) emit({ event: "notice", problem: problem("thread_restarted") });
        toldOfCrash = true;
      },
    });
  const answering = makeReader();
  const searcher = makeReader();
  let toldOfCrash = false;
  const archive = mendArchive({
    journal,
    layout,
    runner: threads,
    reader: answering,
    clock: calendar,
    emit,
    log,
  });
  const files = mendFiles({
    journal,
    layout,
    runner: archive.runner,
    reader: archive.reader,
    searcher,
    toRemake: (cleaningId) => cleanings.toRemake(cleaningId),
    remade: (cleaningId, made) => cleanings.remade(cleaningId, made),
    emit,
    log,
  });
  const { runner, reader } = files;
  /** What the archive still knows is erased the next time: nothing else of it may go before. */
  async function forget(cleaningId: string): Promise<void> {
    const forgotten = await runner.run("results.forget", { archive: layout.archive, cleaningId });
    if (!forgotten.ok) throw new Error(`the archive keeps ${cleaningId}: ${forgotten.problem.code}`);
  }

  const settings = createSettings(journal);
  const background = new Set<Promise<void>>();
  let tidied = Promise.resolve();
  let online = true;

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
    countFormulas: (input, run) => runner.run("exports.formulas", input, run),
  });

  const cleanings = createCleanings({
    journal,
    layout,
    accounts,
    clock,
    calendar,
    keeping,
    closing: closing.signal,
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
    totals: (cleaningId) => runner.run("cleanings.totals", { dataDir: layout.dataDir, cleaningId }),
    misplaced: inPlace.problem,
    commitSpending: (work) => commitRenewed(journal, layout, work),
    isHome: ({ cleaningId, ordinal }) => isHome(layout.cleaning(cleaningId).results, ordinal),
    noPlace: ({ id, list_id }, { ordinal }, step) =>
      files.whole(id, list_id, step === "upload" || step === "check" ? ordinal : null),
    async lost({ cleaningId, ordinal }) {
      const { results } = layout.cleaning(cleaningId);
      const there = await runner.run("results.lost", { cleaningId, results, ordinal });
      return there.ok ? null : there.problem;
    },
    leaveOut: (cleaning, part, write, signal) =>
      suppressedSince({ runner, layout }, cleaning, part, write, signal),
    takeIn: (cleaning, part, signal) =>
      takePartIn({ runner, layout, clock: calendar, log }, cleaning, part, signal),
    fillIn: (cleaning, part, download, signal) =>
      fillPartIn({ runner, layout, clock: calendar, log }, cleaning, part, download, signal),
    importResults: (cleaningId, listId, scope) =>
      takeFileIn({ runner, layout, clock: calendar, log }, cleaningId, listId, scope),
    agreeOut: (listId, out) => exported.agreeOut(listId, out),
    writeOut: (cleaning, out) => exported.writeOut(cleaning.id, out),
    async forgetVerdicts(cleaningId, listId) {
      await reader.ask("release", { cleaningId, listId });
      await forget(cleaningId);
    },
    eraseFiles: (cleaningId) => rm(layout.cleaning(cleaningId).dir, { recursive: true, force: true }),
    async eraseList(listId) {
      if (forgetList(journal, listId)) await rm(layout.list(listId).dir, { recursive: true, force: true });
    },
    probe: options.probe ?? (() => {}),
    log,
  });

  const cleaningOf = (cleaningId: string) =>
    cleanings.handlers["cleanings.get"]({ cleaningId }, { signal: new AbortController().signal });
  const reports = createReportCalls({
    journal,
    layout,
    downloads,
    reader,
    clock,
    cleaning: cleaningOf,
  });

  /** From when on a verdict is fresh, as the user has it. */
  function freshness() {
    const { freshDays, freshDaysUnknown } = settings.current();
    const now = calendar.now();
    return { now, freshAfter: now - freshDays * DAY, freshAfterUnknown: now - freshDaysUnknown * DAY };
  }

  const checks = createCheckCalls({
    accounts,
    clock: calendar,
    async lookUp(scope, address) {
      const kept = Math.max(settings.current().freshDays * DAY, NOT_LONG_PAST);
      const longPast = lastBelieved(journal, clock) - kept;
      const asked = { archive: layout.archive, scope, address, fresh: freshness(), longPast };
      const known = await runner.run("results.recall", asked);
      if (!known.ok) return known;
      const { known: newest, unansweredSince, lostSince } = known.value;
      const verdict = newest === null ? null : verdictOf(newest.verdict);
      if (newest !== null && verdict !== null)
        return ok({ verdict, flags: flagsOf(newest.flags), verifiedAt: newest.verifiedAt });
      if (unansweredSince !== null) return ok({ unansweredSince });
      return ok(lostSince === null ? null : { lostSince });
    },
    async asking(scope, check) {
      // The last moment before it is sent.
      const misplaced = inPlace.problem();
      if (misplaced !== null) return fail(misplaced);
      return runner.run("results.asking", { archive: layout.archive, scope, check });
    },
    settle: (scope, address, earlier) =>
      runner.run("results.settle", { archive: layout.archive, scope, address, earlier }),
    remember: (scope, check) => runner.run("results.remember", { archive: layout.archive, scope, check }),
    async kept(scope, address) {
      const asked = { dataDir: layout.dataDir, scope, address, fresh: freshness() };
      const traced = await runner.run("results.trace", asked);
      if (!traced.ok) return traced;
      const { checks: single, cleanings: ids, isKnown } = traced.value;
      return ok({
        checks: single,
        lists: ids.flatMap((id) => cleanings.named(id) ?? []),
        stillKnown: isKnown,
      });
    },
    forget: (address) => runner.run("results.forgetChecks", { dataDir: layout.dataDir, address }),
    suggest: (address) => suggestAddress(address, settings.current().referenceOverrides),
    malformed: checkSyntax,
    isSuppressed: createSuppressionLookup({ journal, layout, runner }),
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
    }),
    ...createAboutCalls({
      journal,
      layout,
      clock,
      keychain,
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
    ...checks,
  };

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
  if (lineage === "same") renew();
  const copied = paused > 0 ? [problem("data_copied", { cleanings: paused })] : [];

  /** What an earlier Winnow removed from the archive without overwriting it. */
  async function scrubArchive(): Promise<void> {
    if (!isUnscrubbed(journal.db, "archive")) return;
    const scrubbed = await runner.run("results.scrub", { archive: layout.archive });
    if (scrubbed.ok) journal.commit(() => noteScrubbed(journal.db, "archive"));
  }

  /** Whatever goes wrong with one of it, the rest goes. */
  async function emptyBin(now: number | null): Promise<void> {
    try {
      for (const kept of await cleanings.emptyBin(now)) emit({ event: "notice", problem: kept });
    } catch (error) {
      log(`emptying the bin: ${String(error)}`);
    }
  }

  /** Null, so that nothing is old, where the disk has no room to note it. */
  function timeToDelete(): number | null {
    try {
      return trustedTime(journal, clock.now());
    } catch (error) {
      log(`noting the time: ${String(error)}`);
      return null;
    }
  }

  /** Winnow may stay open for months: the clock is looked at in between, and what is due in the bin goes. */
  let stopLooking = () => {};
  function lookDaily(): void {
    stopLooking = clock.after(DAY, () => {
      background.add(emptyBin(timeToDelete()));
      lookDaily();
    });
  }

  /** What waits asks for nothing, and would never notice. */
  let stopLookingAround = () => {};
  function lookAround(): void {
    stopLookingAround = clock.after(LOOK_AROUND, () => {
      try {
        cleanings.lookAround();
      } catch (error) {
        log(`looking around: ${String(error)}`);
      }
      lookAround();
    });
  }

  function renew(): void {
    try {
      renewLineage(journal, layout);
    } catch (error) {
      // A disk without room for it is no reason not to start, or not to end.
      log(`renewing the folder's identity: ${String(error)}`);
    }
  }

  return {
    handlers: tellingOfChanges(handlers, emit),
    layout,
    misplaced: inPlace.problem,
    notices: [...(damage === null ? [] : [damage]), ...copied, ...(unknown === null ? [] : [unknown])],
    paused,
    redact: accounts.redact,
    async recover() {
      const now = timeToDelete();
      if (!store.lost) await tidyUp({ journal, layout, now, settled, forget, log });
      if (options.goOn === false) return;
      background.add(archive.ready());
      cleanings.recover();
      tidied = emptyBin(now);
      background.add(
        tidied.then(scrubArchive).catch((error: unknown) => log(`scrubbing the archive: ${String(error)}`)),
      );
      lookDaily();
      lookAround();
    },
    tidied: () => tidied,
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
      stopLooking();
      stopLookingAround();
      timeToDelete();
      // What runs in threads may be cut off at any time, and the cleanings would wait for its end.
      await runner.close();
      await settled;
      await Promise.all(background);
      await Promise.all([reader.close(), searcher.close()]);
      downloads.close();
      await accounts.close();
      // The folder is another's by now, or another journal's: its word stays.
      if (inPlace.problem() === null) renew();
      inPlace.close();
      store.close();
    },
  };
}

const DAY = 24 * 3600_000;

/** So long at least it is told that a check may have been paid for. */
const NOT_LONG_PAST = 30 * DAY;
const LOOK_AROUND = 30_000;
