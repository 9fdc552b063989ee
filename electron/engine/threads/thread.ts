import { Worker } from "node:worker_threads";

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
 * Starts `workerUrl` (the engine's worker.ts, or what it was built into) in a thread, which keeps no program from ending
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
