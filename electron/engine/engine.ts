import type { CallOutput } from "../../shared/bridge.ts";
import { type BridgeEvent, type CallRequest, type EngineCallName, engineCalls } from "../../shared/bridge.ts";
import { problem } from "../../shared/problems.ts";
import { fail, type Result } from "../../shared/result.ts";
import { unlessAborted } from "./closing.ts";
import { composeRooms } from "./compose.ts";
import type { Engine, EngineOptions } from "./engine-types.ts";
import type { CallContext, Handlers } from "./handlers.ts";
import { redact } from "./service/index.ts";
import { lockDataDir, storeProblem } from "./store/index.ts";

export type { Engine, EngineActivity, EngineOptions } from "./engine-types.ts";

/**
 * Opens the data folder and brings up every room over it; goes on with every unfinished cleaning.
 * Problems: `store_locked`, `store_newer`, `store_corrupt`, `store_unwritable`, `disk_full`.
 */
export async function createEngine(options: EngineOptions): Promise<Result<Engine>> {
  const lock = lockDataDir(options.dataDir);
  if (!lock.ok) return lock;
  const listeners = new Set<(event: BridgeEvent) => void>();
  const emit = (event: BridgeEvent) => {
    for (const listener of listeners) listener(event);
  };
  const lines: string[] = [];
  // Until the accounts are there, the session's key is the only one that anybody has.
  let hideKeys = (line: string) => redact(line, options.session === null ? [] : [options.session.apiKey]);
  const log = (line: string) => {
    const safe = hideKeys(line);
    lines.push(`${new Date(options.clock.now()).toISOString()} ${safe}`);
    if (lines.length > 500) lines.shift();
    options.log(safe);
  };
  const closing = new AbortController();
  const rooms = await composeRooms({ ...options, log }, emit, () => lines, closing.signal);
  if (!rooms.ok) {
    lock.value.release();
    return rooms;
  }
  const { handlers } = rooms.value;
  hideKeys = rooms.value.redact;
  let { damage } = rooms.value;
  if (damage !== null) log(`${damage.code}: ${damage.detail}`);

  const engine: Engine = {
    async call(name, input, context = {}) {
      if (!isCall(name)) return fail(problem("call_unknown", { call: name.slice(0, 80) }));
      if (closing.signal.aborted) return fail(problem("cancelled"));
      const signal = AbortSignal.any([closing.signal, ...(context.signal ? [context.signal] : [])]);
      try {
        return await unlessAborted(closing.signal, dispatch(handlers, name, input, { signal }));
      } catch (error) {
        const store = storeProblem(error, rooms.value.layout.dataDir);
        const what = store === null ? "bug" : store.code;
        log(`${what} in ${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        return fail(store ?? problem("internal"));
      }
    },
    on(listener) {
      listeners.add(listener);
      if (damage !== null) {
        // Whoever listens first is told what was found when the folder was opened.
        const notice: BridgeEvent = { event: "notice", problem: damage };
        damage = null;
        queueMicrotask(() => emit(notice));
      }
      return () => void listeners.delete(listener);
    },
    emit,
    resume: rooms.value.wake,
    busy: rooms.value.busy,
    downloadFile: rooms.value.downloadFile,
    registerUpload: rooms.value.registerUpload,
    forgetUpload: rooms.value.forgetUpload,
    uploadsDir: rooms.value.layout.uploads,
    async close() {
      // The cleanings let go of their requests first: those are to be made again, and did not fail.
      const closed = rooms.value.close();
      closing.abort();
      await closed;
      lock.value.release();
      listeners.clear();
    },
  };
  await rooms.value.recover();
  return { ok: true, value: engine };
}

function isCall(name: string): name is EngineCallName {
  return Object.hasOwn(engineCalls, name);
}

async function dispatch<N extends EngineCallName>(
  handlers: Handlers,
  name: N,
  input: unknown,
  context: CallContext,
): Promise<Result<CallOutput<N>>> {
  const parsed = engineCalls[name].input.safeParse(input);
  if (!parsed.success) {
    const why = parsed.error.issues.map((issue) => `${issue.path.join(".") || "input"}: ${issue.message}`);
    return fail(problem("call_invalid", { call: name, why: why.slice(0, 3).join("; ") }));
  }
  // The schema just parsed is the one that CallRequest<N> is inferred from.
  return handlers[name](parsed.data as CallRequest<N>, context);
}
