import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import { problem } from "../../../shared/problems.ts";
import { fail, type Result } from "../../../shared/result.ts";

/** What a task running in a worker thread can do besides its work. */
export interface TaskContext {
  /** Tells the caller how far it is; anything that can be cloned. */
  progress(value: unknown): void;
}

/**
 * Long work, run in a thread of its own. Input and output must survive a structured clone. A task is stopped
 * by ending its thread at any instruction: it writes to temporary files, or in one transaction, or both.
 */
export type Task<I, O> = (input: I, context: TaskContext) => Promise<Result<O>>;

export type TaskTable = Record<string, Task<never, unknown>>;
export type TaskInput<T> = T extends Task<infer I, infer _O> ? I : never;
export type TaskOutput<T> = T extends Task<infer _I, infer O> ? O : never;

export interface RunOptions {
  signal?: AbortSignal;
  onProgress?: (value: unknown) => void;
}

/** Runs tasks by name, a thread each, no more than `threads` at once. */
export interface TaskRunner<T extends TaskTable> {
  run<N extends keyof T & string>(
    name: N,
    input: TaskInput<T[N]>,
    options?: RunOptions,
  ): Promise<Result<TaskOutput<T[N]>>>;
  close(): Promise<void>;
}

/** What a worker thread is told, once: a task, or (null) that there is none for it. */
export type TaskStart = { readonly task: string; readonly input: unknown } | null;

/** How long a thread that has nothing left to do may take to end by itself. */
const MOST_ENDING = 5_000;

export type TaskMessage =
  /** Everything is loaded, native code too. */
  | { kind: "ready" }
  | { kind: "progress"; value: unknown }
  | { kind: "done"; result: Result<unknown> }
  | { kind: "bug"; message: string };

/**
 * A runner whose threads start `workerUrl` (the engine's worker.ts, or what it was built into). A thread that has loaded
 * everything and does nothing yet stands ready for the next task; it keeps no program from ending.
 */
export function createTaskRunner<T extends TaskTable>(workerUrl: URL, threads: number): TaskRunner<T> {
  const slots = pLimit(threads);
  /** Gives up what waits for a thread. */
  const waiting = new Set<() => void>();
  const active = new Set<Worker>();
  const ending = new Set<Promise<void>>();
  /** Resolved once the thread has loaded everything, or has ended. */
  const loaded = new WeakMap<Worker, Promise<void>>();
  let closed = false;
  let spare: Worker | null = null;
  makeSpare();

  function makeWorker(): Worker {
    const worker = new Worker(workerUrl);
    loaded.set(
      worker,
      new Promise((resolve) => {
        worker.once("message", () => resolve());
        worker.once("error", () => resolve());
        worker.once("exit", () => resolve());
      }),
    );
    return worker;
  }

  // At its work a thread may be cut off at any instruction, but not before all of it is there.
  async function cutOff(worker: Worker): Promise<void> {
    await loaded.get(worker);
    await worker.terminate();
  }

  function makeSpare(): void {
    if (closed || spare !== null) return;
    const worker = makeWorker();
    const gone = () => {
      if (spare === worker) spare = null;
    };
    worker.once("error", gone);
    worker.once("exit", gone);
    worker.unref();
    spare = worker;
  }

  // A thread is not cut off while it may be loading or leaving native code: that can take the program with it.
  function letEnd(worker: Worker): void {
    worker.ref();
    const ended = new Promise<void>((resolve) => {
      const late = setTimeout(() => void worker.terminate(), MOST_ENDING);
      worker.once("exit", () => {
        clearTimeout(late);
        resolve();
      });
    }).then(() => void ending.delete(ended));
    ending.add(ended);
  }

  function takeWorker(): Worker {
    const worker = spare ?? makeWorker();
    spare = null;
    worker.ref();
    return worker;
  }

  /** Runs `work` as soon as a thread may be taken, unless it is given up before: then that is the answer at once. */
  function whenFree<O>(signal: AbortSignal | undefined, work: () => Promise<Result<O>>): Promise<Result<O>> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        forget();
        resolve(fail(problem("cancelled")));
      };
      const forget = () => {
        waiting.delete(giveUp);
        signal?.removeEventListener("abort", giveUp);
      };
      if (closed || signal?.aborted) return giveUp();
      waiting.add(giveUp);
      signal?.addEventListener("abort", giveUp, { once: true });
      slots(async () => {
        if (!waiting.has(giveUp)) return;
        forget();
        resolve(await work());
      }).catch(reject);
    });
  }

  return {
    run(name, input, options = {}) {
      const { signal, onProgress } = options;
      return whenFree(signal, async () => {
        const worker = takeWorker();
        active.add(worker);
        try {
          const answer = outcome<TaskOutput<T[typeof name]>>(worker, { letEnd, cutOff }, signal, onProgress);
          worker.postMessage({ task: name, input } satisfies TaskStart);
          return await answer;
        } finally {
          active.delete(worker);
          makeSpare();
        }
      });
    },
    async close() {
      closed = true;
      for (const giveUp of [...waiting]) giveUp();
      spare?.postMessage(null satisfies TaskStart);
      if (spare !== null) letEnd(spare);
      spare = null;
      await Promise.all([...active].map(cutOff));
      await Promise.all(ending);
    },
  };
}

// The runner's types were checked where the task was named; what crosses the thread is that task's own answer.
function outcome<O>(
  worker: Worker,
  { letEnd, cutOff }: { letEnd: (worker: Worker) => void; cutOff: (worker: Worker) => Promise<void> },
  signal: AbortSignal | undefined,
  onProgress?: (value: unknown) => void,
) {
  return new Promise<Result<O>>((resolve, reject) => {
    let settled = false;
    const settle = (act: () => void) => {
      if (settled) return;
      settled = true;
      signal?.removeEventListener("abort", abort);
      letEnd(worker);
      act();
    };
    const abort = () => {
      settled = true;
      void cutOff(worker).then(() => resolve(fail(problem("cancelled"))));
    };
    signal?.addEventListener("abort", abort, { once: true });
    worker.on("message", (message: TaskMessage) => {
      if (settled) return;
      if (message.kind === "ready") return;
      if (message.kind === "progress") onProgress?.(message.value);
      else if (message.kind === "done") settle(() => resolve(message.result as Result<O>));
      else settle(() => reject(new Error(message.message)));
    });
    worker.once("error", (error) => {
      if (settled) return;
      settled = true;
      signal?.removeEventListener("abort", abort);
      reject(error);
    });
    // The thread's end is an answer only where nothing else was heard of it.
    worker.once("exit", () => {
      signal?.removeEventListener("abort", abort);
      if (!settled) resolve(fail(problem("cancelled")));
    });
  });
}
