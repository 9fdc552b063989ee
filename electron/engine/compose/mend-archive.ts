import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, type Result } from "../../../shared/result.ts";
import type { Clock, Emit } from "../handlers.ts";
import {
  ARCHIVE_DAMAGED,
  lacksArchive,
  lacksParts,
  type Rebuilt,
  type ResultReader,
} from "../results/index.ts";
import type { Journal, Layout } from "../store/index.ts";
import type { TaskRunner } from "../threads/index.ts";
import type { EngineTasks } from "../work.ts";

export interface MendArchiveOptions {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly runner: TaskRunner<EngineTasks>;
  readonly reader: ResultReader;
  readonly clock: Pick<Clock, "now">;
  readonly emit: Emit;
  readonly log: (line: string) => void;
}

/** What is run and asked here, with the archive built anew and asked once more where it turns out to be damaged. */
export interface MendedArchive {
  readonly runner: TaskRunner<EngineTasks>;
  readonly reader: ResultReader;
  /**
   * Builds the archive where there is none, or where its rebuilding was cut off, and takes in what it lacks: it may be of an
   * earlier time than the journal. Whoever asks meanwhile waits. Does not reject.
   */
  ready(): Promise<void>;
}

/** Tasks that have the archive open: none of them may run while it is built anew. */
const USING: ReadonlySet<keyof EngineTasks> = new Set<keyof EngineTasks>([
  "cleanings.plan",
  "results.ingest",
  "results.remember",
  "results.asking",
  "results.settle",
  "results.recall",
  "results.unanswered",
  "results.trace",
  "results.forgetChecks",
  "results.forget",
  "results.scrub",
  "results.carryOver",
  "results.remake",
]);

/**
 * Every verdict of a list stands in its cleaning too: a damaged archive is no reason to pay for it again, or to stop. Where
 * single checks are lost with it, the next ones ask before they pay.
 */
export function mendArchive({
  journal,
  layout,
  runner,
  reader,
  clock,
  emit,
  log,
}: MendArchiveOptions): MendedArchive {
  /** Answers what kept it from being built; null: it is there. */
  let rebuilding: Promise<Problem | null> | null = null;
  const using = new Set<Promise<unknown>>();

  function rebuild(isTold: boolean): Promise<Problem | null> {
    return alone(async () => {
      const rebuilt = await runner.run("results.rebuild", { dataDir: layout.dataDir, at: clock.now() });
      if (!rebuilt.ok) return rebuilt.problem;
      tell(rebuilt.value, isTold);
      return null;
    });
  }

  /** It is sound, and one of an earlier time. */
  function complete(): Promise<Problem | null> {
    return alone(async () => {
      const completed = await runner.run("results.complete", { dataDir: layout.dataDir, at: clock.now() });
      if (!completed.ok) return completed.problem;
      const { cleanings, unread, isLost } = completed.value;
      log(`the archive lacked ${cleanings} cleanings; ${unread} could not be read`);
      // What can never be read is told of where it is looked at, not at every start.
      if (cleanings > unread)
        emit({
          event: "notice",
          problem: problem("archive_rebuilt", { unread, isBehind: true, lost: isLost }),
        });
      return null;
    });
  }

  function alone(work: () => Promise<Problem | null>): Promise<Problem | null> {
    rebuilding ??= (async () => {
      await Promise.allSettled(using);
      return work();
    })().finally(() => {
      rebuilding = null;
    });
    return rebuilding;
  }

  function tell({ cleanings, unread, isLost }: Rebuilt, isTold: boolean): void {
    // Where nothing was ever verified, the first archive is built: nothing to speak of.
    if (cleanings > 0 || isTold)
      log(`the archive was built anew from ${cleanings} cleanings; ${unread} could not be read`);
    if (isTold || unread > 0 || isLost)
      emit({ event: "notice", problem: problem("archive_rebuilt", { unread, lost: isLost }) });
  }

  async function mended<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    while (rebuilding !== null) await rebuilding;
    try {
      return await work();
    } catch (error) {
      if (!isArchive(error)) throw error;
    }
    const why = await rebuild(true);
    return why === null ? work() : fail(why);
  }

  async function ready(): Promise<Problem | null> {
    if (lacksArchive(layout)) return rebuild(false);
    return lacksParts(journal.db, layout) ? complete() : null;
  }

  return {
    runner: {
      ...runner,
      run(name, input, options) {
        if (!USING.has(name)) return runner.run(name, input, options);
        return mended(async () => {
          const task = runner.run(name, input, options);
          using.add(task);
          try {
            return await task;
          } finally {
            using.delete(task);
          }
        });
      },
    },
    reader: {
      ...reader,
      ask: (question, input, options) => mended(() => reader.ask(question, input, options)),
    },
    async ready() {
      const why = await ready()
        .catch((error: unknown) => (isArchive(error) ? rebuild(true) : problem("internal")))
        .catch(() => problem("internal"));
      // A Winnow that ends meanwhile builds it at its next start.
      if (why !== null && why.code !== "cancelled") log(`building the archive: ${why.code}`);
    },
  };
}

function isArchive(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === ARCHIVE_DAMAGED;
}
