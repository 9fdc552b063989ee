import { rm } from "node:fs/promises";
import type { ListSource, ReadOptions } from "../../../shared/bridge/lists.ts";
import { stackOf } from "../../../shared/errors.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { createAccountCalls, createAccounts, type RunKeys, watchKeychain } from "../accounts/index.ts";
import { partDiagnostics } from "../cleanings/index.ts";
import { createDomainCalls } from "../domains/index.ts";
import type { EngineActivity, EngineOptions } from "../engine-types.ts";
import { createExportCalls, createSuppressionFileCalls, openDownloads } from "../exports/index.ts";
import { createForecastCalls } from "../forecast/index.ts";
import type { Emit, Handlers } from "../handlers.ts";
import { createLedger, recoverLedger } from "../ledger/index.ts";
import { createListCalls, type UploadedFile } from "../lists/index.ts";
import {
  createEraseCalls,
  createImportCalls,
  createSources,
  createSuppressionCalls,
  type Erase,
} from "../memory/index.ts";
import { createEntriesOfRows, createResultCalls } from "../results/index.ts";
import { createAboutCalls, createSettings } from "../settings/index.ts";
import {
  type BackupCallsOptions,
  createBackupCalls,
  createTaskRunner,
  discardStaged,
  type Journal,
  type Layout,
  layoutOf,
  type OpenedStore,
  openStore,
  type Staged,
  type StageInput,
  type TaskRunner,
} from "../store/index.ts";
import type { EngineTasks } from "../task-table.ts";
import { createTeamCalls, createTeamConnection, createTeamRecords, createTeamSync } from "../team/index.ts";
import { emitChanges } from "./change-events.ts";
import { wireChecks } from "./checks.ts";
import { wireCleanings } from "./cleanings.ts";
import { createUpkeep, tidyUp } from "./housekeeping.ts";
import { createThreads } from "./query-threads.ts";
import { readOnlyAccountCalls, withoutBalance } from "./read-only-accounts.ts";
import { createRecount } from "./recount.ts";

/** Interface between the engine's facade and its rooms. */
export interface Rooms {
  readonly handlers: Handlers;
  readonly layout: Layout;
  /** Tidies up and resumes every unfinished cleaning. */
  recover(): Promise<void>;
  wake(): void;
  busy(): Omit<EngineActivity, "writing" | "checking">;
  downloadFile(downloadId: string): { path: string; name: string } | null;
  redact(text: string): string;
  /** Problems found when the data folder was opened, to be shown to the user. */
  readonly notices: readonly Problem[];
  /** Resolves when the bin was first emptied. Does not reject. */
  tidied(): Promise<void>;
  /** Verifies a backup and stages it beside the data. */
  stage(input: StageInput, signal: AbortSignal): Promise<Result<Staged>>;
  close(): Promise<void>;
}

/** They outlive the rooms. */
export type Uploads = Map<string, UploadedFile>;

/** Dependencies of the rooms. `runKeys` and `uploads` outlive them. */
export interface RoomsOptions {
  readonly options: EngineOptions;
  readonly emit: Emit;
  readonly restore: BackupCallsOptions["restore"];
  readonly erase: Erase;
  readonly runKeys: RunKeys;
  readonly uploads: Uploads;
}

/** Number of task threads, in addition to those for queries. */
const TASK_THREADS = 3;

/** Creates and connects all rooms. Closes everything if it throws. */
export async function createRooms(input: RoomsOptions): Promise<Result<Rooms>> {
  const { dataDir, clock } = input.options;
  const opened = openStore(layoutOf(dataDir), clock.now());
  return opened.ok ? ok(await connect({ ...input, store: opened.value, isReadOnly: false })) : opened;
}

/**
 * Creates the rooms on a copy of the journal, while another process has the data folder. They must not be asked to
 * recover, nor for anything that writes. Prices don't include a balance.
 */
export function createReadOnlyRooms(input: RoomsOptions, journal: Journal): Promise<Rooms> {
  const store = { journal, aside: null, close: () => journal.close() };
  return connect({ ...input, store, isReadOnly: true });
}

async function connect(input: Omit<Ground, "layout" | "tasks">): Promise<Rooms> {
  const { workers, dataDir } = input.options;
  // Most commands that only read need no thread.
  const first = workers.startedThread ?? (input.isReadOnly ? null : undefined);
  const tasks = createTaskRunner<EngineTasks>(workers.tasks, TASK_THREADS, first);
  try {
    return buildRooms({ ...input, layout: layoutOf(dataDir), tasks });
  } catch (error) {
    await tasks.close();
    input.store.close();
    throw error;
  }
}

interface Ground extends RoomsOptions {
  readonly layout: Layout;
  readonly store: OpenedStore;
  readonly isReadOnly: boolean;
  readonly tasks: TaskRunner<EngineTasks>;
}

function buildRooms(ground: Ground): Rooms {
  const { options, restore, erase, runKeys, uploads, layout, store, isReadOnly, tasks } = ground;
  const { clock, log } = options;
  const { journal, aside } = store;
  const damage = aside === null ? null : problem("store_corrupt", { path: layout.journal, aside });
  const closing = new AbortController();
  const emitOfTeam: Emit = (event) => {
    ground.emit(event);
    if (event.event === "suppression.changed") void recount.run();
  };
  const emit: Emit = (event) => {
    emitOfTeam(event);
    if (event.event === "check.answered" || event.event === "suppression.changed") team.noteNews();
  };
  const recount = createRecount({ journal, layout, cleanings: () => cleanings, log });
  let online = true;

  const hasWindow = options.host !== "command_line";
  const threads = createThreads({
    layout,
    journal,
    runner: tasks,
    workers: options.workers,
    emit,
    log,
    hasWindow,
  });
  const { runner, reader, searcher } = threads;
  const settings = createSettings(journal);
  const ledger = createLedger(journal, (scope) => team.claims(scope));

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
    session: options.sessionAccount,
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

  const sources = createSources({ journal, layout, clock });
  const connection = createTeamConnection({
    keychain,
    runKeys,
    device: createTeamRecords(journal).device,
    environmentUrl: options.teamUrl,
  });
  const team = createTeamSync({
    journal,
    layout,
    ledger,
    sources,
    runner,
    clock,
    emit: emitOfTeam,
    log,
    connection,
    isReadOnly,
    changed: () => cleanings.onClaimEnded(),
    erase(people) {
      void erase(people, new AbortController().signal).then(
        (erased) => {
          if (erased.ok) ground.emit({ event: "notice", problem: problem("team_has_erased", {}) });
          else if (erased.problem.code !== "erase_busy") log(`erasing for the team: ${erased.problem.code}`);
        },
        (error: unknown) => log(`erasing for the team: ${stackOf(error)}`),
      );
    },
    closing: closing.signal,
  });
  const forget = async (cleaningId: string) => {
    await threads.forget(cleaningId);
    await sources.removeOf(cleaningId);
  };
  const forecasts = createForecastCalls({ journal, layout, runner });

  const downloads = openDownloads(layout.exports, { clock });
  const exported = createExportCalls({
    journal,
    layout,
    downloads,
    reader,
    emit,
    clock,
    sources,
    refreshForecast: forecasts.refresh,
    noteSent: (input) => runner.run("exports.noteSent", input),
    run: (input, run) => runner.run("exports.write", input, run),
  });

  const cleanings = wireCleanings({
    options,
    journal,
    ledger,
    layout,
    accounts: isReadOnly ? withoutBalance(accounts) : accounts,
    isReadOnly,
    settings,
    threads,
    downloads,
    exported,
    calibration: forecasts.refresh,
    forget,
    team,
    closing: closing.signal,
    emit,
  });
  const cleaningOf = (cleaningId: string) =>
    cleanings.handlers["cleanings.get"]({ cleaningId }, { signal: new AbortController().signal });
  const checks = wireChecks({
    journal,
    ledger,
    layout,
    accounts,
    settings,
    cleanings,
    runner,
    colleague: team.memberOf,
    clock,
    log,
  });

  const readOnce = {
    open: (source: ListSource, signal: AbortSignal) => lists["lists.open"]({ source }, { signal }),
    read: (listId: string, options: ReadOptions, signal: AbortSignal) =>
      lists["lists.read"]({ listId, options }, { signal }),
    discard: (listId: string) => lists["lists.discard"]({ listId }, { signal: new AbortController().signal }),
  };
  const handlers: Handlers = {
    ...settings.handlers,
    ...createSuppressionFileCalls({ journal, layout, downloads, runner }),
    ...createImportCalls({ journal, layout, sources, runner, clock, recount: recount.run }),
    ...createEraseCalls({
      layout,
      sources,
      runner,
      lists: readOnce,
      erase,
      async eraseFromTeam(entries, signal) {
        if (!team.isJoined()) return ok(null);
        const access = await connection.access(team.records.team());
        const erased = access.ok
          ? await runner.run("team.erase", { access: access.value, entries }, { signal })
          : access;
        if (erased.ok || erased.problem.code === "cancelled") return erased;
        log(`erasing from the team: ${erased.problem.code}`);
        return fail(problem("erase_team_away", { server: team.describe().server }));
      },
      async allowInTeam(entries, signal) {
        if (!team.isJoined()) return ok(null);
        const access = await connection.access(team.records.team());
        const allowed = access.ok
          ? await runner.run("team.allow", { access: access.value, entries }, { signal })
          : access;
        if (allowed.ok)
          return allowed.value.owner === null
            ? ok(null)
            : fail(problem("allow_team_owner", { owner: allowed.value.owner }));
        return allowed.problem.code === "cancelled"
          ? allowed
          : fail(problem("allow_team_away", { server: team.describe().server }));
      },
    }),
    ...createSuppressionCalls({
      journal,
      layout,
      sources,
      runner,
      lists: readOnce,
      clock,
      entriesOfRows: createEntriesOfRows({ journal, reader }),
    }),
    ...createAboutCalls({
      journal,
      layout,
      clock,
      keychain,
      parts: () => partDiagnostics(journal),
      host: options.host,
      version: options.version,
      demo: options.demo,
      licences: options.licences ?? (async () => []),
      serviceHost: URL.parse(options.sessionAccount?.baseUrl ?? "")?.host ?? "",
      online: () => online,
      setOnline(now) {
        if (online === now) return;
        online = now;
        cleanings.setOnline(now);
        emit({ event: "network.changed", online: now });
      },
      log,
      damage,
    }),
    ...createBackupCalls({ layout, clock, version: options.version, runner, restore }),
    ...createAccountCalls(accounts),
    ...(isReadOnly ? readOnlyAccountCalls(accounts) : {}),
    ...lists,
    ...createDomainCalls({ journal, layout, runner, clock, emit, servers: options.dnsServers }),
    ...cleanings.handlers,
    ...createResultCalls({ journal, reader, searcher, cleaning: cleaningOf, colleague: team.memberOf }),
    ...exported.handlers,
    ...forecasts.handlers,
    ...checks.handlers,
    ...createTeamCalls({
      journal,
      layout,
      runner,
      emit,
      sources,
      sync: team,
      connection,
      forgetTeam: (keepVerdicts) =>
        runner.run("ledger.forgetTeam", { archive: layout.archive, keepVerdicts }),
    }),
  };

  const upkeep = createUpkeep({ cleanings, clock, emit, log });
  return {
    handlers: emitChanges(handlers, emit),
    layout,
    notices: damage === null ? [] : [damage],
    redact: (text) =>
      connection.secrets().reduce((left, secret) => left.replaceAll(secret, "…"), accounts.redact(text)),
    async recover() {
      recoverLedger(journal, layout, log);
      exported.recover();
      downloads.removeLeftovers();
      await tidyUp({ journal, layout, now: clock.now(), forget, log });
      team.begin();
      if (options.resumeCleanings === false) return;
      cleanings.recover();
      void recount.run();
      upkeep.begin();
    },
    tidied: upkeep.tidied,
    wake: () => cleanings.wake(),
    busy: () => cleanings.busy(),
    async stage(input, signal) {
      const staged = await runner.run("backups.stage", input, { signal });
      if (!staged.ok) return staged;
      // Apply erasures first: erased people must not return with a restore.
      const erased = await runner.run("erase.staged", { dataDir: layout.dataDir }, { signal });
      if (erased.ok) return staged;
      discardStaged(layout);
      return erased;
    },
    downloadFile: (id) => downloads.find(id),
    async close() {
      // Cleanings abort their requests first, so that these are repeated later and not counted as failed.
      const settled = cleanings.close();
      const counted = recount.close();
      await team.close();
      closing.abort();
      upkeep.stop();
      // A received verdict is paid for, so store it before quitting. Also record finished exports.
      await checks.stored();
      await exported.noted();
      // Stop tasks before waiting for the cleanings, which wait for them; tasks may be terminated at any time.
      await threads.stop();
      await settled;
      await counted;
      await upkeep.ended();
      await threads.close();
      downloads.close();
      await accounts.close();
      store.close();
    },
  };
}
