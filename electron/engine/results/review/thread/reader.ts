import { Worker } from "node:worker_threads";
import { problem } from "../../../../../shared/problems.ts";
import { fail, type Result } from "../../../../../shared/result.ts";
import { deserializeError, type Layout } from "../../../store/index.ts";
import type { Queries, Question } from "./operations.ts";
import type { ReaderMessage, ReaderReply } from "./worker.ts";

export interface AskOptions {
  readonly signal?: AbortSignal;
  /** A query cancels pending ones of the same series with a smaller sequence number. */
  readonly series?: { readonly name: string; readonly sequence: number };
}

export interface ResultReader {
  /** Fails with `cancelled` if aborted or superseded. Rejects on internal errors. */
  ask<Q extends Question>(
    question: Q,
    input: Queries[Q]["input"],
    options?: AskOptions,
  ): Promise<Result<Queries[Q]["output"]>>;
  /** Starts the thread early, so that the first query doesn't wait for it. */
  warmUp(): void;
  close(): Promise<void>;
}

/** Time in ms that the thread has to exit before it is terminated. */
const EXIT_TIMEOUT_MS = 5_000;

interface Pending {
  readonly series: AskOptions["series"];
  settle(result: Result<unknown>): void;
  reject(error: Error): void;
}

/** Creates a reader. Its thread starts with the first query, and restarts after a crash. */
export function createResultReader({
  layout,
  workerUrl,
  sources = () => null,
  crashed = () => {},
}: {
  layout: Pick<Layout, "dataDir">;
  workerUrl: URL;
  /** Current sources of facts, see `sourcesNow`; `null` makes each query look them up. */
  sources?: () => string | null;
  /** Called when the thread crashed; the next query starts another. */
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
      const request = pending.get(reply.id);
      if (request === undefined) return;
      pending.delete(reply.id);
      if (pending.size === 0) started.unref();
      if (reply.kind === "answer") request.settle(reply.result);
      else request.reject(deserializeError(reply));
    });
    started.on("error", (error) =>
      handleExit(started, error instanceof Error ? error : new Error(String(error))),
    );
    started.on("exit", () => handleExit(started, new Error("the reader's thread ended")));
    return started;
  }

  function handleExit(which: Worker, error: Error): void {
    if (worker !== which) return;
    worker = null;
    if (!closed) crashed();
    const left = [...pending.values()];
    pending.clear();
    for (const request of left) {
      if (closed) request.settle(fail(problem("cancelled")));
      else request.reject(error);
    }
  }

  function cancel(id: number): void {
    const request = pending.get(id);
    if (request === undefined) return;
    pending.delete(id);
    post({ kind: "forget", id });
    request.settle(fail(problem("cancelled")));
  }

  function post(message: ReaderMessage): void {
    worker ??= start();
    worker.ref();
    worker.postMessage(message);
  }

  /** Cancels the queries this one supersedes. Returns false if it is superseded itself. */
  function supersede(series: NonNullable<AskOptions["series"]>): boolean {
    const own = [...pending].filter(([, request]) => request.series?.name === series.name);
    if (own.some(([, request]) => (request.series?.sequence ?? 0) > series.sequence)) return false;
    for (const [id, request] of own) if ((request.series?.sequence ?? 0) < series.sequence) cancel(id);
    return true;
  }

  return {
    ask<Q extends Question>(
      question: Q,
      input: Queries[Q]["input"],
      { signal, series }: AskOptions = {},
    ): Promise<Result<Queries[Q]["output"]>> {
      const isNumbered = series !== undefined && series.sequence > 0;
      if (closed || signal?.aborted || (isNumbered && !supersede(series))) {
        return Promise.resolve(fail(problem("cancelled")));
      }
      const id = nextId++;
      return new Promise((resolve, reject) => {
        const abort = () => cancel(id);
        const done = () => signal?.removeEventListener("abort", abort);
        signal?.addEventListener("abort", abort, { once: true });
        pending.set(id, {
          series: isNumbered ? series : undefined,
          settle(result) {
            done();
            // The reply to this query: its type was checked when it was made.
            resolve(result as Result<Queries[Q]["output"]>);
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
      // Let it exit: terminating a thread while it loads native code can crash the process.
      const ended = new Promise<void>((resolve) => leaving.once("exit", () => resolve()));
      leaving.ref();
      leaving.postMessage({ kind: "end" } satisfies ReaderMessage);
      const late = setTimeout(() => void leaving.terminate(), EXIT_TIMEOUT_MS);
      await ended;
      clearTimeout(late);
    },
  };
}
