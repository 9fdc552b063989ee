import { problem } from "../../../shared/problems.ts";
import type { EngineOptions } from "../engine-types.ts";
import type { Emit } from "../handlers.ts";
import { sourcesIn } from "../memory/index.ts";
import { createResultReader, type ResultReader } from "../results/index.ts";
import type { Journal, Layout, TaskRunner } from "../store/index.ts";
import type { EngineTasks } from "../task-table.ts";

interface ThreadsOptions {
  readonly layout: Layout;
  readonly runner: TaskRunner<EngineTasks>;
  readonly workers: EngineOptions["workers"];
  readonly journal: Journal;
  readonly emit: Emit;
  readonly log: (line: string) => void;
  /** Somebody looks at results, rather than a command. */
  readonly hasWindow: boolean;
}

/** Milliseconds after which nothing else is being loaded. */
const IDLE = 1_000;

/** The threads that the rooms share. Each starts with its first task or question. */
export interface Threads {
  readonly runner: TaskRunner<EngineTasks>;
  readonly reader: ResultReader;
  /** Answers questions across all lists, so that those about one do not wait for it. */
  readonly searcher: ResultReader;
  /** Takes a cleaning's verdicts out of the archive. */
  forget(cleaningId: string): Promise<void>;
  /** Ends what runs in threads, at any point of it. */
  stop(): Promise<void>;
  /** Ends the threads that answer questions. */
  close(): Promise<void>;
}

export function createThreads(options: ThreadsOptions): Threads {
  const { layout, journal, runner, workers, emit, log, hasWindow } = options;
  let toldOfCrash = false;
  const makeReader = () =>
    createResultReader({
      layout,
      workerUrl: workers.reader,
      sources: () => sourcesIn(journal),
      crashed() {
        log("the thread that answers questions about results broke down");
        if (!toldOfCrash) emit({ event: "notice", problem: problem("thread_restarted") });
        toldOfCrash = true;
      },
    });
  const reader = makeReader();
  // Whoever opens a window opens a list in it, but not before the window itself is there.
  if (hasWindow) setTimeout(reader.warmUp, IDLE).unref();
  const searcher = makeReader();
  return {
    runner,
    reader,
    searcher,
    async forget(cleaningId) {
      const forgotten = await runner.run("ledger.forget", { archive: layout.archive, cleaningId });
      if (!forgotten.ok) throw new Error(`the archive keeps ${cleaningId}: ${forgotten.problem.code}`);
    },
    stop: () => runner.close(),
    async close() {
      await Promise.all([reader.close(), searcher.close()]);
    },
  };
}
