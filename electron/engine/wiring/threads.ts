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
}

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

export function createThreads({ layout, journal, runner, workers, emit, log }: ThreadsOptions): Threads {
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
