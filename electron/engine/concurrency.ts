import { problem } from "../../shared/problems.ts";
import { fail, type Result } from "../../shared/result.ts";

/**
 * Resolves with the result of `work`, or with `cancelled` once `signal` aborts. Work that handles the signal itself
 * gets one turn to return its own, more precise result.
 */
export async function raceAbort<T>(signal: AbortSignal, work: Promise<Result<T>>): Promise<Result<T>> {
  let abort = () => {};
  const aborted = new Promise<Result<T>>((resolve) => {
    abort = () => setImmediate(() => resolve(fail(problem("cancelled"))));
  });
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** Runs work on the same id (an account, a list) one after the other. */
export interface KeyedQueue {
  take<T>(id: string, work: () => Promise<T>): Promise<T>;
}

export function createKeyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>();
  return {
    take(id, work) {
      const before = last.get(id) ?? Promise.resolve();
      const turn = before.then(work, work);
      last.set(id, turn);
      const leave = () => {
        if (last.get(id) === turn) last.delete(id);
      };
      turn.then(leave, leave);
      return turn;
    },
  };
}
