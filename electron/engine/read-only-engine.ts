import type { BridgeEvent } from "../../shared/bridge.ts";
import { causedBy, problem } from "../../shared/problems.ts";
import { fail, ok, type Result } from "../../shared/result.ts";
import { createAccounts, watchKeychain } from "./accounts/index.ts";
import { readyPreflight, revisionOf } from "./catalog/index.ts";
import { createCleanings, DOCUMENTED_LIMITS } from "./cleanings/index.ts";
import { raceAbort } from "./concurrency.ts";
import { createDomainCalls, deadDomains } from "./domains/index.ts";
import { type Engine, type EngineOptions, IDLE } from "./engine-types.ts";
import { dispatch, type Handlers } from "./handlers.ts";
import { createLedger } from "./ledger/index.ts";
import { createListCalls, type UploadedFile } from "./lists/index.ts";
import { listedSuppression } from "./memory/index.ts";
import { redact } from "./service/index.ts";
import { createSettings } from "./settings/index.ts";
import {
  checkFolderOwnership,
  copyInMemory,
  createTaskRunner,
  isSwapping,
  type Journal,
  layoutOf,
  startProblem,
  storeProblem,
  type TaskRunner,
} from "./store/index.ts";
import type { EngineTasks } from "./task-table.ts";

/** An opened list is read and discarded. */
const CALLS = [
  "accounts.list",
  "accounts.refresh",
  "accounts.sandbox",
  "cleanings.get",
  "cleanings.list",
  "cleanings.price",
  "domains.look",
  "domains.stop",
  "forecast.list",
  "lists.discard",
  "lists.open",
  "lists.read",
  "lists.typos",
  "settings.get",
  "suppression.list",
] as const;
type ReadOnlyCall = (typeof CALLS)[number];

function isReadOnlyCall(name: string): name is ReadOnlyCall {
  return CALLS.some((call) => call === name);
}

/** Returns true if the data folder can be read. During a restore it holds parts of two histories. */
export function canReadFolder(dataDir: string): boolean {
  return !isSwapping(layoutOf(dataDir));
}

/**
 * Creates an engine over an in-memory copy of the journal, which works while another Winnow has the data folder. It
 * takes no lock, continues no cleanings and only sends requests for a balance; prices don't include one. Fails with the
 * problems of opening the journal, `store_foreign` or `store_locked`; calls that need more fail with `store_locked`.
 */
export async function createReadOnlyEngine(options: EngineOptions): Promise<Result<Engine>> {
  const layout = layoutOf(options.dataDir);
  try {
    const foreign = checkFolderOwnership(options.dataDir);
    if (foreign !== null) return fail(foreign);
    const copied = copyInMemory(layout.journal);
    if (!copied.ok) return copied;
    // Discard the copy if a restore began while it was made.
    if (canReadFolder(options.dataDir)) return ok(createFromJournal(options, copied.value));
    copied.value.close();
    return fail(problem("store_locked", { dir: options.dataDir }));
  } catch (error) {
    options.log(`looking: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return fail(startProblem(error, options.dataDir, options.dataDir) ?? problem("internal"));
  }
}

function createFromJournal(options: EngineOptions, journal: Journal): Engine {
  const { clock, dataDir } = options;
  const layout = layoutOf(dataDir);
  const closing = new AbortController();
  const listeners = new Set<(event: BridgeEvent) => void>();
  const uploads = new Map<string, UploadedFile>();
  const emit = (event: BridgeEvent) => {
    for (const listener of listeners) listener(event);
  };
  const log = (line: string) =>
    options.log(redact(line, options.sessionAccount === null ? [] : [options.sessionAccount.apiKey]));
  const countClaimedByOthers = async () => fail(problem("store_locked", { dir: dataDir }));
  // Start a thread only when a list is read, which most read-only commands don't do.
  let started: TaskRunner<EngineTasks> | null = null;
  const runner: TaskRunner<EngineTasks> = {
    run(name, input, run) {
      started ??= createTaskRunner<EngineTasks>(options.workers.tasks, 1, options.workers.startedThread);
      return started.run(name, input, run);
    },
    close: async () => started?.close(),
  };
  const settings = createSettings(journal);
  const accounts = createAccounts({
    journal,
    keychain: watchKeychain(options.keychain, {
      clock,
      tell: (waiting) => emit({ event: "keychain.waiting", waiting }),
    }),
    fetch: options.fetch,
    clock,
    emit,
    launchSandbox: options.launchSandbox,
    session: options.sessionAccount,
    usage: (accountId) => cleanings.usage(accountId),
    closing: closing.signal,
  });
  const balanceNotRead = problem("balance_unread", { why: causedBy(problem("not_begun")) });
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
  const cleanings = createCleanings({
    journal,
    ledger: createLedger(journal),
    layout,
    // Prices are computed without any requests.
    accounts: { ...accounts, refreshCredits: async () => fail(balanceNotRead) },
    clock,
    closing: closing.signal,
    emit,
    settings: () => settings.current(),
    limits: { ...DOCUMENTED_LIMITS, ...options.limits },
    preflight: (listId) => readyPreflight(journal, listId),
    revision: (listId) => revisionOf(journal, listId),
    plan: (input, run) => runner.run("cleanings.plan", { ...input, isReadOnly: true }, run),
    deadDomains: () => deadDomains(journal, clock.now()),
    async calibration(signal) {
      // Imported lazily: few read-only commands forecast.
      const { createForecastCalls } = await import("./forecast/index.ts");
      return createForecastCalls({ journal, layout, runner }).refresh(signal);
    },
    forecast: (input, run) => runner.run("cleanings.forecast", input, run),
    collect: countClaimedByOthers,
    countClaimedByOthers,
    totals: countClaimedByOthers,
    isIngested: () => false,
    ingest: () => Promise.reject(new Error("who only looks takes nothing in")),
    fillIn: countClaimedByOthers,
    importResults: countClaimedByOthers,
    checkOutputPath: () => fail(problem("store_locked", { dir: dataDir })),
    writeOutput: countClaimedByOthers,
    forgetVerdicts: async () => {},
    eraseList: async () => {},
    probe: () => {},
    log,
  });
  const handlers: Handlers<ReadOnlyCall> = {
    "accounts.list": async () => ok({ accounts: await accounts.list() }),
    "accounts.refresh": async ({ id }) =>
      accounts.isSandbox(id) ? accounts.placedSandbox() : accounts.refresh(id),
    "accounts.sandbox": async () => accounts.placedSandbox(),
    "cleanings.get": cleanings.handlers["cleanings.get"],
    "cleanings.list": cleanings.handlers["cleanings.list"],
    "cleanings.price": cleanings.handlers["cleanings.price"],
    ...createDomainCalls({ journal, layout, runner, clock, emit, servers: options.dnsServers }),
    "forecast.list": cleanings.handlers["forecast.list"],
    "lists.discard": lists["lists.discard"],
    "lists.open": lists["lists.open"],
    "lists.read": lists["lists.read"],
    "lists.typos": lists["lists.typos"],
    "settings.get": settings.handlers["settings.get"],
    "suppression.list": async () => ok({ lists: listedSuppression(journal) }),
  };

  return {
    async call(name, input, context = {}) {
      if (!isReadOnlyCall(name)) return countClaimedByOthers();
      if (closing.signal.aborted) return fail(problem("cancelled"));
      const signal = AbortSignal.any([closing.signal, ...(context.signal ? [context.signal] : [])]);
      try {
        return await raceAbort(closing.signal, dispatch(handlers, name, input, { signal }, options.log));
      } catch (error) {
        log(`looking, ${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        return fail(storeProblem(error, dataDir, dataDir) ?? problem("internal"));
      }
    },
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit,
    resume() {},
    busy: () => (closing.signal.aborted ? IDLE : { ...cleanings.busy(), writing: false }),
    binPurged: () => Promise.resolve(),
    downloadFile: () => null,
    registerUpload: ({ uploadId, path, name }) => void uploads.set(uploadId, { path, name }),
    forgetUpload: (uploadId) => void uploads.delete(uploadId),
    uploadsDir: layout.uploads,
    async close() {
      closing.abort();
      await runner.close();
      await cleanings.close();
      await accounts.close();
      journal.close();
      listeners.clear();
    },
  };
}
