import { Worker } from "node:worker_threads";
import { problem } from "../../../../../shared/problems.ts";
import { fail, type Result } from "../../../../../shared/result.ts";
import { errorOf, type Layout } from "../../../store/index.ts";
import type { Question, Questions } from "./operations.ts";
import type { ReaderMessage, ReaderReply } from "./serve.ts";

export interface AskOptions {
  readonly signal?: AbortSignal;
  /** Questions of one series supersede those before them that carry a smaller sequence number. */
  readonly series?: { readonly name: string; readonly sequence: number };
}

/** The thread that answers questions about results. */
export interface ResultReader {
  /** Problems: `cancelled` when aborted or superseded. Rejects for a bug. */
  ask<Q extends Question>(
    question: Q,
    input: Questions[Q]["input"],
    options?: AskOptions,
  ): Promise<Result<Questions[Q]["output"]>>;
  /** Has the thread load everything now: the first question does not wait for it. */
  warmUp(): void;
  close(): Promise<void>;
}

/** Milliseconds that the thread may take to end by itself. */
const MOST_ENDING = 5_000;

interface Pending {
  readonly series: AskOptions["series"];
  settle(result: Result<unknown>): void;
  reject(error: Error): void;
}

/**
 * A reader whose thread starts `workerUrl` (the engine's reader.ts, or what it was built into) with the first
 * question, and again should it ever die. Only the data folder of `layout` is handed over.
 */
export function createResultReader({
  layout,
  workerUrl,
  sources = () => null,
  crashed = () => {},
}: {
  layout: Pick<Layout, "dataDir">;
  workerUrl: URL;
  /** Which sources of facts there are just now, see `sourcesNow`; null: each question looks for itself. */
  sources?: () => string | null;
  /** The thread died of itself; the next question starts another. */
  crashed?: () => void;
}): ResultReader {
  const pending = new Map<number, Pending>();
  let worker: Worker | null = null;
  let nextId = 1;
  let closed = false;

  function start(): Worker {
    const started = new Worker(workerUrl, { workerData: { dataDir: layout.dataDir } });
    started.unref();
    started.on("message", (reply: ReaderReply) => {
      const asked = pending.get(reply.id);
      if (asked === undefined) return;
      pending.delete(reply.id);
      if (pending.size === 0) started.unref();
      if (reply.kind === "answer") asked.settle(reply.result);
      else asked.reject(errorOf(reply));
    });
    started.on("error", (error) => fell(started, error instanceof Error ? error : new Error(String(error))));
    started.on("exit", () => fell(started, new Error("the reader's thread ended")));
    return started;
  }

  function fell(which: Worker, error: Error): void {
    if (worker !== which) return;
    worker = null;
    if (!closed) crashed();
    const left = [...pending.values()];
    pending.clear();
    for (const asked of left) {
      if (closed) asked.settle(fail(problem("cancelled")));
      else asked.reject(error);
    }
  }

  function giveUp(id: number): void {
    const asked = pending.get(id);
    if (asked === undefined) return;
    pending.delete(id);
    post({ kind: "forget", id });
    asked.settle(fail(problem("cancelled")));
  }

  function post(message: ReaderMessage): void {
    worker ??= start();
    worker.ref();
    worker.postMessage(message);
  }

  /** Gives up what this question supersedes; false when it is itself superseded already. */
  function supersede(series: NonNullable<AskOptions["series"]>): boolean {
    const own = [...pending].filter(([, asked]) => asked.series?.name === series.name);
    if (own.some(([, asked]) => (asked.series?.sequence ?? 0) > series.sequence)) return false;
    for (const [id, asked] of own) if ((asked.series?.sequence ?? 0) < series.sequence) giveUp(id);
    return true;
  }

  return {
    ask<Q extends Question>(
      question: Q,
      input: Questions[Q]["input"],
      { signal, series }: AskOptions = {},
    ): Promise<Result<Questions[Q]["output"]>> {
      const isNumbered = series !== undefined && series.sequence > 0;
      if (closed || signal?.aborted || (isNumbered && !supersede(series))) {
        return Promise.resolve(fail(problem("cancelled")));
      }
      const id = nextId++;
      return new Promise((resolve, reject) => {
        const abort = () => giveUp(id);
        const done = () => signal?.removeEventListener("abort", abort);
        signal?.addEventListener("abort", abort, { once: true });
        pending.set(id, {
          series: isNumbered ? series : undefined,
          settle(result) {
            done();
            // The answer to this very question: its type was fixed where it was asked.
            resolve(result as Result<Questions[Q]["output"]>);
          },
          reject(error) {
            done();
            reject(error);
          },
        });
        post({ kind: "ask", id, question, input, sources: sources() });
      });
    },
    warmUp() {
      if (!closed) worker ??= start();
    },
    async close() {
      closed = true;
      const leaving = worker;
      if (leaving === null) return;
      // It ends by itself: a thread that is cut off while it loads native code can take the program with it.
      const ended = new Promise<void>((resolve) => leaving.once("exit", () => resolve()));
      leaving.ref();
      leaving.postMessage({ kind: "end" } satisfies ReaderMessage);
      const late = setTimeout(() => void leaving.terminate(), MOST_ENDING);
      await ended;
      clearTimeout(late);
    },
  };
}
