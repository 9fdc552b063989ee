/** Running work by name; callers with the same name share it. */
export interface SharedRequests<T> {
  /**
   * Joins the work called `name` or starts it. Aborts it when its last caller leaves. A caller that leaves early gets
   * `left()`.
   */
  join(
    name: string,
    work: (signal: AbortSignal) => Promise<T>,
    left: () => T,
    signal: AbortSignal,
  ): Promise<T>;
}

interface SharedRequest<T> {
  readonly done: Promise<T>;
  readonly control: AbortController;
  waiting: number;
}

/** Creates the shared requests. `isGivenUp` returns whether a value results from such an abort. */
export function createSharedRequests<T>(isGivenUp: (value: T) => boolean): SharedRequests<T> {
  const running = new Map<string, SharedRequest<T>>();

  function begin(name: string, work: (signal: AbortSignal) => Promise<T>): SharedRequest<T> {
    const control = new AbortController();
    const request: SharedRequest<T> = { control, waiting: 0, done: work(control.signal) };
    const remove = () => {
      if (running.get(name) === request) running.delete(name);
    };
    request.done.then(remove, remove);
    running.set(name, request);
    return request;
  }

  return {
    async join(name, work, left, signal) {
      for (;;) {
        if (signal.aborted) return left();
        const request = running.get(name) ?? begin(name, work);
        const isAborted = request.control.signal.aborted;
        const value = await wait(request, left, signal);
        if (!isAborted || signal.aborted || !isGivenUp(value)) return value;
      }
    },
  };

  async function wait(request: SharedRequest<T>, left: () => T, signal: AbortSignal): Promise<T> {
    request.waiting++;
    let leave = () => {};
    const gone = new Promise<T>((resolve) => {
      leave = () => resolve(left());
      signal.addEventListener("abort", leave, { once: true });
    });
    try {
      return await Promise.race([request.done, gone]);
    } finally {
      signal.removeEventListener("abort", leave);
      request.waiting--;
      if (request.waiting === 0) request.control.abort();
    }
  }
}
