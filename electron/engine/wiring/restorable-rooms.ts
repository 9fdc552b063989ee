import { basename, dirname, resolve } from "node:path";
import type { CallOutput, CallRequest, EngineCallName } from "../../../shared/bridge.ts";
import { messageOf, stackOf } from "../../../shared/errors.ts";
import { systemCodeOf } from "../../../shared/problems/define-problem.ts";
import { causedBy, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Clock } from "../clock.ts";
import { raceAbort } from "../concurrency.ts";
import type { Emit, Handlers } from "../handlers.ts";
import { type Erase, isReplacing, type PeopleToErase } from "../memory/index.ts";
import {
  discardStaged,
  finishSwap,
  folderOfBackup,
  isSwapping,
  type Layout,
  type Staged,
  storeProblem,
  swapIn,
} from "../store/index.ts";
import type { Rooms } from "./rooms.ts";

export interface RestorableRoomsOptions {
  readonly layout: Layout;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly log: (line: string) => void;
  /** Opens the rooms on the data folder. May throw. */
  readonly open: (restore: Restore, erase: Erase) => Promise<Result<Rooms>>;
  /** Erases people from all stored data, while no rooms are open. May throw. */
  readonly erase: (people: PeopleToErase) => ReturnType<Erase>;
}

type Restore = (
  source: CallRequest<"app.restore">,
  signal: AbortSignal,
) => Promise<Result<CallOutput<"app.restore">>>;

/** The engine's rooms. A restore closes them and opens new ones; callers do not notice. */
export interface RestorableRooms {
  /** Returns the open rooms; `null` while they are being replaced, once they are closed, or if opening them failed. */
  current(): Rooms | null;
  /** Calls a handler of the rooms. Rejects if it does. */
  call<T>(name: EngineCallName, ask: (handlers: Handlers) => Promise<Result<T>>): Promise<Result<T>>;
  /** Returns whether a call that writes a file for the user is running. */
  writing(): boolean;
  checking(): boolean;
  close(): Promise<void>;
}

/** Calls that write files and leave nothing behind when interrupted. */
const WRITING: ReadonlySet<EngineCallName> = new Set<EngineCallName>([
  "app.backup",
  "app.diagnostics",
  "app.restore",
  "exports.write",
]);

/** Opens the rooms. Problems: those of opening them. May throw. */
export async function createRestorableRooms(
  options: RestorableRoomsOptions,
): Promise<Result<RestorableRooms>> {
  const { layout, clock, emit, log } = options;
  const first = await options.open(restore, erase);
  if (!first.ok) return first;
  let rooms: Result<Rooms> = first;
  /** Settles when new rooms are open. */
  let changing: Promise<void> | null = null;
  let isRestoring = false;
  const working = new Map<Promise<unknown>, EngineCallName>();

  async function restore(
    source: CallRequest<"app.restore">,
    signal: AbortSignal,
  ): Promise<Result<CallOutput<"app.restore">>> {
    const folder = source.kind === "path" ? resolve(source.path) : folderOfBackup(layout, source.id);
    if (folder === null)
      return fail(problem("backup_not_one", { path: source.kind === "path" ? source.path : source.id }));
    if (!rooms.ok) return rooms;
    if (isRestoring) return fail(problem("restore_busy"));
    isRestoring = true;
    try {
      return await restoreFrom(folder, rooms.value, signal);
    } finally {
      isRestoring = false;
    }
  }

  /** Closes the rooms. Makes them unreachable first: timers and events must not find a closed journal. */
  async function closeRooms(): Promise<void> {
    const closing = rooms.ok ? rooms.value.close() : null;
    rooms = fail(problem("cancelled"));
    await closing;
  }

  /** Erases while no rooms are open. Does not reject: the rooms must be reopened after a failure too. */
  async function eraseNow(people: PeopleToErase): ReturnType<Erase> {
    try {
      return await options.erase(people);
    } catch (error) {
      log(`erasing: ${stackOf(error)}`);
      const cause = storeProblem(error, layout.dataDir, layout.dataDir);
      return fail(problem("erase_unfinished", cause === null ? {} : { by: causedBy(cause) }));
    }
  }

  async function erase(people: PeopleToErase, signal: AbortSignal): ReturnType<Erase> {
    if (!rooms.ok) return rooms;
    if (isRestoring) return fail(problem("restore_busy"));
    const { transferring, unfinished } = rooms.value.busy();
    if (transferring || unfinished > 0) return fail(problem("erase_busy", {}));
    isRestoring = true;
    try {
      return await whenIdle("memory.erase", signal, async () => {
        await closeRooms();
        const erased = await eraseNow(people);
        if (!erased.ok && isReplacing(layout)) {
          // Some files are replaced already: keep the rooms closed until the next launch completes it.
          rooms = erased;
          return erased;
        }
        const opened = await open();
        if (!opened.ok) return opened;
        emit({ event: "data.replaced", paused: null });
        return erased;
      });
    } finally {
      isRestoring = false;
    }
  }

  /** Runs `work` once all calls other than `own` have ended. New calls wait until it is done. */
  async function whenIdle<T>(
    own: EngineCallName,
    signal: AbortSignal,
    work: () => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const { promise, resolve: settle } = Promise.withResolvers<void>();
    changing = promise;
    try {
      const others = [...working].flatMap(([answer, name]) => (name === own ? [] : [answer]));
      await raceAbort(
        signal,
        Promise.allSettled(others).then(() => ok(null)),
      );
      return signal.aborted ? fail(problem("cancelled")) : await work();
    } finally {
      changing = null;
      settle();
    }
  }

  async function restoreFrom(
    folder: string,
    current: Rooms,
    signal: AbortSignal,
  ): Promise<Result<CallOutput<"app.restore">>> {
    const staged = await current.stage({ dataDir: layout.dataDir, path: folder, at: clock.now() }, signal);
    if (!staged.ok) return staged;
    const restored = await whenIdle("app.restore", signal, () => change(staged.value));
    if (!restored.ok && restored.problem.code === "cancelled") discardStaged(layout);
    return restored;
  }

  async function change({ path, paused }: Staged): Promise<Result<CallOutput<"app.restore">>> {
    try {
      await closeRooms();
      const swapped = swap();
      if (!swapped.ok) {
        if (isSwapping(layout)) rooms = swapped;
        else await open();
        return swapped;
      }
      const opened = await open();
      if (opened.ok) {
        emit({ event: "data.replaced", paused });
        return ok({ path, aside: swapped.value, paused });
      }
      log(`what was restored could not be opened: ${opened.problem.code}`);
      if (dirname(swapped.value) === layout.backups) {
        swapIn(layout, clock.now(), basename(swapped.value));
        await open();
      }
      return fail(problem("restore_failed", { by: causedBy(opened.problem) }));
    } catch (error) {
      log(`restoring: ${stackOf(error)}`);
      rooms = fail(problem("restore_unfinished", { code: systemCodeOf(error) }));
      return rooms;
    }
  }

  /** Swaps in the restored data. Retries an interrupted swap once before leaving it to the next launch. */
  function swap(): Result<string> {
    try {
      return ok(swapIn(layout, clock.now()));
    } catch (error) {
      log(`restoring: ${messageOf(error)}`);
      if (!isSwapping(layout)) {
        discardStaged(layout);
        return fail(problem("restore_failed", { code: systemCodeOf(error) }));
      }
    }
    try {
      return ok(finishSwap(layout) ?? "");
    } catch (error) {
      return fail(problem("restore_unfinished", { code: systemCodeOf(error) }));
    }
  }

  async function open(): Promise<Result<Rooms>> {
    let opened: Rooms | null = null;
    try {
      rooms = await options.open(restore, erase);
      if (!rooms.ok) return rooms;
      opened = rooms.value;
      await opened.recover();
    } catch (error) {
      log(`opening again: ${stackOf(error)}`);
      rooms = fail(storeProblem(error, layout.dataDir, layout.dataDir) ?? problem("internal"));
      await opened?.close();
    }
    return rooms;
  }

  return ok({
    current: () => (rooms.ok ? rooms.value : null),
    async call(name, ask) {
      while (changing !== null) await changing;
      if (!rooms.ok) return rooms;
      const answer = ask(rooms.value.handlers);
      working.set(answer, name);
      try {
        return await answer;
      } finally {
        working.delete(answer);
      }
    },
    writing: () => [...working.values()].some((name) => WRITING.has(name)),
    checking: () => [...working.values()].includes("checks.check"),
    async close() {
      while (changing !== null) await changing;
      await closeRooms();
    },
  });
}
