import { problem } from "../../../shared/problems.ts";
import type { EngineOptions } from "../engine-types.ts";
import type { Clock, Emit } from "../handlers.ts";
import { createResultReader, type ResultReader } from "../results/index.ts";
import type { Journal, Layout } from "../store/index.ts";
import type { TaskRunner } from "../threads/index.ts";
import type { EngineTasks } from "../work.ts";
import { mendArchive } from "./mend-archive.ts";
import { type MendFilesOptions, mendFiles } from "./mend-files.ts";

interface MendingThreadsOptions extends Pick<MendFilesOptions, "toRemake" | "remade"> {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly runner: TaskRunner<EngineTasks>;
  readonly workers: EngineOptions["workers"];
  /** What the archive dates what it is given with. */
  readonly calendar: Clock;
  readonly emit: Emit;
  readonly log: (line: string) => void;
}

/** The threads as every room has them: what they are given is done once more where a damaged file was mended under it. */
export interface MendingThreads {
  readonly runner: TaskRunner<EngineTasks>;
  readonly reader: ResultReader;
  /** Answers questions across all lists, so that those about one do not wait for it. */
  readonly searcher: ResultReader;
  /** See `mendFiles`. */
  readonly whole: ReturnType<typeof mendFiles>["whole"];
  /** Sees to it that the archive is there and whole. */
  ready(): Promise<void>;
  /** Takes a cleaning's verdicts out of the archive. */
  forget(cleaningId: string): Promise<void>;
  /** Ends what runs in threads, at any point of it. */
  stop(): Promise<void>;
  /** Ends the threads that answer questions. */
  close(): Promise<void>;
}

/** Wraps the threads in what mends the archive, lists and results. Each starts with its first task or question. */
export function mendingThreads(options: MendingThreadsOptions): MendingThreads {
  const { journal, layout, calendar, emit, log } = options;
  let toldOfCrash = false;
  const makeReader = () =>
    createResultReader({
      layout,
      workerUrl: options.workers.reader,
      crashed() {
        log("the thread that answers questions about results broke down");
        if (!toldOfCrash) emit({ event: "notice", problem: problem("thread_restarted") });
        toldOfCrash = true;
      },
    });
  const searcher = makeReader();
  const archive = mendArchive({
    journal,
    layout,
    runner: options.runner,
    reader: makeReader(),
    clock: calendar,
    emit,
    log,
  });
  const { runner, reader, whole } = mendFiles({
    journal,
    layout,
    runner: archive.runner,
    reader: archive.reader,
    searcher,
    toRemake: options.toRemake,
    remade: options.remade,
    emit,
    log,
  });
  return {
    runner,
    reader,
    searcher,
    whole,
    ready: archive.ready,
    // What the archive still knows is erased the next time: nothing else of it may go before.
    async forget(cleaningId) {
      const forgotten = await runner.run("results.forget", { archive: layout.archive, cleaningId });
      if (!forgotten.ok) throw new Error(`the archive keeps ${cleaningId}: ${forgotten.problem.code}`);
    },
    stop: () => runner.close(),
    async close() {
      await Promise.all([reader.close(), searcher.close()]);
    },
  };
}
