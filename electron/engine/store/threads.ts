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
  /** Told as a thread takes it: from then on `signal` does not cut it off any more. */
  onBegun?: () => void;
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

export type TaskMessage =
  /** Everything is loaded, native code too. */
  | { kind: "ready" }
  | { kind: "progress"; value: unknown }
  /** `roomy`: its heap has grown so far that a new thread is the better one for the next task. */
  | { kind: "done"; result: Result<unknown>; roomy: boolean }
  /** `code`: by what the system or SQLite knows the error, which its words do not say. */
  | ({ kind: "bug" } & ToldError);

/** What crosses a thread of an error. `stack`: for the log alone, never for a sentence. */
export interface ToldError {
  readonly message: string;
  readonly stack?: string | undefined;
  readonly code?: string | undefined;
}

/**
 * A runner whose threads start `workerUrl` (the engine's task-thread.ts, or what it was built into). A thread that has loaded
 * everything and does nothing stands ready for the next task; it keeps no program from ending. `first`: one that was
 * started before, which is the runner's from here on.
 */
export function createTaskRunner<T extends TaskTable>(
  workerUrl: URL,
  threads: number,
  first?: Thread,
): TaskRunner<T> {
  const slots = pLimit(threads);
  /** Gives up what waits for a thread. */
  const waiting = new Set<() => void>();
  const active = new Set<Thread>();
  const ending = new Set<Promise<void>>();
  let closed = false;
  let spare: Thread | null = null;
  if (first === undefined) makeSpare();
  else keep(first);

  // At its work a thread may be cut off at any instruction, but not before all of it is there.
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

  /** After a task that it came to the end of. A roomy one has ended when this resolves: the next task may need its room. */
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

/** An error as it was in the thread that met it. */
export function errorOf({ message, stack, code }: ToldError): Error {
  return Object.assign(new Error(message), {
    ...(stack === undefined ? {} : { stack }),
    ...(code === undefined ? {} : { code }),
  });
}

/** What crosses a thread of an error: see {@link errorOf}. */
export function toldOf(error: unknown): ToldError {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const { message, stack } = error;
  return { message, ...(stack === undefined ? {} : { stack }), ...(code === undefined ? {} : { code }) };
}

// The runner's types were checked where the task was named; what crosses the thread is that task's own answer.
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
      const given = giveBack(thread, message.kind === "bug" || message.roomy);
      if (message.kind === "done") given.then(() => resolve(message.result as Result<O>), reject);
      else given.then(() => reject(errorOf(message)), reject);
    };
    const fall = (error: Error) => {
      leave();
      reject(error);
    };
    // The thread's end is an answer only where nothing else was heard of it.
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

/** How long a thread that has nothing left to do may take to end by itself, in milliseconds. */
const MOST_ENDING = 5_000;

/** What a worker thread is told: its next task, or (null) that there is none any more. */
export type TaskStart = { readonly task: string; readonly input: unknown } | null;

/** A worker thread, which is on its way once it is made. */
export interface Thread {
  readonly worker: Worker;
  /** Resolved once the thread has loaded everything, or has ended. */
  readonly loaded: Promise<void>;
  /** False: it has ended, or is about to by an error. */
  canWork(): boolean;
  /** Tells the thread that it has nothing left to do; resolves when it has ended. */
  end(): Promise<void>;
}

/**
 * Starts `workerUrl` (the engine's task-thread.ts, or what it was built into) in a thread, which keeps no program from ending
 * as long as nobody gives it work.
 */
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
    // A thread is not cut off while it may be loading or leaving native code: that can take the program with it.
    async end() {
      if (ended) return;
      worker.ref();
      worker.postMessage(null satisfies TaskStart);
      const late = setTimeout(() => void worker.terminate(), MOST_ENDING);
      await exited;
      clearTimeout(late);
    },
  };
}
