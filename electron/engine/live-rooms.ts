import { basename, dirname, resolve } from "node:path";
import type { CallOutput, CallRequest, EngineCallName } from "../../shared/bridge.ts";
import { type SystemCode, systemCodeOf } from "../../shared/problems/values.ts";
import { causedBy, type Problem, problem } from "../../shared/problems.ts";
import { fail, ok, type Result } from "../../shared/result.ts";
import {
  discardStaged,
  finishSwap,
  folderOfBackup,
  isSwapping,
  type Staged,
  swapIn,
} from "./backups/index.ts";
import type { Rooms } from "./compose/index.ts";
import type { Clock, Emit, Handlers } from "./handlers.ts";
import { archiveState } from "./results/index.ts";
import { suppressionLists } from "./settings/index.ts";
import { type Layout, storeProblem } from "./store/index.ts";

export interface LiveRoomsOptions {
  readonly layout: Layout;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly log: (line: string) => void;
  /** Opens the rooms over what is in the data folder. May throw. */
  readonly open: (restore: Restore) => Promise<Result<Rooms>>;
}

type Restore = (
  source: CallRequest<"app.restore">,
  signal: AbortSignal,
) => Promise<Result<CallOutput<"app.restore">>>;

/** The rooms behind an engine. A restore ends them and opens others in their place; whoever calls does not notice. */
export interface LiveRooms {
  /** The rooms of this moment; a problem: there are none, and there will be none in this run. */
  current(): Result<Rooms>;
  /** Answers by the handlers of the rooms. May throw, as they do. */
  call<T>(name: EngineCallName, ask: (handlers: Handlers) => Promise<Result<T>>): Promise<Result<T>>;
  /** Whether a call that writes what somebody asked for is under way. */
  writing(): boolean;
  close(): Promise<void>;
}

/** Calls that write a file or more, and leave nothing behind when they are broken off. */
const WRITING: ReadonlySet<EngineCallName> = new Set<EngineCallName>([
  "app.backup",
  "app.diagnostics",
  "app.restore",
  "exports.report",
  "exports.write",
]);

/** Calls that only look: asked once more of the new rooms when the old ones ended under them. */
const LOOKING: ReadonlySet<EngineCallName> = new Set<EngineCallName>([
  "app.info",
  "app.backups",
  "app.online",
  "settings.get",
  "suppression.list",
  "suppression.countRows",
  "suppression.countUnmailable",
  "accounts.list",
  "lists.references",
  "lists.preflight",
  "lists.unfinished",
  "lists.malformed",
  "lists.typos",
  "lists.flagged",
  "lists.mergeable",
  "cleanings.price",
  "cleanings.list",
  "cleanings.get",
  "cleanings.timeline",
  "results.answer",
  "results.compare",
  "results.facets",
  "results.history",
  "results.holding",
  "results.insights",
  "results.row",
  "results.rows",
  "results.summary",
  "exports.count",
  "checks.kept",
  "checks.queue",
  "checks.read",
  "checks.recall",
  "checks.unanswered",
]);

/** Calls that also do no harm while Winnow's own files are not in their places. */
const HARMLESS: ReadonlySet<EngineCallName> = new Set<EngineCallName>([
  "app.diagnostics",
  "exports.report",
  "exports.write",
]);

/** Opens the rooms. Problems: those of opening them. May throw, as opening them may. */
export async function createLiveRooms(options: LiveRoomsOptions): Promise<Result<LiveRooms>> {
  const { layout, clock, emit, log } = options;
  const first = await options.open(restore);
  if (!first.ok) return first;
  let rooms: Result<Rooms> = first;
  /** Settles when the rooms are there again. */
  let changing: Promise<void> | null = null;
  /** How often they were ended. */
  let changes = 0;
  const working: EngineCallName[] = [];

  /** What stands in the way of ending the rooms now; `own`: calls that wait for just that. */
  function refusal(own: number): Problem | null {
    if (!rooms.ok) return rooms.problem;
    const isBusy = working.length > own || rooms.value.busy().transferring;
    return isBusy ? problem("restore_busy") : null;
  }

  /** Which suppression lists there are, where that can be read, and what is known of addresses: all that comes along. */
  function whatIsKept(): string {
    let lists: string | null = null;
    try {
      lists = suppressionLists(layout);
    } catch {
      // None comes along.
    }
    return JSON.stringify([lists, archiveState(layout.archive)]);
  }

  async function restore(
    source: CallRequest<"app.restore">,
    signal: AbortSignal,
  ): Promise<Result<CallOutput<"app.restore">>> {
    const folder = source.kind === "path" ? resolve(source.path) : folderOfBackup(layout, source.id);
    if (folder === null)
      return fail(problem("backup_not_one", { path: source.kind === "path" ? source.path : source.id }));
    const barred = refusal(1);
    if (barred !== null || !rooms.ok) return fail(barred ?? problem("internal"));
    const kept = whatIsKept();
    const staged = await rooms.value.stage(
      { dataDir: layout.dataDir, path: folder, at: clock.now() },
      signal,
    );
    await finished(signal);
    // From here to the first step of the change nothing else gets a turn.
    // A suppression list that was added meanwhile, or a verdict that came, is not among what comes along.
    const isChanged = whatIsKept() !== kept;
    const late = signal.aborted ? problem("cancelled") : isChanged ? problem("restore_busy") : refusal(1);
    if (!staged.ok || late !== null) {
      discardStaged(layout);
      return staged.ok ? fail(late ?? problem("internal")) : staged;
    }
    return change(staged.value);
  }

  /** What cleanings write by themselves is waited for, as long as the user waits. */
  async function finished(signal: AbortSignal): Promise<void> {
    const aborted = new Promise<void>((resolve) =>
      signal.addEventListener("abort", () => resolve(), { once: true }),
    );
    while (!signal.aborted && rooms.ok) {
      const ending = rooms.value.finishing();
      if (ending === null) return;
      await Promise.race([ending, aborted]);
    }
  }

  async function change({ path, suppressionKept }: Staged): Promise<Result<CallOutput<"app.restore">>> {
    let settle = () => {};
    changing = new Promise((resolve) => {
      settle = resolve;
    });
    changes++;
    try {
      if (rooms.ok) await rooms.value.close();
      const swapped = swap();
      if (!swapped.ok) {
        if (isSwapping(layout)) rooms = swapped;
        else await open();
        return swapped;
      }
      const opened = await open();
      if (opened.ok) {
        const { paused } = opened.value;
        emit({ event: "data.replaced", paused, suppressionKept });
        return ok({ path, aside: swapped.value, paused, suppressionKept });
      }
      log(`what was restored could not be opened: ${opened.problem.code}`);
      if (dirname(swapped.value) === layout.backups) {
        swapIn(layout, clock.now(), basename(swapped.value));
        await open();
      }
      return fail(problem("restore_failed", { by: causedBy(opened.problem) }));
    } catch (error) {
      log(`restoring: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      rooms = fail(problem("restore_unfinished", { code: systemCodeOf(error) }));
      return rooms;
    } finally {
      changing = null;
      settle();
    }
  }

  /** What was begun is tried once more before it is left to the next start. */
  function swap(): Result<string> {
    let code: SystemCode | undefined;
    try {
      return ok(swapIn(layout, clock.now()));
    } catch (error) {
      log(`restoring: ${error instanceof Error ? error.message : String(error)}`);
      code = systemCodeOf(error);
    }
    if (!isSwapping(layout)) {
      discardStaged(layout);
      return fail(problem("restore_failed", { code }));
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
      rooms = await options.open(restore);
      if (!rooms.ok) return rooms;
      opened = rooms.value;
      await opened.recover();
    } catch (error) {
      log(`opening again: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      rooms = fail(storeProblem(error, layout.dataDir, layout.dataDir) ?? problem("internal"));
      await opened?.close();
    }
    return rooms;
  }

  return ok({
    current: () => rooms,
    async call(name, ask) {
      for (;;) {
        while (changing !== null) await changing;
        if (!rooms.ok) return rooms;
        const before = changes;
        if (LOOKING.has(name)) {
          const answer = await ask(rooms.value.handlers).catch((error: unknown) => {
            if (changes === before) throw error;
            return null;
          });
          if (changes === before && answer !== null) return answer;
          continue;
        }
        const misplaced = HARMLESS.has(name) ? null : rooms.value.misplaced();
        if (misplaced !== null) return fail(misplaced);
        working.push(name);
        try {
          return await ask(rooms.value.handlers);
        } finally {
          working.splice(working.indexOf(name), 1);
        }
      }
    },
    writing: () => working.some((name) => WRITING.has(name)),
    async close() {
      while (changing !== null) await changing;
      if (rooms.ok) await rooms.value.close();
    },
  });
}
