import pLimit from "p-limit";

/** Chromium opens six connections per host, and queues further requests while their timeouts already run. */
const MAX_REQUESTS = 6;

/** Checks that run at once. They can take minutes each, so two connections stay free for other requests. */
export const CHECKS_AT_ONCE = 4;

export type RequestSlots = ReturnType<typeof createRequestSlots>;

/** Creates the limit on requests in flight to one host, which holds on every network stack. */
export function createRequestSlots() {
  const requests = pLimit(MAX_REQUESTS);
  const checks = pLimit(CHECKS_AT_ONCE);
  return {
    /** Runs `work` once a connection is free for it. Returns `left` if `signal` aborts before. */
    run<T>(isCheck: boolean, work: () => Promise<T>, left: T, signal: AbortSignal): Promise<T> {
      return new Promise((resolve, reject) => {
        const leave = () => resolve(left);
        signal.addEventListener("abort", leave, { once: true });
        const begin = async () => {
          signal.removeEventListener("abort", leave);
          if (!signal.aborted) resolve(await work());
        };
        (isCheck ? checks(() => requests(begin)) : requests(begin)).catch(reject);
      });
    },
  };
}
