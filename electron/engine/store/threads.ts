import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import { problem } from "../../../shared/problems.ts";
import { fail, type Result } from "../../../shared/result.ts";

export interface TaskContext {
  /** Reports progress to the caller; the value must be cloneable. */
  progress(value: unknown): void;
}

/**
 * Long work in a worker thread. Input and output are structured clones. A task can be terminated at any instruction, so
 * it must write to temporary files or in one transaction.
 */
export type Task<I, O> = (input: I, context: TaskContext) => Promise<Result<O>>;

export type TaskTable = Record<string, Task<never, unknown>>;
export type TaskInput<T> = T extends Task<infer I, infer _O> ? I : never;
export type TaskOutput<T> = T extends Task<infer _I, infer O> ? O : never;

export interface RunOptions {
  signal?: AbortSignal;
  onProgress?: (value: unknown) => void;
  /** Called when a thread takes the task; with this option, `signal` no longer stops it from then on. */
  onBegun?: () => void;
}

/** Runs tasks by name in worker threads, at most `threads` at once. */
export interface TaskRunner<T extends TaskTable> {
  run<N extends keyof T & string>(
    name: N,
    input: TaskInput<T[N]>,
    options?: RunOptions,
  ): Promise<Result<TaskOutput<T[N]>>>;
  close(): Promise<void>;
}

export type TaskMessage =
  /** Everything is loaded, including native code. */
  | { kind: "ready" }
  | { kind: "progress"; value: unknown }
  /** `heapIsLarge`: the thread's heap has grown so much that the next task should get a new thread. */
  | { kind: "done"; result: Result<unknown>; heapIsLarge: boolean }
  | ({ kind: "bug" } & SerializedError);

/** Serialized error. `stack` is for the log only. */
export interface SerializedError {
  readonly message: string;
  readonly stack?: string | undefined;
  readonly code?: string | undefined;
}

/**
 * Creates a runner of `workerUrl` (the engine's task-thread.ts or its bundle). One loaded idle thread is kept for the
 * next task; it does not keep the process alive. `first`: an already started thread to use; `null` starts one with the first task.
 */
export function createTaskRunner<T extends TaskTable>(
  workerUrl: URL,
  threads: number,
  first?: Thread | null,
): TaskRunner<T> {
  const slots = pLimit(threads);
  /** Cancel functions of queued tasks. */
  const waiting = new Set<() => void>();
  const active = new Set<Thread>();
  const ending = new Set<Promise<void>>();
  let closed = false;
  let spare: Thread | null = null;
  if (first === undefined) makeSpare();
  else if (first !== null) keep(first);

  // Terminate only after loading: ending a thread that loads native code can crash the process.
  async function cutOff({ loaded, worker }: Thread): Promise<void> {
    await loaded;
    await worker.terminate();
  }

  function makeSpare(): void {
    if (closed || spare?.canWork() === true) return;
    keep(startThread(workerUrl));
  }

  function keep(thread: Thread): void {
    thread.worker.unref();
    spare = thread;
  }

  /** Waits for the end of a thread with a large heap, since the next task may need the memory. */
  async function giveBack(thread: Thread, roomy: boolean): Promise<void> {
    if (roomy) await letEnd(thread);
    else if (!closed && spare?.canWork() !== true) keep(thread);
    else void letEnd(thread);
  }

  function letEnd(thread: Thread): Promise<void> {
    const ended = thread.end().then(() => void ending.delete(ended));
    ending.add(ended);
    return ended;
  }

  function takeThread(): Thread {
    const thread = spare?.canWork() === true ? spare : startThread(workerUrl);
    spare = null;
    thread.worker.ref();
    return thread;
  }

  /** Runs `work` when a thread is free; resolves with `cancelled` at once if aborted before. */
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
      const { signal, onProgress, onBegun } = options;
      return whenFree(signal, async () => {
        const thread = takeThread();
        active.add(thread);
        try {
          const answer = outcome<TaskOutput<T[typeof name]>>(
            thread,
            { giveBack, cutOff },
            onBegun === undefined ? signal : undefined,
            onProgress,
          );
          onBegun?.();
          thread.worker.postMessage({ task: name, input } satisfies TaskStart);
          return await answer;
        } finally {
          active.delete(thread);
          makeSpare();
        }
      });
    },
    async close() {
      closed = true;
      for (const giveUp of [...waiting]) giveUp();
      if (spare !== null) void letEnd(spare);
      spare = null;
      await Promise.all([...active].map(cutOff));
      await Promise.all(ending);
    },
  };
}

export function deserializeError({ message, stack, code }: SerializedError): Error {
  return Object.assign(new Error(message), {
    ...(stack === undefined ? {} : { stack }),
    ...(code === undefined ? {} : { code }),
  });
}

export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const { message, stack } = error;
  return { message, ...(stack === undefined ? {} : { stack }), ...(code === undefined ? {} : { code }) };
}

// The cast is safe: the task's types were checked where it was named.
function outcome<O>(
  thread: Thread,
  {
    giveBack,
    cutOff,
  }: {
    giveBack: (thread: Thread, roomy: boolean) => Promise<void>;
    cutOff: (thread: Thread) => Promise<void>;
  },
  signal: AbortSignal | undefined,
  onProgress?: (value: unknown) => void,
) {
  const { worker } = thread;
  return new Promise<Result<O>>((resolve, reject) => {
    const leave = () => {
      signal?.removeEventListener("abort", abort);
      worker.off("message", hear);
      worker.off("error", fall);
      worker.off("exit", end);
    };
    const abort = () => {
      leave();
      void cutOff(thread).then(() => resolve(fail(problem("cancelled"))));
    };
    const hear = (message: TaskMessage) => {
      if (message.kind === "ready") return;
      if (message.kind === "progress") return onProgress?.(message.value);
      leave();
      const returned = giveBack(thread, message.kind === "bug" || message.heapIsLarge);
      if (message.kind === "done") returned.then(() => resolve(message.result as Result<O>), reject);
      else returned.then(() => reject(deserializeError(message)), reject);
    };
    const fall = (error: Error) => {
      leave();
      reject(error);
    };
    // Reached only if the thread exits without another message.
    const end = () => {
      leave();
      resolve(fail(problem("cancelled")));
    };
    signal?.addEventListener("abort", abort, { once: true });
    worker.on("message", hear);
    worker.once("error", fall);
    worker.once("exit", end);
  });
}

/** Time for an idle thread to exit before it is terminated, in ms. */
const MAX_ENDING = 5_000;

/** Message to a worker thread: its next task, or `null` to exit. */
export type TaskStart = { readonly task: string; readonly input: unknown } | null;

export interface Thread {
  readonly worker: Worker;
  /** Resolves once the thread has loaded everything or has ended. */
  readonly loaded: Promise<void>;
  /** Returns `false` if it has ended or failed. */
  canWork(): boolean;
  /** Asks the thread to exit; resolves when it has. */
  end(): Promise<void>;
}

/** Starts `workerUrl` (the engine's task-thread.ts or its bundle). An idle thread does not keep the process alive. */
export function startThread(workerUrl: URL): Thread {
  const worker = new Worker(workerUrl);
  worker.unref();
  let works = true;
  let ended = false;
  const exited = new Promise<void>((resolve) => {
    worker.once("error", () => {
      works = false;
    });
    worker.once("exit", () => {
      works = false;
      ended = true;
      resolve();
    });
  });
  const ready = new Promise<void>((resolve) => worker.once("message", () => resolve()));
  return {
    worker,
    loaded: Promise.race([ready, exited]),
    canWork: () => works,
    // Don't terminate a thread that may be loading or unloading native code: that can crash the process.
    async end() {
      if (ended) return;
      worker.ref();
      worker.postMessage(null satisfies TaskStart);
      const late = setTimeout(() => void worker.terminate(), MAX_ENDING);
      await exited;
      clearTimeout(late);
    },
  };
}
