import { problem } from "../../shared/problems.ts";
import { fail, type Result } from "../../shared/result.ts";

/**
 * What `work` comes to, or `cancelled` as soon as `signal` is aborted: what cannot be stopped is not waited for. What ends
 * by itself with the signal has its own say: it may know more of how far it came.
 */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<Result<T>>): Promise<Result<T>> {
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
