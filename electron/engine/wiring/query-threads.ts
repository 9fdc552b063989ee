import { problem } from "../../../shared/problems.ts";
import type { EngineOptions } from "../engine-types.ts";
import type { Emit } from "../handlers.ts";
import { sourcesIn } from "../memory/index.ts";
import { createResultReader } from "../results/index.ts";
import type { Journal, Layout, TaskRunner } from "../store/index.ts";
import type { EngineTasks } from "../task-table.ts";

interface ThreadsOptions {
  readonly layout: Layout;
  readonly runner: TaskRunner<EngineTasks>;
  readonly workers: EngineOptions["workers"];
  readonly journal: Journal;
  readonly emit: Emit;
  readonly log: (line: string) => void;
  /** `true` if a user views results; `false` for the command line. */
  readonly hasWindow: boolean;
}

/** Delay in ms after which startup has finished. */
const IDLE = 1_000;

/** Threads shared by the rooms; each starts on first use. */
export type Threads = ReturnType<typeof createThreads>;

export function createThreads(options: ThreadsOptions) {
  const { layout, journal, runner, workers, emit, log, hasWindow } = options;
  let toldOfCrash = false;
  const makeReader = () =>
    createResultReader({
      layout,
      workerUrl: workers.reader,
      sources: () => sourcesIn(journal, layout),
      crashed() {
        log("the thread that answers questions about results broke down");
        if (!toldOfCrash) emit({ event: "notice", problem: problem("thread_restarted") });
        toldOfCrash = true;
      },
    });
  const reader = makeReader();
  // A window will show results, but must be loaded first.
  if (hasWindow) setTimeout(reader.warmUp, IDLE).unref();
  const searcher = makeReader();
  return {
    runner,
    reader,
    /** Reader for queries across all lists, so that they do not block those about one list. */
    searcher,
    async forget(cleaningId: string) {
      const forgotten = await runner.run("ledger.forget", { archive: layout.archive, cleaningId });
      if (!forgotten.ok) throw new Error(`the archive keeps ${cleaningId}: ${forgotten.problem.code}`);
    },
    stop: () => runner.close(),
    async close() {
      await Promise.all([reader.close(), searcher.close()]);
    },
  };
}
