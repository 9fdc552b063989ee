import { z } from "zod";
import type { BridgeEvent } from "../../shared/bridge.ts";
import { messageOf, stackOf } from "../../shared/errors.ts";
import { systemCodeOf } from "../../shared/problems/define-problem.ts";
import { causedBy, type Problem, problem } from "../../shared/problems.ts";
import { fail, ok, type Result } from "../../shared/result.ts";
import { createRunKeys } from "./accounts/index.ts";
import { raceAbort } from "./concurrency.ts";
import { type Engine, type EngineOptions, IDLE } from "./engine-types.ts";
import { dispatch, isEngineCall } from "./handlers.ts";
import { isReplacing, type PeopleToErase, pendingErasure } from "./memory/index.ts";
import { redact } from "./service/index.ts";
import {
  createTaskRunner,
  type DataLock,
  finishSwap,
  type Layout,
  layoutOf,
  lockDataDir,
  openLogFile,
  startProblem,
  storeProblem,
} from "./store/index.ts";
import type { EngineTasks } from "./task-table.ts";
import { createRestorableRooms, createRooms, type RestorableRooms, type Uploads } from "./wiring/index.ts";

export type { Engine, EngineOptions } from "./engine-types.ts";

/**
 * Opens the data folder, starts the engine and continues unfinished cleanings. Releases the lock on failure. Fails with
 * `store_locked`, `store_foreign`, `store_newer`, `store_corrupt`, `store_unwritable`, `store_shared`, `disk_full`,
 * `restore_unfinished`, `erase_unfinished` or `internal`.
 */
export async function createEngine(options: EngineOptions): Promise<Result<Engine>> {
  const lock = lockDataDir(options.dataDir);
  if (!lock.ok) return lock;
  const engine = await openEngine(options, lock.value).catch((error: unknown) => {
    options.log(`starting: ${stackOf(error)}`);
    return fail(startProblem(error, options.dataDir, options.dataDir) ?? problem("internal"));
  });
  if (!engine.ok) lock.value.release();
  return engine;
}

async function openEngine(options: EngineOptions, lock: DataLock): Promise<Result<Engine>> {
  const layout = layoutOf(options.dataDir);
  const listeners = new Set<(event: BridgeEvent) => void>();
  const emit = (event: BridgeEvent) => {
    for (const listener of listeners) listener(event);
  };
  const writeLog = openLogFile(layout.log, () => options.clock.now());
  // Until the accounts are loaded, only the session's key is known.
  let hideKeys = (line: string) =>
    redact(line, options.sessionAccount === null ? [] : [options.sessionAccount.apiKey]);
  const log = (line: string) => {
    const safe = hideKeys(line);
    writeLog(safe);
    options.log(safe);
  };
  const finished = finishRestore(() => finishSwap(layout), log);
  if (finished !== null) return fail(finished);
  const erase = (people: PeopleToErase | null) => eraseInThread(options, people, emit);
  const resumed = await finishErasure(layout, erase, log);
  const [unfinished] = resumed;
  if (unfinished !== undefined && isReplacing(layout)) return fail(unfinished);
  const runKeys = createRunKeys();
  const uploads: Uploads = new Map();
  const live = await createRestorableRooms({
    layout,
    clock: options.clock,
    emit,
    log,
    erase,
    async open(restore, erase) {
      const opened = await createRooms({
        options: { ...options, log },
        emit,
        restore,
        erase,
        runKeys,
        uploads,
      });
      if (opened.ok) hideKeys = opened.value.redact;
      return opened;
    },
  });
  if (!live.ok) return live;
  const opened = live.value.current();
  const notices = [...resumed, ...(opened?.notices ?? [])];
  for (const notice of notices) log(`${notice.code}: ${notice.detail}`);
  try {
    await opened?.recover();
  } catch (error) {
    await live.value.close();
    throw error;
  }
  const end = () => {
    runKeys.clear();
    lock.release();
  };
  const behind = { listeners, emit, log, notices, uploads, release: end, dataDir: options.dataDir };
  return ok(createFacade(live.value, behind));
}

/** Completes an interrupted restore before anything is opened. Returns the problem, or `null`. */
function finishRestore(finish: () => void, log: (line: string) => void): Problem | null {
  try {
    finish();
    return null;
  } catch (error) {
    log(`finishing a restore: ${messageOf(error)}`);
    return problem("restore_unfinished", { code: systemCodeOf(error) });
  }
}

const progressSchema = z.object({ done: z.int(), total: z.int() });

/** Erases in a thread that has no files open. `people`: `null` completes an interrupted erasure. */
async function eraseInThread(
  { dataDir, version, clock, workers }: EngineOptions,
  people: PeopleToErase | null,
  emit: (event: BridgeEvent) => void,
) {
  const runner = createTaskRunner<EngineTasks>(workers.tasks, 1);
  const onProgress = (value: unknown) => emit({ event: "erase.progress", ...progressSchema.parse(value) });
  try {
    return await runner.run("erase.all", { dataDir, people, app: version, at: clock.now() }, { onProgress });
  } finally {
    await runner.close();
  }
}

/** Completes an interrupted erasure before anything is opened. Returns notices for the user. */
async function finishErasure(
  layout: Layout,
  erase: (people: null) => ReturnType<typeof eraseInThread>,
  log: (line: string) => void,
): Promise<Problem[]> {
  try {
    if (pendingErasure(layout) === undefined) return [];
    const erased = await erase(null);
    if (!erased.ok) return [erased.problem];
    const { unread, ...found } = erased.value;
    return [
      problem("erase_resumed", found),
      ...(unread.length > 0 ? [problem("erase_incomplete", { names: unread })] : []),
    ];
  } catch (error) {
    log(`finishing an erasure: ${stackOf(error)}`);
    const cause = storeProblem(error, layout.dataDir, layout.dataDir);
    return [problem("erase_unfinished", cause === null ? {} : { by: causedBy(cause) })];
  }
}

interface FacadeDeps {
  readonly listeners: Set<(event: BridgeEvent) => void>;
  readonly emit: (event: BridgeEvent) => void;
  readonly log: (line: string) => void;
  readonly notices: Problem[];
  readonly uploads: Uploads;
  readonly release: () => void;
  readonly dataDir: string;
}

/** Creates the engine over its rooms. */
export function createFacade(live: RestorableRooms, behind: FacadeDeps): Engine {
  const { listeners, emit, log, notices, uploads, release, dataDir } = behind;
  const closing = new AbortController();
  return {
    async call(name, input, context = {}) {
      if (!isEngineCall(name)) return fail(problem("call_unknown", { call: name.slice(0, 80) }));
      if (closing.signal.aborted) return fail(problem("cancelled"));
      const signal = AbortSignal.any([closing.signal, ...(context.signal ? [context.signal] : [])]);
      const answer = live.call(name, (handlers) => dispatch(handlers, name, input, { signal }, log));
      try {
        return await raceAbort(closing.signal, answer);
      } catch (error) {
        const store = storeProblem(error, dataDir, dataDir);
        const what = store === null ? "bug" : store.code;
        log(`${what} in ${name}: ${stackOf(error)}`);
        return fail(store ?? problem("internal"));
      }
    },
    on(listener) {
      listeners.add(listener);
      // The first listener receives the startup notices.
      for (const notice of notices.splice(0))
        queueMicrotask(() => emit({ event: "notice", problem: notice }));
      return () => void listeners.delete(listener);
    },
    emit,
    resume: () => live.current()?.wake(),
    busy: () => ({ ...IDLE, ...live.current()?.busy(), writing: live.writing(), checking: live.checking() }),
    binPurged: async () => live.current()?.tidied(),
    downloadFile: (downloadId) => live.current()?.downloadFile(downloadId) ?? null,
    registerUpload: ({ uploadId, path, name }) => void uploads.set(uploadId, { path, name }),
    forgetUpload: (uploadId) => void uploads.delete(uploadId),
    uploadsDir: layoutOf(dataDir).uploads,
    async close() {
      const closed = live.close();
      closing.abort();
      await closed;
      release();
      listeners.clear();
    },
  };
}
